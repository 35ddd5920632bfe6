import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import type { Scope } from '../../daemon/contract/endpoint.ts';
import { makeSecret } from '../../daemon/features/keys/create-key.ts';
import { KEY_LENGTH, VISIBLE_LENGTH } from '../../daemon/features/keys/key-rules.ts';
import { MAX_FAILURES } from '../../daemon/features/staff/sign-in-rules.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { randomToken, sha256Hex } from '../../daemon/lib/secrets.ts';
import { apiKey, bearer, type TestClient, testClient } from '../support/http/test-client.ts';
import { OWNER, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';

const WRONG = 'not the password';
const V1_OF_SERVERS: [string, string, unknown?][] = [
  ['POST', '/v1/redemption-codes/creator', { creator_id: 'c', redemption_code: 'X' }],
  ['GET', '/v1/redemption-codes/creator?creator_id=c'],
  ['GET', '/v1/redemption-codes/creator/1'],
  ['POST', '/v1/redemption-codes/creator/1/decision', { decision: 'approve' }],
  ['POST', '/v1/redemption-codes/use/redeem', { user_id: 'u', code: 'X' }],
  ['POST', '/v1/redemption-codes/use/validate', { user_id: 'u', code: 'X' }],
  ['POST', '/v1/redemption-codes/use/report', { redemption_id: '1', status: 'granted' }],
  ['GET', '/v1/redemption-codes/analytics?creator_id=0'],
];

const fileOf = (databaseUrl: string) => databaseUrl.slice('sqlite:'.length);

/** Returns the names of the files in the database's folder, including its WAL, that contain a secret in the clear. */
function filesWith(databaseFile: string, secret: string): string[] {
  const folder = dirname(databaseFile);
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && readFileSync(join(folder, entry.name)).includes(secret))
    .map((entry) => entry.name);
}

describe('the randomness of keys and tokens', () => {
  it('a key has at least 128 random bits, evenly distributed', () => {
    expect(KEY_LENGTH * Math.log2(62)).toBeGreaterThanOrEqual(128);
    const keys = Array.from({ length: 4000 }, (_, n) => makeSecret(n % 2 ? 'server' : 'client').key);
    for (const key of keys) expect(key).toMatch(/^(sk|ck)_[0-9A-Za-z]{43}$/);
    expect(new Set(keys).size).toBe(keys.length);
    // Each character occurs at each position, none much more often than its share of 64.5 (six standard deviations
    // are 48).
    for (let at = 3; at < 3 + KEY_LENGTH; at += 1) {
      const counts = new Map<string, number>();
      for (const key of keys) counts.set(key.charAt(at), (counts.get(key.charAt(at)) ?? 0) + 1);
      expect(counts.size).toBe(62);
      expect(Math.max(...counts.values())).toBeLessThan(64.5 + 60);
    }
    // The visible part of a key leaves more than 128 bits unknown.
    const { key, prefix } = makeSecret('server');
    expect((key.length - prefix.length) * Math.log2(62)).toBeGreaterThanOrEqual(128);
  });

  it('a session token has 256 bits', () => {
    const tokens = Array.from({ length: 1000 }, randomToken);
    expect(new Set(tokens).size).toBe(tokens.length);
    for (const token of tokens) expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  });
});

describe('at rest, on SQLite', () => {
  it('no key, token or password is in the file, its WAL or the files next to it', async () => {
    const own = await testDatabase('sqlite');
    const file = fileOf(own.url);
    const daemon = await startTestDaemon({ databaseUrl: own.url });
    const staff = daemon.owner;
    const server = await staff.call('createApiKey', { body: { name: 'Server', kind: 'server' } });
    const client = await staff.call('createApiKey', { body: { name: 'Web', kind: 'client' } });
    const rotated = await staff.call('rotateApiKey', { params: { key_id: server.body.key_id } });
    const again = await daemon.client.call('signIn', { body: OWNER });
    const keys: string[] = [daemon.serverKey, server.body.key, client.body.key, rotated.body.key];
    for (const key of keys) {
      expect(key).toMatch(/^(sk|ck)_[0-9A-Za-z]{43}$/);
      // The key is sent in every kind of request that stores something: accepted, refused and with an Idempotency-Key.
      const game = testClient(daemon.url, { ...apiKey(key), 'Idempotency-Key': `used ${key.slice(0, 4)}` });
      await game.call('redeem', { body: { user_id: 'u', code: 'UNKNOWN' } });
      await game.call('analytics', { query: { creator_id: '0' } });
    }
    await daemon.client.call('signIn', { body: { email: OWNER.email, password: WRONG } });
    const secrets = [...keys, daemon.ownerToken, again.body.token, OWNER.password, WRONG];
    const look = () => {
      for (const secret of secrets) {
        expect(filesWith(file, secret), `${secret.slice(0, 4)}…`).toEqual([]);
      }
      // The hidden part of a key is not stored either.
      for (const key of keys) expect(filesWith(file, key.slice(VISIBLE_LENGTH)), `…${key.slice(-4)}`).toEqual([]);
    };
    // The search covers the latest writes: it finds the hashes in the file or its WAL.
    expect(existsSync(`${file}-wal`)).toBe(true);
    for (const secret of [...keys, daemon.ownerToken]) expect(filesWith(file, sha256Hex(secret))).not.toEqual([]);
    look();
    await daemon.close();
    look();
    await own.drop();
  });

  it('the one-time setup token of a first start is in none of these files, either', async () => {
    const own = await testDatabase('sqlite');
    const config = readConfig({ REDEEMD_DATABASE_URL: own.url, REDEEMD_PORT: '0' });
    const daemon = await startDaemon(config, { log: silentLog });
    expect(daemon.setupToken).toBeTruthy();
    expect(filesWith(fileOf(own.url), daemon.setupToken ?? '')).toEqual([]);
    await daemon.close();
    expect(filesWith(fileOf(own.url), daemon.setupToken ?? '')).toEqual([]);
    await own.drop();
  });

  it('sabotage: a plain key planted in the database, or in a file next to it, is found', async () => {
    const own = await testDatabase('sqlite');
    const file = fileOf(own.url);
    const daemon = await startTestDaemon({ databaseUrl: own.url });
    expect(filesWith(file, daemon.serverKey)).toEqual([]);
    await daemon.db.write(async ({ db, t }) => {
      await db.update(t.api_keys).set({ name: daemon.serverKey });
    });
    expect(filesWith(file, daemon.serverKey)).not.toEqual([]);
    await daemon.close();
    expect(filesWith(file, daemon.serverKey)).toContain(basename(file));
    writeFileSync(join(dirname(file), 'left.log'), `key=${daemon.ownerToken}\n`);
    expect(filesWith(file, daemon.ownerToken)).toEqual(['left.log']);
    await own.drop();
  });
});

