import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { doctor } from '../../daemon/cli/doctor/doctor.ts';
import { createVisitor } from '../support/company/browser-visit.ts';
import { colleague } from '../support/company/company-provider.ts';
import { type CompanyWorld, companyWorld } from '../support/company/company-world.ts';

let world: CompanyWorld;
beforeAll(async () => {
  world = await companyWorld();
  world.hire(colleague('ada', ['game-liveops']));
});
afterAll(() => world.close());
afterEach(() => {
  Object.assign(world.provider, { tamper: null, forgedKey: null, isDown: false });
  world.time.now = Date.now();
});

type Visit = Awaited<ReturnType<CompanyWorld['visit']>>;
const isSignedIn = ({ visitor }: Pick<Visit, 'visitor'>) => visitor.cookies(world.daemon.url).has('redeemd_session');
const toCallback = (url: string) => url.includes('/portal/company/callback');

const MINUTE_S = 60;
const WRONG: [string, (claims: Record<string, unknown>) => Record<string, unknown>][] = [
  ['another nonce', (claims) => ({ ...claims, nonce: 'a nonce from another visit' })],
  ['no nonce', ({ nonce: _, ...claims }) => claims],
  ['another audience', (claims) => ({ ...claims, aud: 'another client' })],
  ['another issuer', (claims) => ({ ...claims, iss: 'https://accounts.elsewhere.test' })],
  ['no subject', ({ sub: _, ...claims }) => claims],
  ['a subject that the userinfo endpoint does not confirm', (claims) => ({ ...claims, sub: 'bob' })],
  ['an expiry two minutes ago', (claims) => ({ ...claims, exp: Number(claims.iat) - 2 * MINUTE_S })],
  ['a start time in two minutes', (claims) => ({ ...claims, nbf: Number(claims.iat) + 2 * MINUTE_S })],
];

describe('an ID token', () => {
  it('is accepted if it is unchanged and signed again with the same key', async () => {
    world.provider.tamper = (claims) => ({ ...claims });
    expect(isSignedIn(await world.visit('ada'))).toBe(true);
  });

  it.each(WRONG)('with %s is refused', async (_what, tamper) => {
    world.provider.tamper = tamper;
    const visit = await world.visit('ada');
    expect([visit.status, isSignedIn(visit)]).toEqual([400, false]);
    expect(visit.text).toContain('did not confirm who you are');
  });

  it('signed with a key that the provider does not publish is refused', async () => {
    world.provider.forgedKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const visit = await world.visit('ada');
    expect([visit.status, isSignedIn(visit)]).toEqual([400, false]);
  });

  it('signed with a new key of the provider is accepted', async () => {
    expect(isSignedIn(await world.visit('ada'))).toBe(true);
    world.provider.rotateKeys();
    expect(isSignedIn(await world.visit('ada'))).toBe(true);
  });

  it.each([-2, 2])('is accepted if the daemon’s clock is off by %s minutes', async (minutes) => {
    world.time.now += minutes * 60_000;
    expect(isSignedIn(await world.visit('ada'))).toBe(true);
  });
});

describe('a callback', () => {
  it('signs a person in once', async () => {
    const { visitor, url } = await world.visit('ada', { stopAt: toCallback });
    const visitCookie = visitor.cookies(world.daemon.url).get('redeemd_visit') ?? '';
    expect((await visitor.get(url)).status).toBe(302);
    const again = createVisitor();
    again.cookies(world.daemon.url).set('redeemd_visit', visitCookie);
    expect((await again.get(url)).status).toBe(400);
    expect(isSignedIn({ visitor: again })).toBe(false);
  });

  it('is refused in a browser that did not start the sign-in', async () => {
    const { url } = await world.visit('ada', { stopAt: toCallback });
    const victim = createVisitor();
    expect((await victim.get(url)).status).toBe(400);
    await world.visit('ada', { visitor: victim, stopAt: toCallback });
    expect((await victim.get(url)).status).toBe(400);
    expect(isSignedIn({ visitor: victim })).toBe(false);
  });

  it('is refused after more than ten minutes', async () => {
    const { visitor, url } = await world.visit('ada', { stopAt: toCallback });
    world.time.now += 10 * 60_000;
    const response = await visitor.get(url);
    expect([response.status, isSignedIn({ visitor })]).toEqual([400, false]);
  });

  it.each(['', '?code=x', '?state=x&code=x', '?error=access_denied', `?code=${'x'.repeat(5000)}`, '?code=%ff'])(
    'with the query "%s" is refused',
    async (query) => {
      const { visitor } = await world.visit('ada', { stopAt: toCallback });
      const response = await visitor.get(`${world.daemon.url}/portal/company/callback${query}`);
      expect([response.status, isSignedIn({ visitor })]).toEqual([400, false]);
    },
  );

  it('is refused with a cookie that the daemon did not create', async () => {
    const { visitor, url } = await world.visit('ada', { stopAt: toCallback });
    const cookies = visitor.cookies(world.daemon.url);
    cookies.set('redeemd_visit', `${cookies.get('redeemd_visit')?.slice(0, -4)}AAAA`);
    expect((await visitor.get(url)).status).toBe(400);
  });
});

