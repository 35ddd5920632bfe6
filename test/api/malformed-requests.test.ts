import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RawRequest, rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const REDEEM = '/v1/redemption-codes/use/redeem';
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

// Both daemons are the same except for the server of the hot endpoints: the node:http dispatcher, or Express.
let hot: TestDaemon;
let express: TestDaemon;
beforeAll(async () => {
  hot = await startTestDaemon();
  express = await startTestDaemon({ hotRoutes: false });
});
afterAll(async () => {
  await hot?.close();
  await express?.close();
});

/** Sends one request to both daemons, and expects equal answers. */
async function bothWays(request: Omit<RawRequest, 'path'> & { path?: string }, withKey = true) {
  const answers = [];
  for (const daemon of [hot, express]) {
    const key: Record<string, string> = withKey ? { 'X-API-Key': daemon.serverKey } : {};
    const headers = { ...key, ...request.headers };
    answers.push(await rawRequest(daemon.url, { path: REDEEM, ...request, headers }));
  }
  const [first, second] = answers;
  if (!first || !second) throw new Error('no answers');
  const { request_id: firstId, ...firstBody } = first.json;
  const { request_id: secondId, ...secondBody } = second.json;
  expect([first.status, firstBody]).toEqual([second.status, secondBody]);
  for (const answer of answers) {
    expect(answer.headers['x-request-id']).toMatch(/^[\w-]{16}$/);
    expect(answer.headers['cache-control']).toBe('no-store');
    if (answer.status < 400) continue;
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.json).toMatchObject({ status: answer.status, request_id: answer.headers['x-request-id'] });
  }
  return first;
}

const send = (body: string | Buffer, headers: Record<string, string> = JSON_TYPE) => bothWays({ headers, body });

describe('bodies that are not JSON', () => {
  it.each<[string, string | Buffer]>([
    ['cut short', '{"user_id":"u"'],
    ['two values', '{} {}'],
    ['a byte order mark', '\ufeff{"user_id":"u","code":"abc"}'],
    ['a bare NUL', '{"user_id":"a\0b","code":"abc"}'],
    ['bad UTF-8', Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d])],
    ['a surrogate in UTF-8', Buffer.from('7b2261223a22eda080227d', 'hex')],
    ['an overlong NUL', Buffer.from('7b2261223a22c080227d', 'hex')],
    ['UTF-16', Buffer.from('{"user_id":"u","code":"abc"}', 'utf16le')],
    ['NaN', '{"user_id":NaN}'],
    ['65 levels', nested(65)],
    ['40,000 levels', nested(40_000)],
    ['500,000 levels', nested(500_000)],
    ['500,000 levels that never end', '['.repeat(500_000)],
  ])('%s', async (_, body) => {
    const answer = await send(body);
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_json']);
  });

  it('64 levels are read, and then refused by the schema', async () => {
    expect((await send(nested(64))).json.code).toBe('invalid_request');
  });
});

