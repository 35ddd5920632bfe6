import { createServer } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { inBrowser } from '../support/browsers/browser.ts';
import { iso } from '../support/http/test-client.ts';
import { listen } from '../support/servers/listen.ts';
import { type RawAnswer, rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon, type TestDaemonOptions } from '../support/world/daemon.ts';
import { freshDatabase, startPostgres, type TestPostgres } from '../support/world/postgres.ts';
import { until } from '../support/world/wait-until.ts';

// If a response has no CORS headers, a browser hides it from the page. The SDK then gets "failed to fetch", and learns
// neither that its key is no longer valid nor how long to wait.

const EVENTS = '/v1/game/game-event';
const PAGE = 'https://game.test';
const PAYMENT = { event_type: 'payment', created_at: iso(0), game_id: 'game', event: { user_id: 'u', amount: 1 } };

async function startPage(options: TestDaemonOptions = {}) {
  const daemon = await startTestDaemon(options);
  const make = async (kind: 'client' | 'server', allowedOrigins?: string[]) =>
    (await createKey(daemon.db, { name: kind, kind, ...(allowedOrigins ? { allowedOrigins } : {}) }, Date.now())).key;
  const [bound, foreign] = [await make('client', [PAGE]), await make('client', ['https://other.test'])];
  const post = (key: string, body: string | Buffer = '{"events":[]}', headers: Record<string, string> = {}) =>
    rawRequest(daemon.url, {
      path: EVENTS,
      headers: { Origin: PAGE, 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
      body,
    });
  const preflight = (origin = PAGE) =>
    rawRequest(daemon.url, {
      method: 'OPTIONS',
      path: EVENTS,
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type,x-api-key',
      },
    });
  return { daemon, bound, foreign, post, preflight };
}

type Page = Awaited<ReturnType<typeof startPage>>;

function expectReadable(answer: RawAnswer) {
  const { headers } = answer;
  expect(headers).toMatchObject({ 'access-control-allow-origin': PAGE, vary: 'Origin' });
  const exposed = String(headers['access-control-expose-headers']).split(', ');
  expect(exposed).toEqual(['Retry-After', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Date']);
  expect(Math.abs(Date.parse(String(headers.date)) - Date.now())).toBeLessThan(60_000);
  expect(headers['x-request-id']).toBe(answer.json.request_id ?? headers['x-request-id']);
}

const expectLeave = (answer: RawAnswer) => {
  expect([answer.status, answer.text]).toEqual([204, '']);
  expect(answer.headers).toMatchObject({
    'access-control-allow-origin': PAGE,
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type, X-API-Key, X-Request-Id, X-Test-Key, traceparent',
    'access-control-max-age': '7200',
    vary: 'Origin',
  });
};

describe.each([
  ['the dispatcher', true],
  ['Express', false],
])('a page gets from %s', (_name, hotRoutes) => {
  let page: Page;
  beforeAll(async () => {
    page = await startPage({ hotRoutes });
  });
  afterAll(() => page?.daemon.close());
  afterEach(() => vi.restoreAllMocks());

  it('permission to send, for two hours', async () => {
    expectLeave(await page.preflight());
    expect((await page.preflight('https://evil.test')).headers['access-control-allow-origin']).toBeUndefined();
  });

  it('permission for every origin, even a file and a sandboxed frame, once a key names no origins', async () => {
    expect((await page.preflight('null')).status).toBe(403);
    const { key } = await createKey(page.daemon.db, { name: 'open', kind: 'client' }, Date.now());
    const answer = await page.preflight('null');
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([204, 'null']);
    const sent = await page.post(key, JSON.stringify({ events: [{}] }), { Origin: 'null' });
    expect([sent.status, sent.headers['access-control-allow-origin']]).toEqual([200, 'null']);
  });

  const large = Buffer.alloc(1_048_577, ' ');
  it.each<[number, string, (page: Page) => Promise<RawAnswer>]>([
    [200, '', ({ post, bound }) => post(bound, '{"events":[{}]}')],
    [400, 'invalid_request', ({ post, bound }) => post(bound)],
    [400, 'invalid_json', ({ post, bound }) => post(bound, '{')],
    [401, 'unauthorized', ({ post }) => post(`ck_${'x'.repeat(43)}`)],
    [403, 'forbidden', ({ post, foreign }) => post(foreign)],
    [403, 'forbidden', ({ post, bound }) => post(bound, JSON.stringify({ events: [PAYMENT] }))],
    [413, 'body_too_large', ({ post, bound }) => post(bound, large)],
    [415, 'unsupported_media_type', ({ post, bound }) => post(bound, '{}', { 'Content-Type': 'text/plain' })],
  ])('%i %s with the headers that let the page read it', async (status, code, ask) => {
    const answer = await ask(page);
    expect([answer.status, answer.json.code ?? '']).toEqual([status, code]);
    expectReadable(answer);
  });

  it('400 mixed_events with the headers that let the page read it', async () => {
    const events = JSON.stringify({ events: [PAYMENT, {}] });
    const mixed = await rawRequest(page.daemon.url, {
      path: EVENTS,
      headers: { Origin: PAGE, 'X-API-Key': page.daemon.serverKey, 'Content-Type': 'application/json' },
      body: events,
    });
    expect([mixed.status, mixed.json.code]).toEqual([400, 'mixed_events']);
    expectReadable(mixed);
    // With a client key, the daemon refuses the payment first.
    expect((await page.post(page.bound, events)).status).toBe(403);
  });

  it('429 with the seconds to wait', async () => {
    const full = Object.assign(new RateLimiterRes(), { msBeforeNext: 4200 });
    vi.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValueOnce(full);
    const answer = await page.post(page.bound);
    expect([answer.status, answer.headers['retry-after']]).toEqual([429, '5']);
    expectReadable(answer);
  });

  it('500 with the headers that let the page read it', async () => {
    vi.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValueOnce(new Error('broken'));
    const answer = await page.post(page.bound);
    expect([answer.status, answer.json.code]).toEqual([500, 'internal_error']);
    expectReadable(answer);
  });
});

it('a page can read that the daemon is overloaded, because its preflight still gets a response', async () => {
  const page = await startPage({ maxInProgress: 1 });
  const { hostname, port } = new URL(page.daemon.url);
  const slow = connect(Number(port), hostname);
  slow.write(`POST ${EVENTS} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`);
  await until('the daemon is overloaded', async () => (await page.post(page.bound)).status === 503);
  try {
    expectLeave(await page.preflight());
    const refused = await page.post(page.bound);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expectReadable(refused);
    // On other paths, no page may read a response, not even one about overload.
    const other = await rawRequest(page.daemon.url, { path: '/v1/admin/session', headers: { Origin: PAGE } });
    expect([other.status, other.headers['access-control-allow-origin']]).toEqual([503, undefined]);
  } finally {
    slow.destroy();
    await page.daemon.close();
  }
});

describe('while the database is unavailable, a page', () => {
  let postgres: TestPostgres;
  let database: Awaited<ReturnType<typeof freshDatabase>>;
  let page: Page;
  beforeAll(async () => {
    postgres = await startPostgres({ own: true });
    database = await freshDatabase(postgres.url);
    page = await startPage({ databaseUrl: database.url });
    // The daemon has cached the keys by now.
    expectLeave(await page.preflight());
    await postgres.halt?.('immediate');
    // The cache of keys is valid for 900 ms.
    await sleep(1200);
  });
  afterAll(async () => {
    await page?.daemon.close();
    await postgres?.stop();
  });

  it('still gets permission to send immediately', async () => {
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const { read } = page.daemon.db;
    // A preflight that waited for the database would wait forever.
    const reads = vi.spyOn(page.daemon.db, 'read').mockImplementation((fn) => answered.then(() => read(fn)));
    try {
      for (let i = 0; i < 20; i += 1) expectLeave(await page.preflight());
      // The daemon still tries to read from the database to refresh its keys.
      await until('a read', () => reads.mock.calls.length > 0);
      expectLeave(await page.preflight());
    } finally {
      answer();
      reads.mockRestore();
    }
  });

  it('can read the 503 and when to retry', async () => {
    const answer = await page.post(page.bound);
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '1']);
    expectReadable(answer);
  });

  it('from an unknown origin gets 503, not 403, so that it retries later', async () => {
    const answer = await page.preflight('https://new.test');
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([503, 'https://new.test']);
  });
});

