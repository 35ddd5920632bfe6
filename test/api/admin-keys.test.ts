import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../daemon/contract/client.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { revokeKey } from '../../daemon/features/keys/change-key.ts';
import { createKey, type NewKeyFields } from '../../daemon/features/keys/create-key.ts';
import { HOUR_MS } from '../../daemon/lib/clock.ts';
import { sha256Hex } from '../../daemon/lib/secrets.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { OWNER, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

const EVENTS = '/v1/game/game-event';

describe.each(STORY_DATABASES)('API keys on %s', (database) => {
  let daemon: TestDaemon;
  let ahead = 0;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => Date.now() + ahead });
  });
  afterAll(() => daemon?.close());

  const redeem = (apiKey: string) =>
    createClient(daemon.url, { apiKey }).call('redeem', { body: { user_id: 'u', code: 'UNKNOWN' } });
  const analytics = (apiKey: string) =>
    createClient(daemon.url, { apiKey }).call('analytics', { query: { creator_id: 'c' } });
  const make = async (fields: Partial<NewKeyFields> = {}) => {
    const made = await createKey(daemon.db, { name: 'k', kind: 'server', ...fields }, Date.now());
    return { key: made.key, keyId: made.row.key_id };
  };

  it('get 401 if they are invalid', async () => {
    const { key } = await make();
    const changed = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A');
    for (const wrong of ['', 'x', 'sk_', changed, key.toLowerCase(), ` ${key}x`, `ck_${key.slice(3)}`, sha256Hex(key)])
      expect((await redeem(wrong)).status, wrong).toBe(401);
    expect((await daemon.client.call('redeem', { body: { user_id: 'u', code: 'UNKNOWN' } })).status).toBe(401);
    expect((await redeem(key)).status).toBe(404);
  });

  it('cannot call staff endpoints, and staff tokens cannot call program endpoints', async () => {
    expect((await redeem(daemon.ownerToken)).status).toBe(401);
    expect((await createClient(daemon.url, { token: daemon.serverKey }).call('listApiKeys')).status).toBe(401);
    const { status, headers } = await daemon.server.call('listApiKeys');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('get 403 if they are client keys or lack the scope', async () => {
    const client = await make({ kind: 'client' });
    expect((await redeem(client.key)).status).toBe(403);
    const narrow = await make({ scopes: ['redeem'] });
    expect((await redeem(narrow.key)).status).toBe(404);
    expect((await analytics(narrow.key)).status).toBe(403);
  });

  it('stop working when they expire', async () => {
    const expiresAt = Date.now() + HOUR_MS;
    const { key } = await createKey(daemon.db, { name: 'k', kind: 'server', expiresAt }, Date.now());
    expect((await redeem(key)).status).toBe(404);
    ahead = HOUR_MS;
    expect((await redeem(key)).status).toBe(401);
    ahead = 0;
  });

  it('work as soon as this daemon has created them, and stop as soon as this daemon has revoked them', async () => {
    const made = await daemon.owner.call('createApiKey', { body: { name: 'fresh', kind: 'server' } });
    if (!made.ok) throw new Error(JSON.stringify(made.body));
    const { key, key_id } = made.body;
    expect((await redeem(key)).status).toBe(404);
    const revoked = await daemon.owner.call('revokeApiKey', { params: { key_id } });
    expect(revoked.status).toBe(200);
    expect((await redeem(key)).status).toBe(401);
  });

  it('stop working within a second if another program revokes them', async () => {
    const { key, keyId } = await make();
    expect((await redeem(key)).status).toBe(404);
    const other = await openDatabase(daemon.databaseUrl, { exclusive: false });
    other.keys.secretKey = daemon.db.keys.secretKey;
    const session = await daemon.owner.call('getSession');
    if (!session.ok) throw new Error('no session');
    await revokeKey(other, session.body.staff.staff_id, { keyId }, Date.now());
    const revokedAt = performance.now();
    await other.close();
    await until('the key is refused', async () => {
      const begunAt = performance.now();
      const { status } = await redeem(key);
      // Only requests that begin more than a second after the revocation must be refused, however long they take.
      if (status !== 401) expect(begunAt - revokedAt).toBeLessThan(1000);
      return status === 401;
    });
  });

  it('keep working during a flood of unknown keys', async () => {
    const flood = Array.from({ length: 300 }, (_, at) => redeem(`sk_${String(at).padStart(43, 'x')}`));
    const { key } = await make();
    expect((await redeem(key)).status).toBe(404);
    expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([401]));
  });

  it('are stored as hashes; their rows do not contain the secrets', async () => {
    const { key, keyId } = await make();
    const [row] = await daemon.db.read(({ db, t }) => db.select().from(t.api_keys).where(eq(t.api_keys.key_id, keyId)));
    expect(row?.key_hash).toBe(sha256Hex(key));
    expect(JSON.stringify(row)).not.toContain(key.slice(8));
    const sessions = await daemon.db.read(({ db, t }) => db.select().from(t.staff_sessions));
    expect(sessions.map((session) => session.token_hash)).toContain(sha256Hex(daemon.ownerToken));
  });

  it('have their last use stored before the daemon stops', async () => {
    const own = await testDatabase(database);
    const stopped = await startTestDaemon({ databaseUrl: own.url });
    const { prefix } = (await createKey(stopped.db, { name: 'unused', kind: 'server' }, Date.now())).row;
    await stopped.server.call('analytics', { query: { creator_id: 'c' } });
    await stopped.close();
    const db = await openDatabase(own.url, { exclusive: false });
    const rows = await db.read(({ db, t }) => db.select().from(t.api_keys));
    await db.close();
    await own.drop();
    expect(rows.find((row) => row.prefix === prefix)?.last_used_at).toBeNull();
    expect(rows.find((row) => row.prefix !== prefix)?.last_used_at).toBeGreaterThan(Date.now() - 10_000);
  });
});