describe('the check of content types', () => {
  const body = '{"user_id":"u","code":"abc"}';
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'text/json',
    'application/json5',
    'application/json charset=utf-8',
    'application/problem+json',
    'application/json, text/plain',
    'application/json ; charset=latin1',
    'application/json; version=1; charset="utf-16"',
    'application/json; charset=utf-8-odd',
    'application/json; charset=',
    '',
  ])('refuses %j', async (type) => {
    expect((await send(body, { 'Content-Type': type })).status).toBe(415);
  });

  it('refuses a body without a type, and a compressed one', async () => {
    expect((await send(body, {})).status).toBe(415);
    expect((await send(body, { ...JSON_TYPE, 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; charset=utf-8; foo=bar',
    'APPLICATION/JSON;profile="x"',
    'application/json;odata.metadata=minimal;charset=UTF-8',
    'application/json; version=1; charset=utf8',
    'application/json;',
  ])('accepts %j', async (type) => {
    expect((await send(body, { 'Content-Type': type })).json.code).toBe('code_not_found');
  });

  it('refuses bytes that do not match the stated charset', async () => {
    const refused = await send(Buffer.from('{"user_id":"ü","code":"abc"}', 'latin1'));
    expect([refused.status, refused.json.code]).toEqual([400, 'invalid_json']);
  });
});

describe('the limit on the size of a body', () => {
  const filled = (bytes: number) => `{"user_id":"u","code":"${'x'.repeat(bytes - 25)}"}`;
  it('is 1 MiB', async () => {
    expect((await send(filled(1_048_576))).status).toBe(400);
    expect((await send(filled(1_048_577))).json.code).toBe('body_too_large');
    expect((await send(filled(5_000_000))).status).toBe(413);
  });

  it('applies to a body without an announced length', async () => {
    const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' };
    expect((await send(filled(2_000_000), headers)).status).toBe(413);
  });

  it('leaves an empty body to the schema, which refuses it', async () => {
    const answer = await send('', { ...JSON_TYPE, 'Content-Length': '0' });
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
  });
});

describe('traps inside JSON', () => {
  it.each([
    ['NUL in a value', '{"user_id":"a\\u0000b","code":"abc"}'],
    ['NUL in a key', '{"user_id":"u","code":"abc","a\\u0000":1}'],
    ['a lone high surrogate', '{"user_id":"a\\ud800","code":"abc"}'],
    ['a lone low surrogate', '{"user_id":"\\udc00a","code":"abc"}'],
    ['surrogates the wrong way round', '{"user_id":"\\udc00\\ud800","code":"abc"}'],
    ['an unknown field', '{"user_id":"u","code":"abc","admin":true}'],
    ['__proto__', '{"user_id":"u","code":"abc","__proto__":{"admin":true}}'],
    ['only __proto__', '{"__proto__":{"user_id":"u","code":"abc"}}'],
    ['constructor', '{"user_id":"u","code":"abc","constructor":{"prototype":{"admin":true}}}'],
    ['a number instead of a text', '{"user_id":1e400,"code":"abc"}'],
    ['a big number instead of a text', `{"user_id":${'9'.repeat(10_000)},"code":"abc"}`],
    ['null', 'null'],
    ['a list', '[]'],
  ])('%s', async (_, body) => {
    const answer = await send(body);
    expect([answer.status, answer.json.code]).toEqual([400, 'invalid_request']);
    expect('admin' in {}).toBe(false);
  });

  it('a complete surrogate pair is accepted', async () => {
    expect((await send('{"user_id":"\\ud83d\\ude00","code":"abc"}')).json.code).toBe('code_not_found');
  });

  it('the last of duplicate keys counts', async () => {
    expect((await send('{"user_id":7,"user_id":"u","code":"abc"}')).json.code).toBe('code_not_found');
    expect((await send('{"user_id":"u","user_id":7,"code":"abc"}')).json.code).toBe('invalid_request');
  });

  it('a refusal points at each fault', async () => {
    const { json } = await send('{"user_id":"","a/b~c":1}');
    const pointers = (json.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(new Set(pointers)).toEqual(new Set(['/user_id', '/code', '/a~1b~0c']));
  });
});

describe('bodies with too many parts', () => {
  const keys = (count: number) => Array.from({ length: count }, (_, at) => `"${at.toString(36)}":0`).join();
  const MANY_KEYS = 'The body has more than 10,000 keys.';
  const MANY_ENTRIES = 'The body has more than 2,000 list entries and objects.';
  const MANY_VALUES = 'The body has more than 20,000 values, not counting those inside objects such as event_details.';
  it.each([
    ['/v1/admin/session', `{${keys(100_000)}}`, MANY_KEYS],
    ['/v1/admin/session', `{${keys(90_000)},"a":`, MANY_KEYS],
    [REDEEM, `{"user_id":"u","code":{${keys(10_001)}}}`, MANY_KEYS],
    [REDEEM, `{"user_id":[${'{},'.repeat(300_000)}0]}`, MANY_ENTRIES],
    [REDEEM, `{"user_id":[${'0,'.repeat(500_000)}0]}`, MANY_ENTRIES],
    ['/v1/game/game-event', `{"events":[${'{},'.repeat(300_000)}0]}`, MANY_VALUES],
    ['/v1/game/game-event', `{"events":[${'0,'.repeat(500_000)}0]}`, MANY_VALUES],
    ['/v1/game/game-event', `{"events":[],${keys(90_000)}}`, MANY_VALUES],
    ['/v1/game/game-event', `{"events":[{${keys(90_000)}}]}`, MANY_VALUES],
    [
      '/v1/game/game-event',
      `{"events":[{"event_type":"a","event":{"event_details":{${keys(90_000)}}}}]}`,
      'The body has more than 50,000 keys, objects and arrays.',
    ],
  ])('are refused by %s before they are parsed: %#', async (path, body, detail) => {
    const answer = await bothWays({ path, body, headers: JSON_TYPE });
    expect([answer.status, answer.json.detail]).toEqual([400, detail]);
  });

  it('list at most fifty faults', async () => {
    const answer = await bothWays({ path: '/v1/admin/session', body: `{${keys(9_000)}}`, headers: JSON_TYPE });
    expect([answer.status, (answer.json.errors as unknown[]).length]).toEqual([400, 50]);
  });
});

describe('the check of payment amounts', () => {
  const pay = (amount: string, rest = '') =>
    bothWays({
      path: '/v1/game/game-event',
      headers: JSON_TYPE,
      body: `{"events":[{"event_type":"payment","created_at":"2026-01-01T00:00:00Z","game_id":"g","event":{"user_id":"u","amount":${amount}${rest}}}]}`,
    });

  it.each(['1', '0.10', '-0.5', '1e2', '1.5E+3', '1000000000000.00', '1.00000000000000000000'])(
    'accepts %s',
    async (amount) => {
      expect(await pay(amount)).toMatchObject({ status: 200, json: { accepted: 1 } });
    },
  );

  it.each([
    ['1.001', 'invalid_amount'],
    ['0.1000000000000000055', 'invalid_amount'],
    ['9007199254740993', 'invalid_amount'],
    ['1e400', 'invalid_amount'],
    ['1e-400', 'invalid_amount'],
    ['9'.repeat(5000), 'invalid_amount'],
    ['"5"', 'invalid_request'],
    ['"1e2"', 'invalid_request'],
    ['{"numberText":"5"}', 'invalid_request'],
    ['null', 'invalid_request'],
    ['true', 'invalid_request'],
  ])('refuses %s', async (amount, code) => {
    expect(await pay(amount)).toMatchObject({ status: 400, json: { code } });
  });

  it('reads the last of duplicate amounts, and nothing through __proto__', async () => {
    expect(await pay('1', ',"amount":0.00100000000000000000')).toMatchObject({ json: { code: 'invalid_amount' } });
    expect(await pay('0.00100000000000000000', ',"amount":1')).toMatchObject({ status: 200 });
    expect(await pay('1e2', ',"__proto__":{"user_id":"v"}')).toMatchObject({ json: { code: 'invalid_request' } });
  });
});

describe('checks before the body', () => {
  it('the key is checked before the body', async () => {
    for (const body of ['{', nested(40_000), 'x'.repeat(2_000_000)]) {
      const answer = await bothWays({ headers: { 'Content-Type': 'text/plain' }, body }, false);
      expect([answer.status, answer.json.code]).toEqual([401, 'unauthorized']);
      expect(answer.headers['www-authenticate']).toBe('ApiKey');
    }
  });

  it('a wrong method is refused with the methods of the path', async () => {
    const wrong = await bothWays({ method: 'PUT', headers: {} });
    expect([wrong.status, wrong.headers.allow]).toEqual([405, 'POST']);
    const list = await bothWays({ method: 'DELETE', path: '/v1/admin/campaigns' });
    expect(list.headers.allow).toBe('GET, POST');
    expect((await bothWays({ method: 'OPTIONS', headers: { Origin: 'https://a.test' } })).status).toBe(405);
  });

  it.each([
    '/',
    '/v1',
    '/v1/redemption-codes/use/redeem/',
    '/V1/game/game-event',
    '/v1/nothing?code=x',
    '/constructor',
  ])('the path %s is not found', async (path) => {
    expect(await bothWays({ path, headers: {} })).toMatchObject({ status: 404, json: { code: 'not_found' } });
  });

  it('paths and queries are checked like bodies', async () => {
    const get = (path: string) => bothWays({ method: 'GET', path });
    const base = '/v1/redemption-codes/creator';
    for (const path of [
      `${base}/%`,
      `${base}/%ff`,
      `${base}/%00`,
      `${base}/0`,
      `${base}/1e3`,
      `${base}/${'9'.repeat(30)}`,
    ])
      expect(await get(path)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    for (const query of ['', '?creator_id=', '?creator_id=a&creator_id=b', '?creator_id=a%00', '?creator_id=a&x=1'])
      expect(await get(base + query)).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
    const { json } = await get(`${base}?creator_id=a&page=0&page_size=101`);
    const pointers = (json.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers).toEqual(['#/query/page', '#/query/page_size']);
    expect((await bothWays({ path: `${REDEEM}?x=1`, headers: JSON_TYPE, body: '{}' })).status).toBe(400);
  });

  it('headers are checked, too', async () => {
    const headers = { ...JSON_TYPE, 'Idempotency-Key': 'k'.repeat(256) };
    const { json } = await send('{"user_id":"u","code":"abc"}', headers);
    expect(json.errors).toMatchObject([{ pointer: '#/header/idempotency-key' }]);
  });
});
