import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { randomToken } from '../../daemon/lib/secrets.ts';
import { colleague } from '../support/company/company-provider.ts';
import { type CompanyWorld, companyWorld } from '../support/company/company-world.ts';
import { bearer, testClient } from '../support/http/test-client.ts';

let world: CompanyWorld;
beforeAll(async () => {
  world = await companyWorld();
  world.hire(colleague('ada', ['game-liveops']));
});
afterAll(() => world.close());

const PORT = '45678';
const toApp = (url: string) => url.startsWith(`http://127.0.0.1:${PORT}/`);

/** Opens the sign-in as the desktop app does. */
async function fromApp(fields: Record<string, string> = {}) {
  const verifier = randomToken();
  const asked = {
    app_port: PORT,
    state: 'the-state-of-the-app',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    ...fields,
  };
  const visit = await world.visit('ada', { query: `?${new URLSearchParams(asked)}`, stopAt: toApp });
  return { ...visit, verifier, query: new URL(visit.url).searchParams };
}

const exchange = (code: string | null, code_verifier: string) =>
  world.daemon.client.call('enterWithCompany', { body: { code: code ?? '', code_verifier } });

it('the desktop app gets a session for the browser’s code; the browser gets no session', async () => {
  const { url, query, verifier, visitor } = await fromApp();
  expect(toApp(url)).toBe(true);
  expect(query.get('state')).toBe('the-state-of-the-app');
  expect(visitor.cookies(world.daemon.url).size).toBe(0);
  const { body } = await exchange(query.get('code'), verifier);
  expect(body).toMatchObject({ staff: { email: 'ada@company.test', role: 'live_ops' } });
  const session = await testClient(world.daemon.url, bearer(body.token)).call('getSession');
  expect(session.status).toBe(200);
});

it('a wrong verifier, a changed code, and a code older than a minute are refused', async () => {
  const { query, verifier } = await fromApp();
  const code = query.get('code') ?? '';
  expect((await exchange(code, randomToken())).status).toBe(401);
  expect((await exchange(`${code.slice(0, -4)}AAAA`, verifier)).status).toBe(401);
  expect((await exchange('nothing', verifier)).status).toBe(401);
  world.time.now += 60_000;
  expect((await exchange(code, verifier)).status).toBe(401);
});

it('a text that the daemon encrypted for another purpose is refused', async () => {
  const { visitor } = await world.visit('ada', { stopAt: (url) => url.includes('/company/callback') });
  const visitCookie = visitor.cookies(world.daemon.url).get('redeemd_visit') ?? '';
  expect((await exchange(visitCookie, randomToken())).status).toBe(401);
  const { query } = await fromApp();
  visitor.cookies(world.daemon.url).set('redeemd_visit', query.get('code') ?? '');
  expect((await visitor.get(`${world.daemon.url}/portal/company/callback?code=x&state=x`)).status).toBe(400);
});

it.each([
  ['app_port', '80'],
  ['app_port', '70000'],
  ['app_port', '1234@elsewhere.test'],
  ['app_port', ''],
  ['state', 'short'],
  ['state', 'a state with spaces and & signs'],
  ['code_challenge', 'short'],
])('a browser is not sent to an app whose %s is "%s"', async (name, value) => {
  const { status, url } = await fromApp({ [name]: value });
  expect([status, new URL(url).origin]).toEqual([400, world.daemon.url]);
});