inBrowser('a page from another origin', (screens) => {
  let page: Page;
  let key: string;
  let site: string;
  const host = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><link rel="icon" href="data:,">');
  });
  beforeAll(async () => {
    page = await startPage();
    site = await listen(host);
    const fields = { name: 'page', kind: 'client', allowedOrigins: [site] } as const;
    key = (await createKey(page.daemon.db, fields, Date.now())).key;
  });
  afterAll(async () => {
    host.close();
    await page?.daemon.close();
  });
  afterEach(() => vi.restoreAllMocks());

  /** Returns the parts of an answer that a script of the page can read. */
  const seenBy = async (apiKey: string) => {
    const { page: tab } = await screens.open();
    await tab.goto(`${site}/`);
    return await tab.evaluate(
      async ({ url, apiKey }) => {
        const headers = { 'Content-Type': 'application/json', 'X-API-Key': apiKey };
        const sent = { method: 'POST', headers, body: '{"events":[{}]}', keepalive: true };
        const answer = await fetch(`${url}/v1/game/game-event`, sent);
        const fresh = { method: 'HEAD', cache: 'no-store' };
        const asked = await fetch(`${url}/sdk.js`, fresh);
        return {
          status: answer.status,
          body: await answer.json(),
          retryAfter: answer.headers.get('Retry-After'),
          requestId: answer.headers.get('X-Request-Id'),
          dates: [answer, asked].map((response) => Date.parse(response.headers.get('Date') ?? '')),
        };
      },
      { url: page.daemon.url, apiKey },
    );
  };
  const expectNow = (dates: number[]) => {
    for (const date of dates) expect(Math.abs(date - Date.now())).toBeLessThan(60_000);
  };

  it('sends with keepalive, and reads the refusal and the daemon’s time', async () => {
    const seen = await seenBy(key);
    expect(seen).toMatchObject({ status: 200, body: { rejected: [{ index: 0, code: 'invalid_event' }] } });
    expect(seen.requestId).toMatch(/^[\w-]{16}$/);
    expectNow(seen.dates);
  });

  it('sees that its key is not valid, and how long to wait', async () => {
    const seen = await seenBy(`ck_${'x'.repeat(43)}`);
    expect(seen).toMatchObject({ status: 401, body: { code: 'unauthorized' }, retryAfter: null });
    const full = Object.assign(new RateLimiterRes(), { msBeforeNext: 4200 });
    vi.spyOn(RateLimiterMemory.prototype, 'consume').mockRejectedValueOnce(full);
    const limited = await seenBy(key);
    expect(limited).toMatchObject({ status: 429, body: { code: 'too_many_requests' }, retryAfter: '5' });
    expectNow(limited.dates);
  });
});