describe('a provider that is not responding', () => {
  it('is named on a page, and the person is not sent to it', async () => {
    world.time.now += 60_000; // After a minute, the daemon's copy of the provider's document is too old.
    world.provider.isDown = true;
    const visit = await world.visit('ada');
    expect([visit.status, isSignedIn(visit)]).toEqual([503, false]);
    expect(visit.text).toContain('is not responding');
    expect((await world.daemon.client.call('getCompanySignIn')).body).toMatchObject({ provider: { responds: false } });
  });

  it('makes the callback respond with 503', async () => {
    const { visitor, url } = await world.visit('ada', { stopAt: toCallback });
    world.provider.isDown = true;
    expect((await visitor.get(url)).status).toBe(503);
    expect(isSignedIn({ visitor })).toBe(false);
  });

  it('gets at most one request in two seconds', async () => {
    world.time.now += 120_000;
    world.provider.isDown = true;
    const before = world.provider.requests.length;
    await Promise.all(Array.from({ length: 20 }, () => world.visit('ada')));
    await world.visit('ada');
    expect(world.provider.requests.length - before).toBe(1);
    world.time.now += 2000;
    world.provider.isDown = false;
    expect(isSignedIn(await world.visit('ada'))).toBe(true);
  });
});

it('doctor says whether the provider responds', async () => {
  const said = async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    await doctor({ ...world.provider.env, REDEEMD_DATABASE_URL: world.daemon.databaseUrl, REDEEMD_PORT: '0' });
    const line = written.mock.calls.map(([text]) => String(text)).find((text) => text.includes('sign-in provider:'));
    written.mockRestore();
    return line;
  };
  expect(await said()).toBe(`ok    sign-in provider: ${world.provider.issuer} responds\n`);
  world.provider.isDown = true;
  expect(await said()).toMatch(/^FAULT sign-in provider: /);
});

describe('the page to which a person returns', () => {
  it.each([
    '//elsewhere.test',
    'https://elsewhere.test/portal/',
    '/\\elsewhere.test/portal/',
    '/portal/../../elsewhere',
    'javascript:alert(1)',
    '/creator',
    '/portal//../..//elsewhere.test',
    '\thttps://elsewhere.test/portal/',
    '@elsewhere.test/portal/',
  ])('is never %j', async (asked) => {
    const { urls } = await world.visit('ada', { query: `?${new URLSearchParams({ return: asked })}` });
    const last = new URL(urls.at(-1) ?? '');
    expect([last.origin, last.hash]).toEqual([world.daemon.url, '#signed-in']);
    expect(last.pathname.startsWith('/portal/')).toBe(true);
  });

  it('is always at the public address, even behind a proxy that changes the host', async () => {
    const { port } = new URL(world.daemon.url);
    const visitor = createVisitor();
    const { urls } = await visitor.follow(`http://localhost:${port}/portal/company/start?return=/portal/codes`);
    expect(urls.at(-1)).toBe(`${world.daemon.url}/portal/codes#signed-in`);
  });
});

it('a page says in German why a person is not signed in', async () => {
  world.hire(colleague('nogroup', []));
  const visitor = createVisitor('de');
  const { text, status } = await world.visit('nogroup', { visitor });
  expect(status).toBe(403);
  expect(text).toContain('Ihr Firmenkonto ist in keiner Gruppe');
});