describe('browsers', () => {
  let daemon: TestDaemon;
  let bound: string;
  beforeAll(async () => {
    daemon = await startTestDaemon();
    const fields = { name: 'page', kind: 'client', allowedOrigins: ['https://game.test/'] } as const;
    bound = (await createKey(daemon.db, fields, Date.now())).key;
  });
  afterAll(() => daemon?.close());

  const from = (origin: string, method: string, key?: string) =>
    rawRequest(daemon.url, {
      method,
      path: EVENTS,
      headers: { Origin: origin, 'Content-Type': 'application/json', ...(key ? { 'X-API-Key': key } : {}) },
      body: method === 'POST' ? '{"events":[]}' : '',
    });

  it('may send from origins that a client key allows', async () => {
    const allowed = await from('https://game.test', 'OPTIONS');
    expect([allowed.status, allowed.headers['access-control-allow-origin']]).toEqual([204, 'https://game.test']);
    expect(allowed.headers['access-control-allow-headers']).toContain('X-API-Key');
    expect((await from('https://evil.test', 'OPTIONS')).status).toBe(403);
  });

  it('get 403 for origins that the key does not name, and can read every other refusal', async () => {
    expect((await from('https://evil.test', 'POST', bound)).status).toBe(403);
    const refused = await from('https://game.test', 'POST', bound);
    expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([400, 'https://game.test']);
    const unknown = await from('https://game.test', 'POST', `ck_${'x'.repeat(43)}`);
    expect([unknown.status, unknown.headers['access-control-allow-origin']]).toEqual([401, 'https://game.test']);
  });

  it('may send from any origin if a key names no origins', async () => {
    const body = { name: 'open', kind: 'client' } as const;
    const { status } = await daemon.owner.call('createApiKey', { body });
    expect(status).toBe(201);
    expect((await from('https://any.test', 'OPTIONS')).status).toBe(204);
  });

  it('have no access to any other path', async () => {
    const answer = await rawRequest(daemon.url, {
      path: '/v1/admin/session',
      headers: { Origin: 'https://game.test', 'Content-Type': 'application/json' },
      body: JSON.stringify(OWNER),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});
