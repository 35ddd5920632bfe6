import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { sqliteFile } from '../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { listCreatorCodeRows } from '../../daemon/features/creator-codes/creator-codes-store.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { PLANNED_ONCE } from '../../daemon/hot/redeem/postgres-redeem.ts';
import { createHotSqlite } from '../../daemon/hot/sqlite-hot-store.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { payment, paymentRequest, redeemItem } from '../support/database/hot-items.ts';
import { planOf, seriesOn, statementsOf } from '../support/database/query-plans.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';

// Hot statements must use an index to find their rows, even in tables that have grown since they were last analysed.

afterEach(() => vi.restoreAllMocks());
const MANY = 30_000;
const WAITING = 10_500;
const CLAIMS = `insert into claims (user_id, code_id, base_code_id, linked, key_id, created_at)`;

test('SQLite uses an index to find current claims', async () => {
  const fresh = await testDatabase('sqlite', { booksMayDiffer: true, isMigrated: true });
  const db = openSqliteFile(sqliteFile(fresh.url));
  const prepared = vi.spyOn(db, 'prepare');
  createHotSqlite(db, 0);
  const texts = prepared.mock.calls.map(([text]) => text).filter((text) => /\bclaims k\b/.test(text));
  expect(texts).toHaveLength(2);
  const plans = texts.map((text) => {
    const steps = db.prepare<unknown[], { detail: string }>(`explain query plan ${text}`);
    return steps.all(...Array((text.match(/\?/g) ?? []).length).fill(1)).map((step) => step.detail);
  });
  const ofClaims = plans.flat().filter((detail) => /claims|\bk\b/.test(detail));
  expect(
    ofClaims.every((detail) => detail.includes('claims_living (user_id=?')),
    ofClaims.join(),
  ).toBe(true);
  db.close();
  await fresh.drop();
});

test('Postgres uses indexes to find claims and events, even before it has analysed the tables', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const db = await openDatabase(fresh.url, { exclusive: true });
  await makeCode(db, await makeCampaign(db), { code: 'GIFT' });
  await runSql(
    fresh.url,
    `alter table claims set (autovacuum_enabled = false)`,
    `${CLAIMS} select 'x' || i, 1, 1, false, 1, 1 from generate_series(1, ${MANY}) i`,
    `insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, payload)
     select 'e' || i, 1, 1, 'g', 't', 's', 's', '{}' from generate_series(1, ${MANY}) i`,
  );
  const users = Array.from({ length: 200 }, (_, n) => `user ${n}`);
  await createHotStore(db).redeem(
    users.map((user) => redeemItem(user, 'GIFT')),
    NOW,
  );
  await createHotStore(db).pay([paymentRequest(users.map((user) => payment(user, 1)))], NOW);
  const names = { eventType: 't', eventSubType: 's', sessionId: 's', gameId: 'g', referralLink: null, payload: '{}' };
  const event = { ...names, createdAt: 1, anonId: null, userId: 'u' };
  await createHotStore(db).ingest(
    users.map((eventId) => ({ ...event, eventId })),
    NOW,
  );
  const asked = queries.mock.calls.map(([query]) => query as unknown as pg.QueryConfig);
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  for (const name of ['redeem_snapshot', 'pay_claims', 'events_insert']) {
    const { text, values } = asked.find((query) => query.name === name) as pg.QueryConfig;
    const { rows } = await client.query(`explain ${text}`, values);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan, name).not.toMatch(/Seq Scan on (claims|sdk_events)/);
    expect(plan, name).toMatch(/Index (Only )?Scan using (claims_living|sdk_events_default_pkey)/);
    expect(plan, name).toMatch(/Index Cond: \(\(?(user_id|event_id) = /);
  }
  await client.end();
  await db.close();
  await fresh.drop();
});

