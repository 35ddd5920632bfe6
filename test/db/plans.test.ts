import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { createHotSqlite } from '../../daemon/db/hot-sqlite.ts';
import { migrate } from '../../daemon/db/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { sqliteFile } from '../../daemon/db/sqlite-connection.ts';
import { makeCampaign, makeCode, NOW, payment, paymentRequest, redeemItem } from '../support/books.ts';
import { testDatabase } from '../support/daemon.ts';
import { runSql } from '../support/sql.ts';

// Hot statements must find their rows by an index, also in tables that grew faster than they were analysed.

afterEach(() => vi.restoreAllMocks());
const MANY = 30_000;
const CLAIMS = `insert into claims (user_id, code_id, base_code_id, linked, key_id, created_at)`;

test('SQLite finds living claims by their index', async () => {
  const fresh = await testDatabase('sqlite', { booksMayDiffer: true });
  await migrate(fresh.url);
  const db = new BetterSqlite3(sqliteFile(fresh.url));
  const prepared = vi.spyOn(db, 'prepare');
  createHotSqlite(db, 0);
  const texts = prepared.mock.calls.map(([text]) => text).filter((text) => /from claims\b.*where/s.test(text));
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

test('Postgres finds claims and events by their indexes before it has analysed the tables', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true });
  await migrate(fresh.url);
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
  await db.hot.redeem(
    users.map((user) => redeemItem(user, 'GIFT')),
    NOW,
  );
  await db.hot.pay([paymentRequest(users.map((user) => payment(user, 1)))], NOW);
  const names = { eventType: 't', eventSubType: 's', sessionId: 's', gameId: 'g', referralLink: null, payload: '{}' };
  const event = { ...names, createdAt: 1, anonId: null, userId: 'u' };
  await db.hot.ingest(
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
