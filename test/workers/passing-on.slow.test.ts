import { Agent } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { done, testClient } from '../support/http/test-client.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { OWNER } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';
import { type CrewWorld, startCrewWorld } from './crew-world.ts';

// What workers pass on to the daemon: everything but the hot routes, as it came, with the client's own address.

let world: CrewWorld;
beforeAll(async () => {
  world = await startCrewWorld(2);
});
afterAll(() => world?.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  rawRequest(world.url, { method: 'GET', path, headers });

it('probes, pages and files arrive whole', async () => {
  expect((await get('/readyz')).json).toEqual({ status: 'ready' });
  const portal = await get('/portal/');
  expect([portal.status, portal.headers['content-security-policy']]).toEqual([200, expect.any(String)]);
  const [script = ''] = /\/portal\/assets\/[\w.-]+\.js/.exec(portal.text) ?? [];
  expect((await get(script)).text.length).toBeGreaterThan(10_000);
  const sdk = await get('/sdk.js');
  expect([sdk.status, sdk.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect(sdk.text).toContain(world.url);
  const cached = await get('/sdk.js', { 'If-None-Match': String(sdk.headers.etag) });
  expect([cached.status, cached.text]).toEqual([304, '']);
  const head = await fetch(`${world.url}/v1/openapi.json`, { method: 'HEAD' });
  expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 10_000]).toEqual([
    200,
    '',
    true,
  ]);
  expect((await get('/nowhere')).json).toMatchObject({ code: 'not_found' });
});

it('a session in a cookie with its token against foreign pages works as without workers', async () => {
  const signedIn = await testClient(world.url).call('signIn', { body: { ...OWNER, cookie: true } });
  const { csrf_token } = done(signedIn) as { csrf_token: string };
  const Cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? '';
  const body = { name: 'by cookie', kind: 'server' as const };
  const make = (headers: Record<string, string>) =>
    testClient(world.url, { Cookie, ...headers }).call('createApiKey', { body });
  expect((await make({})).body).toMatchObject({ code: 'csrf' });
  expect((await make({ 'X-CSRF-Token': csrf_token, Origin: 'https://evil.test' })).body).toMatchObject({
    code: 'csrf',
  });
  expect((await make({ 'X-CSRF-Token': csrf_token })).status).toBe(201);
});

it('bulk values come as a CSV, and a large file goes in', async () => {
  const bulk = {
    name: 'bulk',
    root_url: 'https://game.example/r',
    count: 5000,
    prefix: 'B-',
    rewards_json: '{"gold":1}',
  };
  const params = { campaign_id: world.campaignId };
  const { job_id } = done(await world.owner.call('generateCodes', { params, body: bulk }));
  await until('the values are made', async () => {
    const job = await world.owner.call('getBulkJob', { params: { job_id } });
    return done(job).status === 'done';
  });
  const { body } = await world.owner.call('getBulkJobCsv', { params: { job_id } });
  expect(String(body).trimEnd().split('\r\n')).toHaveLength(5001);
  const csv = ['code', ...Array.from({ length: 20_000 }, (_, n) => `OWN-${n}`)].join('\n');
  const { name, root_url, rewards_json } = bulk;
  const file = { csv, name, root_url, rewards_json };
  const imported = await world.owner.call('importCodes', { params, query: { dry_run: 'true' }, body: file });
  expect(done(imported)).toMatchObject({ new: 20_000 });
});

it('refuses a large body before it was read, and the connection is of use after a small one', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const path = '/v1/admin/campaigns';
  for (const bytes of [10, 60_000]) {
    const refused = await rawRequest(world.url, {
      ...{ path, agent, body: Buffer.alloc(bytes, ' ') },
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${'x'.repeat(40)}` },
    });
    expect([refused.status, refused.headers.connection]).toEqual([401, 'keep-alive']);
  }
  // The rest of the body is never sent: a client that is still at sending may lose the answer with the connection.
  const { hostname, port, host } = new URL(world.url);
  const client = connect(Number(port), hostname);
  client.write(
    `POST /v1/admin/campaigns/import HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\n` +
      `Authorization: Bearer ${'x'.repeat(40)}\r\nContent-Length: 5000000\r\n\r\n{`,
  );
  const answer = await text(client);
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
  expect((await rawRequest(world.url, { method: 'GET', path: '/healthz', agent })).status).toBe(200);
  agent.destroy();
});

/** Codes of the answers to so many wrong sign-ins of one account. */
async function failSignIns(url: string, tries: number, headers: (n: number) => Record<string, string>) {
  const codes: string[] = [];
  for (let n = 0; n < tries; n += 1) {
    const body = { email: 'forger@example.test', password: 'wrong password here' };
    codes.push((await testClient(url, headers(n)).call('signIn', { body })).body.code);
  }
  return codes;
}

it('a client cannot tell another address in the header of the workers', async () => {
  const codes = await failSignIns(world.url, 11, (n) => ({ 'X-Redeemd-Peer': `203.0.${n}.1` }));
  expect([codes[0], codes[10]]).toEqual(['invalid_credentials', 'account_locked']);
});

it('behind a proxy the address is the one that the proxy tells', async () => {
  const behind = await startCrewWorld(2, { REDEEMD_TRUST_PROXY: '1' });
  const from = (address: string) => () => ({ 'X-Forwarded-For': `10.0.0.1, ${address}` });
  expect((await failSignIns(behind.url, 11, from('198.51.100.7'))).at(-1)).toBe('account_locked');
  expect(await failSignIns(behind.url, 1, from('192.0.2.77'))).toEqual(['invalid_credentials']);
  await behind.close();
});

it('only this machine reads the metrics, whatever a client says', async () => {
  expect((await get('/metrics')).status).toBe(200);
  expect((await get('/metrics', { 'X-Redeemd-Peer': '203.0.113.9' })).status).toBe(200);
  expect((await get('/metrics', { 'X-Forwarded-For': '127.0.0.1' })).status).toBe(404);
});

it('a body in chunks arrives, an odd request is refused, and one client that leaves harms no other', async () => {
  const { hostname, port } = new URL(world.url);
  const say = (text: string) =>
    new Promise<string>((resolve) => {
      let heard = '';
      const socket = connect(Number(port), hostname, () => socket.write(text));
      socket.on('data', (chunk) => {
        heard += chunk;
      });
      socket.on('close', () => resolve(heard));
    });
  const head =
    'HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked';
  const signIn = JSON.stringify({ email: 'stranger@example.test', password: 'x' });
  const sent = `${signIn.length.toString(16)}\r\n${signIn}\r\n0\r\n\r\n`;
  expect(await say(`POST /v1/admin/session ${head}\r\n\r\n${sent}`)).toContain('"invalid_credentials"');
  expect(await say('GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
  expect(await say('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
  const leaver = connect(Number(port), hostname);
  leaver.write(`POST /v1/admin/session ${head}\r\n\r\nff\r\n{`);
  await new Promise((resolve) => leaver.once('connect', resolve));
  leaver.destroy();
  expect((await get('/healthz')).status).toBe(200);
});