test('with empty tables, Postgres plans the statements of a redeem once, and every join uses an index', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  const db = await openDatabase(fresh.url, { exclusive: true, poolSize: 1 });
  const campaignId = await makeCampaign(db);
  await makeCode(db, campaignId, { code: 'GIFT', usageLimit: 100 });
  const idempotency = { key: 'key', requestHash: 'hash' };
  for (let at = 0; at < 3; at += 1)
    await createHotStore(db).redeem(
      [{ ...redeemItem(`user ${at}`, 'GIFT'), idempotency }, redeemItem(`user ${at}`, 'UNKNOWN')],
      NOW,
    );
  const texts = new Map(
    queries.mock.calls
      .map(([query]) => query as unknown as pg.QueryConfig)
      .flatMap(({ name, text }): [string, string][] => (name?.startsWith('redeem_') ? [[name, text]] : [])),
  );
  if (db.batches.dialect !== 'postgres') throw new Error('not on Postgres');
  const inBatch = <Row extends pg.QueryResultRow>(text: string, settings: readonly string[]) =>
    (db.batches as PostgresBatches).run([null], async (client) => (await client.query<Row>(text)).rows, settings);
  const planned = await inBatch<{ name: string; custom: number }>(
    `select name, custom_plans::int as custom from pg_prepared_statements where name like 'redeem_%' order by name`,
    [],
  );
  expect(planned).toEqual([...texts.keys()].sort().map((name) => ({ name, custom: 0 })));
  expect(texts.size).toBe(5);
  const plansOf = async (settings: readonly string[]) => {
    const plans: string[] = [];
    for (const text of texts.values())
      for (const row of await inBatch(`explain (generic_plan) ${text}`, settings)) plans.push(row['QUERY PLAN']);
    return plans.join('\n');
  };
  expect(await plansOf(PLANNED_ONCE)).not.toMatch(SCANS);
  // Sabotage: without the daemon's settings, the same statements read whole tables.
  expect(await plansOf([])).toMatch(SCANS);
  await db.close();
  await fresh.drop();
});

type PostgresBatches = Extract<Database['batches'], { dialect: 'postgres' }>;
/** A scan of `webhooks` is fine: it has no index because it has only a few rows. */
const SCANS = /Seq Scan on (?!webhooks)|Hash Join|Merge Join/;

test.each(['sqlite', 'postgres'] as const)('%s reads only the head of the moderation queue', async (kind) => {
  const fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  const campaignId = await makeCampaign(db);
  await makeCode(db, campaignId, { code: 'BASE' });
  const series = seriesOn(kind);
  const codes = `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json,
    base_code_id, creator_id, status, created_at, updated_at)`;
  const yes = kind === 'sqlite' ? '1' : 'true';
  await runSql(
    fresh.url,
    `${codes} select i, ${campaignId}, 'redeem', 'R' || i, 'R' || i, '', '', 0, ${yes}, '[]', null, null, 'approved', i, i
       from ${series(100, MANY)}`,
    `insert into creators (creator_id, status, created_at, updated_at) select 'c' || i, 'active', 1, 1 from ${series(1, WAITING)}`,
    // The oldest code has the highest ID, so sorting by ID would give a different order.
    `${codes} select 100000 + i, ${campaignId}, 'creator', 'W' || i, 'W' || i, '', '', 0, ${yes}, '[]', 1, 'c' || i, 'pending', 90000 - i, 1
       from ${series(1, WAITING)}`,
    'analyze',
  );
  await db.read(async (handle) => {
    const query = { page: 1, page_size: 50, status: 'pending', sort: 'created_at' } as const;
    const listed = await listCreatorCodeRows(handle, query);
    // The total is capped, but the code that has waited longest is still listed first.
    expect(listed.total).toBe(10_000);
    expect(listed.rows.slice(0, 2).map((row) => row.code)).toEqual([`W${WAITING}`, `W${WAITING - 1}`]);
    const [list] = await statementsOf(handle, () => listCreatorCodeRows(handle, query));
    const plan = () => planOf(fresh.url, list ?? { sql: '', params: [] });
    const reads = { theIndex: /codes_status/, more: /TEMP B-TREE|Sort|Seq Scan on codes\b|SCAN codes\b/ };
    expect(await plan()).toMatch(reads.theIndex);
    expect(await plan()).not.toMatch(reads.more);
    // Sabotage: without an index, the list reads and sorts all waiting codes.
    await runSql(fresh.url, 'drop index codes_status', 'drop index codes_creators');
    expect(await plan()).toMatch(reads.more);
  });
  await db.close();
  await fresh.drop();
});
