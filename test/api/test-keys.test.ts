import { randomUUID } from 'node:crypto';
import { getTableName, is, Table } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EndpointName, endpointList } from '../../daemon/contract/contract.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { apiKey, done, type TestClient, testClient } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, subscribe } from '../support/http/webhooks.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

/** The tables that a daemon writes regardless of the requests: uses of keys and sessions, and its own work. */
const BESIDE = ['api_keys', 'staff_sessions', 'job_runs'];

interface World {
  daemon: TestDaemon;
  base: string;
  gift: string;
  soon: string;
  draft: string;
  keyed: string;
  pendingId: number;
  claimId: string;
  runId: number;
}

/** Returns every row of every other table, by table. */
async function wholeDatabase({ db }: TestDaemon): Promise<Map<string, unknown>> {
  const rows = new Map<string, unknown>();
  await db.read(async ({ db: query, t }) => {
    for (const table of Object.values(t)) {
      if (!is(table, Table) || BESIDE.includes(getTableName(table))) continue;
      rows.set(getTableName(table), await query.select().from(table as never));
    }
  });
  return rows;
}

async function makeWorld(database: DatabaseKind): Promise<World> {
  const daemon = await startTestDaemon({ database, env: LOOPBACK_OPEN });
  const { owner, server } = daemon;
  const campaignId = await runningCampaign(daemon);
  const day = 86_400_000;
  const soonId = await newCampaign(daemon, {
    starts_at: new Date(Date.now() + day).toISOString(),
    ends_at: new Date(Date.now() + 2 * day).toISOString(),
  });
  await owner.call('publishCampaign', { params: { campaign_id: soonId } });
  const draftId = await newCampaign(daemon);
  const pool = done(await owner.call('createKeyPool', { body: { name: 'Steam', low_stock: 5 } }));
  done(await owner.call('addPoolKeys', { params: { pool_id: pool.pool_id }, body: { csv: 'key\nREAL-KEY-1\n' } }));
  const base = (await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' })).code;
  const gift = (await addCode(daemon, campaignId, 'GIFT', { usage_limit: 1 })).code;
  const keyed = (await addCode(daemon, campaignId, 'KEYED', { key_pool_id: pool.pool_id })).code;
  const soon = (await addCode(daemon, soonId, 'SOON')).code;
  const draft = (await addCode(daemon, draftId, 'DRAFT')).code;
  const pending = { creator_id: 'ann', redemption_code: base, code: 'ANNSOWN' };
  const { code_id } = done(await server.call('createCreatorCode', { body: pending }));
  const open = (await addCode(daemon, campaignId, 'OPEN')).code;
  const { redemption_id } = done(await server.call('redeem', { body: { user_id: 'real', code: open } }));
  const { run_id } = done(await owner.call('createPayoutRun', { body: { kind: 'manual' } }));
  await until('the run is prepared', async () => {
    const run = await owner.call('getPayoutRun', { params: { run_id } });
    return done(run).status !== 'preparing';
  });
  // From now on, each request that is stored also writes to the outbox.
  await subscribe(owner, { url: 'http://127.0.0.1:9/' }, 'redemption.succeeded', 'creator_code.submitted');
  return { daemon, base, gift, soon, draft, keyed, pendingId: code_id, claimId: redemption_id, runId: run_id };
}

type Operation = (world: World, game: TestClient) => Promise<{ status: number; body: unknown }>;

const payment = (user: string) => paymentEvent(user, 20, Date.now());
const sdkEvent = () => ({
  id: randomUUID(),
  event_type: 'session_created',
  created_at: new Date().toISOString(),
  game_id: 'game',
  event: { user_id: 'tester' },
});

/** A call to each endpoint for programs. */
const OPERATIONS: Partial<Record<EndpointName, Operation>> = {
  createCreatorCode: ({ base }, game) =>
    game.call('createCreatorCode', { body: { creator_id: 'bob', redemption_code: base } }),
  listCreatorCodes: (_, game) => game.call('listCreatorCodes', { query: { creator_id: 'ann' } }),
  getCreatorCode: ({ pendingId }, game) => game.call('getCreatorCode', { params: { code_id: pendingId } }),
  decideCreatorCode: ({ pendingId }, game) =>
    game.call('decideCreatorCode', { params: { code_id: pendingId }, body: { decision: 'approve' } }),
  redeem: ({ gift }, game) =>
    game.call('redeem', { body: { user_id: 'tester', code: gift }, headers: { 'Idempotency-Key': 'once' } }),
  validate: (_, game) => game.call('validate', { body: { user_id: 'tester', code: 'UNKNOWN' } }),
  getRedemption: ({ claimId }, game) => game.call('getRedemption', { params: { redemption_id: claimId } }),
  reportRedemption: ({ claimId }, game) =>
    game.call('reportRedemption', { body: { redemption_id: claimId, status: 'granted' } }),
  gameEvent: async (_, game) => {
    done(await game.call('gameEvent', { body: { id: randomUUID(), events: [sdkEvent()] } }));
    return game.call('gameEvent', { body: { id: randomUUID(), events: [payment('tester')] } });
  },
  createCreatorLink: (_, game) => game.call('createCreatorLink', { params: { creator_id: 'ann' } }),
  createCreatorEmbedToken: (_, game) => game.call('createCreatorEmbedToken', { params: { creator_id: 'ann' } }),
  analytics: (_, game) => game.call('analytics', { query: { creator_id: 'ann' } }),
  payoutCsv: ({ runId }, game) => game.call('payoutCsv', { params: { run_id: runId } }),
};
/** These store nothing with a live key either. */
const READS: readonly string[] = ['listCreatorCodes', 'getCreatorCode', 'getRedemption', 'analytics', 'payoutCsv'];

/** These endpoints return a file and a list, which have no place for the field `test`. */
const NOT_OBJECTS: readonly string[] = ['payoutCsv', 'analytics'];

describe.each(['sqlite', 'postgres'] as const)('a test key on %s', (database) => {
  let world: World;
  let game: TestClient;
  let key: string;
  beforeAll(async () => {
    world = await makeWorld(database);
    const made = done(
      await world.daemon.owner.call('createApiKey', { body: { name: 'Test', kind: 'server', is_test: true } }),
    );
    expect(made.is_test).toBe(true);
    key = made.key;
    game = testClient(world.daemon.url, apiKey(key));
  });
  afterAll(() => world.daemon.close());

  it('is tried on every endpoint for programs', () => {
    const names = endpointList.filter(([, { access }]) => access.kind === 'key').map(([name]) => name);
    expect(Object.keys(OPERATIONS).sort()).toEqual(names.sort());
  });

  it.each(Object.entries(OPERATIONS))('gets test: true from %s and stores nothing', async (name, operation) => {
    const before = await wholeDatabase(world.daemon);
    const { status, body } = await operation(world, game);
    if (name === 'validate') expect(status).toBe(404);
    else expect([200, 201], JSON.stringify(body)).toContain(status);
    if (!NOT_OBJECTS.includes(name)) expect(body).toMatchObject({ test: true });
    expect(await wholeDatabase(world.daemon)).toEqual(before);
  });

  it.each(['soon', 'draft'] as const)('redeems a code of a campaign that has not started: %s', async (which) => {
    const before = await wholeDatabase(world.daemon);
    const body = { user_id: 'tester', code: world[which] };
    for (const name of ['redeem', 'validate'] as const)
      expect((await game.call(name, { body })).body).toMatchObject({ test: true, code: world[which] });
    expect((await world.daemon.server.call('validate', { body })).body).toMatchObject({ code: 'campaign_not_started' });
    await world.daemon.db.write(({ db, t }) => db.delete(t.refused_tries));
    expect(await wholeDatabase(world.daemon)).toEqual(before);
  });

  it('gets no real key from a pool', async () => {
    const { body } = await game.call('redeem', { body: { user_id: 'tester', code: world.keyed } });
    expect(body).toMatchObject({ test: true, key: { value: 'TEST-KEY' } });
    expect(JSON.stringify(body)).not.toContain('REAL');
  });

  it('gets links to a creator’s page that do not work', async () => {
    const link = done(await game.call('createCreatorLink', { params: { creator_id: 'ann' } }));
    const token = new URLSearchParams(new URL(link.url).hash.slice(1)).values().next().value ?? '';
    expect(token).not.toBe('');
    expect((await world.daemon.client.call('openCreatorPage', { body: { token } })).status).toBe(401);
    const embedded = done(await game.call('createCreatorEmbedToken', { params: { creator_id: 'ann' } }));
    const page = testClient(world.daemon.url, { Authorization: `Bearer ${embedded.token}` });
    expect((await page.call('getCreatorSession')).status).toBe(401);
  });

  it('does not see its own earlier requests, and 50 requests at once use up nothing', async () => {
    const before = await wholeDatabase(world.daemon);
    const redeem = () =>
      game.call('redeem', {
        body: { user_id: 'tester', code: world.gift },
        headers: { 'Idempotency-Key': 'again' },
      });
    const answers = await Promise.all(Array.from({ length: 50 }, redeem));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await wholeDatabase(world.daemon)).toEqual(before);
  });

  it('gets the same refusals as a live key, with test: true', async () => {
    const { status, body } = await game.send('POST', '/v1/redemption-codes/use/redeem', { user_id: 'tester' });
    expect([status, body]).toMatchObject([400, { code: 'invalid_request', test: true }]);
    const none = await game.call('redeem', { body: { user_id: 'tester', code: 'NO-SUCH-CODE' } });
    expect(none.body).toMatchObject({ code: 'code_not_found', test: true });
  });

  it('is replaced by another test key when it is rotated', async () => {
    const { data } = done(await world.daemon.owner.call('listApiKeys'));
    const { key_id = 0 } = data.find((row: { is_test: boolean }) => row.is_test) ?? {};
    const successor = done(await world.daemon.owner.call('rotateApiKey', { params: { key_id } }));
    expect(successor.is_test).toBe(true);
  });

  it.each(Object.entries(OPERATIONS).filter(([name]) => !READS.includes(name)))(
    'sabotage: %s with a live key is noticed',
    async (_name, operation) => {
      const before = await wholeDatabase(world.daemon);
      const { body } = await operation(world, world.daemon.server);
      expect(body).not.toHaveProperty('test');
      expect(await wholeDatabase(world.daemon)).not.toEqual(before);
    },
  );
});
