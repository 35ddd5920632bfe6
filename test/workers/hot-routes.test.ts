import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, addCreatorCode } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { apiKey, done, testClient } from '../support/http/test-client.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { until } from '../support/world/wait-until.ts';
import { type CrewWorld, EVENTS, REDEEM, startCrewWorld } from './crew-world.ts';

// What the hot routes promise, through two workers. Each request has a connection of its own, so the workers take turns.

const PAGE = 'https://game.test';

let world: CrewWorld;
beforeAll(async () => {
  world = await startCrewWorld(2);
  await addCode(world, world.campaignId, 'GIFT', { rewards_json: '[{"gold": 1.10}]' });
  await addCode(world, world.campaignId, 'BASE', { use_as_referral: 'Y' });
});
afterAll(() => world?.close());

const redeem = (user_id: string, code: string, headers: Record<string, string> = {}) =>
  world.post(REDEEM, { user_id, code }, headers);

describe('redeem', () => {
  it('answers as one process does, and keeps the rewards as they were typed', async () => {
    const { code } = await addCreatorCode(world, 'ann', 'BASE');
    const first = await redeem('u1', code.toLowerCase());
    expect(first.json).toMatchObject({ code, code_type: 'referral', creator_id: 'ann', linked: true });
    expect((await redeem('u1', 'GIFT')).text).toContain('"rewards":[{"gold": 1.10}]');
    const again = await redeem('u1', 'GIFT');
    expect([again.status, again.json.code]).toEqual([409, 'already_redeemed']);
    expect(again.json.redemption_id).toEqual(expect.any(String));
    expect((await redeem('u1', 'BASE')).json.code).toBe('referral_base_not_redeemable');
    expect((await redeem('u1', 'NO-SUCH')).json).toMatchObject({ status: 404, code: 'code_not_found' });
    const invalid = await world.post(REDEEM, { user_id: 'u1', typo: 1 });
    expect(invalid.json.errors).toEqual([
      { pointer: '/code', detail: expect.any(String) },
      { pointer: '/typo', detail: 'unknown' },
    ]);
  });

  it('is answered again under its Idempotency-Key by any worker', async () => {
    const key = { 'Idempotency-Key': 'k1' };
    const first = await redeem('u2', 'GIFT', key);
    for (let turn = 0; turn < 3; turn += 1) {
      const again = await redeem('u2', 'GIFT', key);
      expect([again.text, again.headers['idempotent-replayed']]).toEqual([first.text, 'true']);
    }
    expect((await redeem('u3', 'GIFT', key)).json.code).toBe('idempotency_mismatch');
  });

  it('limits guesses over all workers', async () => {
    const statuses = [];
    for (let n = 0; n < 21; n += 1) statuses.push((await redeem('guesser', `GUESS-${n}`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 404), 429]);
    expect((await redeem('guesser', 'GIFT')).headers['retry-after']).toMatch(/^\d+$/);
    expect((await redeem('other', 'GIFT')).status).toBe(200);
  });
});

