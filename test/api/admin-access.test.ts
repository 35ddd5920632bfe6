import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import type { BodyFor } from '../support/http/test-client.ts';
import {
  type Answered,
  apiKey,
  bearer,
  iso,
  pointersOf,
  refusal,
  shape,
  type TestClient,
  testClient,
} from '../support/http/test-client.ts';
import { OWNER, startTestDaemon, type TestDaemon, testDatabase } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const START = Date.UTC(2026, 0, 10);
const HOUR = 3_600_000;

describe.each(STORY_DATABASES)('access and settings on %s', (database) => {
  let now = START;
  let daemon: TestDaemon;
  let staff: TestClient;
  let guest: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    staff = daemon.owner;
    guest = daemon.client;
  });
  afterAll(() => daemon?.close());
  /** Returns the audit rows of an entity, oldest first. */
  const audited = (entity: string) =>
    daemon.db.read(async ({ db, t }) => {
      const rows = await db.select().from(t.audit_log).orderBy(t.audit_log.audit_id);
      return rows.filter((row) => row.entity === entity);
    });

  describe('keys', () => {
    const create = (body: BodyFor<'createApiKey'>) => staff.call('createApiKey', { body });
    const works = async (key: string) => {
      const { status } = await testClient(daemon.url, apiKey(key)).call('analytics', { query: { creator_id: '0' } });
      return status;
    };

    it('are shown once, and work immediately', async () => {
      const { status, body } = await create({ name: 'Server', kind: 'server' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        key: expect.stringMatching(/^sk_[0-9A-Za-z]{43}$/),
        prefix: body.key.slice(0, 8),
        scopes: ['creator_codes', 'creators', 'redeem', 'payments', 'events', 'analytics', 'payouts'],
        game_id: null,
        allowed_origins: [],
        created_at: iso(now),
        expires_at: null,
        revoked_at: null,
        last_used_at: null,
      });
      expect(await works(body.key)).toBe(200);
      const list = await staff.call('listApiKeys', { query: { q: 'serv' } });
      expect(list.body.data.map((row: { key_id: number }) => row.key_id)).toContain(body.key_id);
      expect(JSON.stringify(list.body)).not.toContain(body.key);
      expect(JSON.stringify(await audited('api_key'))).not.toContain(body.key);
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.api_keys));
      expect(JSON.stringify(rows)).not.toContain(body.key);
    });

    it('for clients can only send SDK events', async () => {
      const { body } = await create({
        name: 'Web',
        kind: 'client',
        game_id: 'game_1',
        allowed_origins: ['https://game.example/', 'https://game.example'],
        expires_at: iso(now + HOUR),
      });
      expect(body).toMatchObject({
        key: expect.stringMatching(/^ck_/),
        scopes: ['events'],
        game_id: 'game_1',
        allowed_origins: ['https://game.example'],
        expires_at: iso(now + HOUR),
      });
      expect(await works(body.key)).toBe(403);
      const wild = await create({ name: 'Web', kind: 'client', allowed_origins: ['https://*.game.example'] });
      expect([wild.status, wild.body.errors[0].pointer]).toEqual([400, '/allowed_origins/0']);
      const greedy = await create({ name: 'Web', kind: 'client', scopes: ['events', 'redeem'] });
      expect(shape(greedy)).toEqual(refusal(400, 'invalid_request'));
      const late = await create({ name: 'Late', kind: 'server', expires_at: iso(now) });
      expect(shape(late)).toEqual(refusal(400, 'invalid_request'));
    });

    it('are rotated with an overlap, and revoked permanently', async () => {
      const old = (await create({ name: 'Old', kind: 'server', scopes: ['analytics', 'redeem'] })).body;
      const rotate = (id: number, body?: object) => staff.call('rotateApiKey', { params: { key_id: id }, body });
      const { body } = await rotate(old.key_id, { overlap_seconds: 60 });
      expect(body).toMatchObject({ name: 'Old', scopes: ['redeem', 'analytics'], expires_at: null });
      expect(body.key_id).not.toBe(old.key_id);
      expect([await works(old.key), await works(body.key)]).toEqual([200, 200]);
      now += 60_000;
      expect([await works(old.key), await works(body.key)]).toEqual([401, 200]);
      expect(shape(await rotate(old.key_id))).toEqual(refusal(400, 'invalid_status_move'));
      const families = await daemon.db.read(({ db, t }) => db.select().from(t.api_keys));
      const familyOf = (id: number) => families.find((row) => row.key_id === id)?.family_id;
      expect(familyOf(body.key_id)).toBe(old.key_id);

      const revoke = (id: number) => staff.call('revokeApiKey', { params: { key_id: id } });
      const revoked = await revoke(body.key_id);
      expect(revoked.body.revoked_at).toBe(iso(now));
      expect(await works(body.key)).toBe(401);
      now += 1000;
      expect(shape(await revoke(body.key_id))).toEqual(shape(revoked));
      expect(shape(await rotate(body.key_id))).toEqual(refusal(400, 'invalid_status_move'));
      expect(shape(await revoke(999_999))).toEqual(refusal(404, 'not_found'));
      expect(shape(await rotate(999_999))).toEqual(refusal(404, 'not_found'));
    });

    it('stay valid for a day after rotation if no overlap is given', async () => {
      const old = (await create({ name: 'Day', kind: 'server', expires_at: iso(now + HOUR) })).body;
      const { body } = await staff.call('rotateApiKey', { params: { key_id: old.key_id } });
      expect(body.expires_at).toBe(iso(now + HOUR));
      const endless = (await create({ name: 'Endless', kind: 'server' })).body;
      await staff.call('rotateApiKey', { params: { key_id: endless.key_id } });
      const rows = (await staff.call('listApiKeys', { query: { page_size: 100 } })).body.data;
      const endOf = (id: number) => rows.find((row: { key_id: number }) => row.key_id === id).expires_at;
      expect([endOf(old.key_id), endOf(endless.key_id)]).toEqual([iso(now + HOUR), iso(now + 24 * HOUR)]);
    });
  });

  describe('settings', () => {
    const change = (body: object) => staff.edit('changeSettings', { body });

    it('can be read and changed', async () => {
      const tiers = [
        { min_revenue: 0, percent: 5 },
        { min_revenue: 1000.5, percent: 7.25 },
      ];
      const before = (await staff.call('getSettings')).body;
      expect(before).toMatchObject({ currency: 'USD', currency_digits: 2, currency_frozen: false, time_zone: 'UTC' });
      const changed = await change({ name: 'Studio', time_zone: 'Europe/Madrid', commission_tiers: tiers });
      expect(changed.body).toEqual({
        ...{ ...before, name: 'Studio', time_zone: 'Europe/Madrid', commission_tiers: tiers },
        version: before.version + 1,
      });
      expect((await change({})).body).toEqual(changed.body);
      const [entry, ...more] = (await audited('settings')).map(({ action, before, after }) => [action, before, after]);
      expect(more).toEqual([]);
      expect(entry?.[0]).toBe('settings.change');
      expect(JSON.parse(entry?.[2] ?? '')).toEqual({
        name: 'Studio',
        time_zone: 'Europe/Madrid',
        commission_tiers: tiers,
      });
    });

    it('let the currency and its decimal places change until the first payment', async () => {
      expect((await change({ currency: 'JPY' })).body).toMatchObject({ currency: 'JPY', currency_digits: 0 });
      expect((await change({ currency: 'KWD' })).body).toMatchObject({ currency: 'KWD', currency_digits: 3 });
      expect((await change({ currency: 'HUF' })).body).toMatchObject({ currency: 'HUF', currency_digits: 2 });
      expect((await change({ currency: 'KWD' })).body).toMatchObject({ currency: 'KWD', currency_digits: 3 });
      for (const currency of ['XAU', 'XXX', 'DEM', 'ABC'])
        expect(pointersOf(await change({ currency, currency_digits: 2 }))).toEqual(['/currency']);
      expect((await change({ currency_digits: 4 })).body).toMatchObject({ currency: 'KWD', currency_digits: 4 });
      expect((await change({ currency: 'KWD' })).body).toMatchObject({ currency: 'KWD', currency_digits: 4 });
      const both = await change({ currency: 'EUR', currency_digits: 3 });
      expect(both.body).toMatchObject({ currency: 'EUR', currency_digits: 3 });
      // The daemon refuses a change that would alter a stored amount.
      expect((await change({ minimum_payout: '2.50' })).body.minimum_payout).toEqual({
        amount: '2.500',
        currency: 'EUR',
      });
      expect((await change({ currency_digits: 2 })).body.minimum_payout).toEqual({ amount: '2.50', currency: 'EUR' });
      expect(pointersOf(await change({ currency_digits: 0 }))).toEqual(['/minimum_payout']);
      expect((await change({ currency_digits: 3, minimum_payout: '0' })).body).toMatchObject({ currency_digits: 3 });
      await change({ currency: 'USD' });
      const event = { user_id: 'payer', amount: 1.5 };
      const paid = await daemon.server.call('gameEvent', {
        body: {
          events: [{ event_type: 'payment', created_at: iso(now), game_id: 'game', event }],
        },
      });
      expect(paid.status).toBe(200);
      expect((await staff.call('getSettings')).body.currency_frozen).toBe(true);
      expect(shape(await change({ currency: 'EUR' }))).toEqual(refusal(400, 'currency_frozen'));
      expect(shape(await change({ currency_digits: 3 }))).toEqual(refusal(400, 'currency_frozen'));
      const same = await change({ currency: 'USD', currency_digits: 2, name: 'Still' });
      expect(same.body).toMatchObject({ name: 'Still', currency_frozen: true });
    });
  });

  describe('staff', () => {
    // If a request waits too long for a row on a busy machine, the daemon responds with 503 and the client retries.
    const signIn = async (email: string, password: string): Promise<Answered> => {
      const answer = await guest.call('signIn', { body: { email, password } });
      return answer.status === 503 ? signIn(email, password) : answer;
    };

    it('can sign in, with the address in upper or lower case, and sign out', async () => {
      const { status, body } = await signIn(OWNER.email.toUpperCase(), OWNER.password);
      expect(status).toBe(200);
      expect(body).toMatchObject({ staff: { email: OWNER.email, role: 'owner' }, expires_at: iso(now + 12 * HOUR) });
      const mine = testClient(daemon.url, bearer(body.token));
      const { staff: who, expires_at, environment } = body;
      expect(shape(await mine.call('getSession'))).toEqual({
        status: 200,
        body: { staff: who, expires_at, environment },
      });
      const rows = await daemon.db.read(({ db, t }) => db.select().from(t.staff_sessions));
      expect(JSON.stringify(rows)).not.toContain(body.token);
      expect(shape(await mine.call('signOut'))).toEqual({ status: 200, body: { signed_out: true } });
      expect((await mine.call('getSession')).status).toBe(401);
      expect((await staff.call('getSession')).status).toBe(200);
    });

    it('are locked out after ten failures, even with the right password', async () => {
      expect(shape(await signIn('unknown@example.test', 'x'))).toEqual(refusal(401, 'invalid_credentials'));
      const guesses = await Promise.all(Array.from({ length: 12 }, () => signIn(OWNER.email, 'wrong')));
      const codes = guesses.map(({ body }) => body.code).sort();
      expect(codes).toEqual([
        ...Array.from({ length: 2 }, () => 'account_locked'),
        ...Array.from({ length: 10 }, () => 'invalid_credentials'),
      ]);
      const locked = await signIn(OWNER.email, OWNER.password);
      expect(shape(locked)).toEqual(refusal(429, 'account_locked'));
      expect(locked.headers.get('retry-after')).toBe('900');
      now += 15 * 60_000;
      expect((await signIn(OWNER.email, 'wrong')).status).toBe(401);
      expect((await signIn(OWNER.email, OWNER.password)).status).toBe(200);
    });

    it('stay signed in for twelve hours', async () => {
      const { token } = (await signIn(OWNER.email, OWNER.password)).body;
      const mine = testClient(daemon.url, bearer(token));
      now += 12 * HOUR - 1;
      expect((await mine.call('getSession')).status).toBe(200);
      now += 1;
      expect((await mine.call('getSession')).status).toBe(401);
    });
  });

  it('let an owner be set up once in an empty database, with the token from the latest start', async () => {
    const own = await testDatabase(database);
    const config = readConfig({ REDEEMD_DATABASE_URL: own.url, REDEEMD_PORT: '0' });
    const start = () => startDaemon(config, { log: silentLog, clock: () => now });
    const first = await start();
    await first.close();
    const fresh = await start();
    try {
      const ask = testClient(fresh.url);
      const setUp = (setup_token: string | null) =>
        ask.call('setup', {
          body: { setup_token: setup_token ?? '', email: 'First@Example.test', password: 'twelve letters' },
        });
      expect(shape(await setUp(first.setupToken))).toEqual(refusal(401, 'invalid_credentials'));
      const done = await setUp(fresh.setupToken);
      expect(done).toMatchObject({ status: 201, body: { staff: { email: 'first@example.test', role: 'owner' } } });
      expect((await testClient(fresh.url, bearer(done.body.token)).call('getSettings')).status).toBe(200);
      expect(shape(await setUp(fresh.setupToken))).toEqual(refusal(409, 'already_set_up'));
    } finally {
      await fresh.close();
    }
    const again = await start();
    await again.close();
    expect(again.setupToken).toBeNull();
    await own.drop();
  });
});