describe.each(['sqlite', 'postgres'] as const)('in use, on %s', (database) => {
  let now = Date.UTC(2026, 0, 10);
  let daemon: TestDaemon;
  let staff: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    staff = daemon.owner;
  });
  afterAll(() => daemon?.close());
  const signIn = (email: string, password: string) => daemon.client.call('signIn', { body: { email, password } });

  it('no table contains a key or a token', async () => {
    const { body } = await staff.call('createApiKey', { body: { name: 'Web', kind: 'client' } });
    const session = await signIn(OWNER.email, OWNER.password);
    const text = await daemon.db.read(async ({ db, t }) => {
      const rows = [];
      for (const table of [t.api_keys, t.staff, t.staff_sessions, t.audit_log, t.organisation, t.refused_tries])
        rows.push(await db.select().from(table));
      return JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    });
    for (const secret of [body.key, session.body.token, daemon.ownerToken, daemon.serverKey, OWNER.password])
      expect(text).not.toContain(secret);
    for (const key of [body.key, daemon.serverKey]) expect(text).not.toContain(key.slice(VISIBLE_LENGTH));
  });

  it('a revoked key is refused immediately by the daemon that revoked it', async () => {
    const { body } = await staff.call('createApiKey', { body: { name: 'Short', kind: 'server' } });
    const ask = testClient(daemon.url, apiKey(body.key));
    const use = async () => (await ask.call('analytics', { query: { creator_id: '0' } })).status;
    expect(await use()).toBe(200);
    expect((await staff.call('revokeApiKey', { params: { key_id: body.key_id } })).status).toBe(200);
    expect(await use()).toBe(401);
    // The daemon refuses the key on every path.
    for (const [method, path, sent] of V1_OF_SERVERS)
      expect((await ask.send(method, path, sent)).status, path).toBe(401);
    expect((await ask.call('gameEvent', { body: { events: [{}] } })).status).toBe(401);
  });

  it('an ended session is refused immediately', async () => {
    const { body } = await signIn(OWNER.email, OWNER.password);
    const mine = testClient(daemon.url, bearer(body.token));
    expect((await mine.call('getSession')).status).toBe(200);
    expect((await mine.call('signOut')).status).toBe(200);
    expect((await mine.call('getSession')).status).toBe(401);
  });

  it('client keys may only send SDK events', async () => {
    const { body } = await staff.call('createApiKey', { body: { name: 'Page', kind: 'client' } });
    const page = testClient(daemon.url, apiKey(body.key));
    for (const [method, path, sent] of V1_OF_SERVERS)
      expect(await page.send(method, path, sent), path).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const at = new Date(now).toISOString();
    const payment = { event_type: 'payment', created_at: at, game_id: 'g', event: { user_id: 'u', amount: 1 } };
    const paid = await page.call('gameEvent', { body: { events: [payment] } });
    expect(paid).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    const event = {
      event_type: 'shop',
      event: { event_sub_type: 'opened' },
      game_id: 'g',
      created_at: at,
      session_id: '0f0f0f0f-0f0f-4f0f-8f0f-0f0f0f0f0f0f',
      event_id: '01890a5d-ac96-774b-bcce-b302099a8057',
      user_details: { user_id: 'u' },
      app_details: {},
    };
    const sent = await page.call('gameEvent', { body: { events: [event] } });
    expect(sent).toMatchObject({ status: 200, body: { accepted: 1, rejected: [] } });
    for (const scopes of [['redeem'], ['payments'], ['events', 'analytics']] satisfies Scope[][]) {
      const greedy = await staff.call('createApiKey', { body: { name: 'Page', kind: 'client', scopes } });
      expect(greedy.status).toBe(400);
    }
  });

  it('sign-in is locked after repeated failures, even for the right password, and responds the same way for unknown addresses', async () => {
    for (let failed = 0; failed < MAX_FAILURES; failed += 1) {
      const known = await signIn(OWNER.email, WRONG);
      const unknown = await signIn('unknown@example.test', WRONG);
      expect(known).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
      const { request_id: _, ...told } = known.body;
      const { request_id: __, ...toldToo } = unknown.body;
      expect(told).toEqual(toldToo);
    }
    const locked = await signIn(OWNER.email, OWNER.password);
    expect(locked).toMatchObject({ status: 429, body: { code: 'account_locked' } });
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    // Existing sessions continue.
    expect((await staff.call('getSession')).status).toBe(200);
    now += Number(locked.headers.get('retry-after')) * 1000;
    expect((await signIn(OWNER.email, OWNER.password)).status).toBe(200);
  });
});