describe('game events', () => {
  it('payments count once, whatever worker takes them', async () => {
    const request = { id: 'r1', events: [paymentEvent('u1', 19.9, Date.now(), { transaction_id: 't1' })] };
    const taken = { id: 'r1', accepted: 1, duplicates: 0, rejected: [] };
    expect((await world.post(EVENTS, request)).json).toEqual(taken);
    expect((await world.post(EVENTS, request)).json).toEqual(taken);
    const precise = await world.post(EVENTS, { events: [paymentEvent('u1', 0.001, Date.now())] });
    expect([precise.status, precise.json.errors]).toMatchObject([400, [{ pointer: '/events/0/event/amount' }]]);
    const large =
      '{"events":[{"event_type":"payment","created_at":"2026-01-01","game_id":"game","event":{"user_id":"u","amount":9007199254740993}}]}';
    expect((await world.post(EVENTS, large)).status).toBe(400);
    const { body } = await world.server.call('analytics', { query: { creator_id: 'ann' } });
    expect(body).toMatchObject([{ total_revenue: 19.9 }]);
  });

  it('SDK events are taken one by one', async () => {
    const [good, bad] = [sdkEvent(), { ...sdkEvent(), created_at: 'never' }];
    const { json } = await world.post(EVENTS, { id: 'e1', events: [good, bad] });
    expect(json).toMatchObject({ id: 'e1', accepted: 1, duplicates: 0, rejected: [{ index: 1 }] });
    expect((await world.post(EVENTS, { events: [good] })).json).toMatchObject({ accepted: 0, duplicates: 1 });
    expect((await world.post(EVENTS, { events: [good, paymentEvent('u1', 1, Date.now())] })).json.code).toBe(
      'mixed_events',
    );
  });

  it('a page gets its permission, and refusals that it can read', async () => {
    const body = { name: 'page', kind: 'client' as const, allowed_origins: [PAGE] };
    const { key } = done(await world.owner.call('createApiKey', { body }));
    const ask = (method: string, origin: string, headers: Record<string, string> = {}, sent = '') =>
      rawRequest(world.url, { method, path: EVENTS, headers: { Origin: origin, ...headers }, body: sent });
    for (let turn = 0; turn < 2; turn += 1) {
      expect((await ask('OPTIONS', PAGE)).headers).toMatchObject({ 'access-control-allow-origin': PAGE });
      expect((await ask('OPTIONS', 'https://evil.test')).status).toBe(403);
    }
    const json = { 'Content-Type': 'application/json' };
    const sent = JSON.stringify({ events: [sdkEvent()] });
    expect((await ask('POST', PAGE, { ...json, 'X-API-Key': key }, sent)).json).toMatchObject({ accepted: 1 });
    const refused = await ask('POST', PAGE, { ...json, 'X-API-Key': `ck_${'x'.repeat(43)}` }, sent);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([401, PAGE]);
    expect((await ask('POST', 'https://evil.test', { ...json, 'X-API-Key': key }, sent)).status).toBe(403);
  });
});

it('refuses by size, type and key', async () => {
  expect((await world.post(REDEEM, Buffer.alloc(1_048_577, ' '))).json.code).toBe('body_too_large');
  expect((await world.post(REDEEM, '{}', { 'Content-Type': 'text/plain' })).json.code).toBe('unsupported_media_type');
  expect((await world.post(REDEEM, '{')).json.code).toBe('invalid_json');
  const nameless = await world.post(REDEEM, {}, { 'X-API-Key': '' });
  expect([nameless.status, nameless.headers['www-authenticate']]).toEqual([401, 'ApiKey']);
  const asked = await rawRequest(world.url, { method: 'GET', path: REDEEM });
  expect([asked.status, asked.headers.allow]).toEqual([405, 'POST']);
});

it('a revoked key fails within a second at every worker, a new one works at once', async () => {
  const { key, key_id } = done(await world.owner.call('createApiKey', { body: { name: 'K', kind: 'server' } }));
  const ask = async () => (await redeem('u9', 'GIFT', apiKey(key))).status;
  for (let turn = 0; turn < 4; turn += 1) expect([200, 409]).toContain(await ask());
  done(await world.owner.call('revokeApiKey', { params: { key_id } }));
  await sleep(1000);
  for (let turn = 0; turn < 4; turn += 1) expect(await ask()).toBe(401);
});

it('metrics count the requests of all workers, and the last use of a key arrives', async () => {
  await until('the workers have told of it', async () => {
    const text = await (await fetch(`${world.url}/metrics`)).text();
    const count = /^http_request_duration_seconds_count\{endpoint="redeem",status="429"\} (\d+)$/m.exec(text)?.[1];
    return Number(count) === 2 && /^redeemd_http_workers 2$/m.test(text);
  });
  const text = await (await fetch(`${world.url}/metrics`)).text();
  for (const worker of [1, 2])
    expect(text).toMatch(
      new RegExp(`^redeemd_http_worker_resident_memory_bytes\\{worker="${worker}"\\} \\d{7,}$`, 'm'),
    );
  expect(text).not.toMatch(/^redeemd_connections -?0$/m);
});

it('tells a client that asks for something else what one process tells it', async () => {
  const { status, body } = await testClient(world.url).call('getSession');
  expect([status, body.code]).toEqual([401, 'unauthorized']);
});
