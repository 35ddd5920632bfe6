import pg from 'pg';
import { afterEach, expect, test, vi } from 'vitest';
import { inIndexOrder, openDatabase } from '../../daemon/db/open.ts';
import { ensurePartitions } from '../../daemon/db/postgres/postgres-partitions.ts';
import { readPageOfDay } from '../../daemon/features/event-archive/day-rows-store.ts';
import { readSessions } from '../../daemon/features/sdk-events/event-pages-store.ts';
import { planOf, statementsOf } from '../support/database/query-plans.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

// To return one page of a day with 10,000,000 events, a query must not read the rows of other pages, even if many
// events have the same time.

afterEach(() => vi.restoreAllMocks());
const DAY = 86_400_000;
const day = Math.floor(Date.now() / DAY) * DAY;
const last = { created_at: day + 5000, event_id: 'e014000' };

const COLUMNS = 'event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, payload';

test('SQLite starts a page after the last event of the previous page', async () => {
  const fresh = await testDatabase('sqlite', { booksMayDiffer: true, isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  await runSql(
    fresh.url,
    `insert into sdk_events (${COLUMNS}) values ('e9', ${day + 9000}, 1, 'g', 't', 's', 's', '{}')`,
  );
  await db.read(async (handle) => {
    const asked = await statementsOf(handle, () => readPageOfDay(handle, day, last));
    expect(asked).toHaveLength(2);
    for (const statement of asked)
      expect(await planOf(fresh.url, statement)).toBe(
        'SEARCH sdk_events USING INDEX sdk_events_created ((created_at,event_id)>(?,?) AND created_at<?)',
      );
  });
  await db.close();
  await fresh.drop();
});

test('Postgres starts a page after the last event of the previous page, in the partition of the day', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  await ensurePartitions(client as unknown as pg.Pool, day);
  await client.end();
  const db = await openDatabase(fresh.url, { exclusive: true });
  // Half of the events share a millisecond.
  await runSql(
    fresh.url,
    `insert into sdk_events (${COLUMNS})
     select 'e' || lpad(i::text, 6, '0'), ${day} + case when i < 15000 then 5000 else i end, 1, 'g', 't', 's', 's', '{}'
       from generate_series(1, 30000) i`,
    'analyze',
  );
  await db.read(async (handle) => {
    const asked = await statementsOf(handle, () => readPageOfDay(handle, day, last));
    expect(asked).toHaveLength(2);
    for (const statement of asked) {
      const plan = await planOf(fresh.url, statement);
      expect(plan).toMatch(/Index Scan using sdk_events_\d{8}_created_at_event_id_idx/);
      expect(plan).toMatch(/Index Cond: \(\(ROW\(created_at, event_id\) > ROW\('\d+'::bigint, 'e014000'::text\)\)/);
      expect(plan).not.toMatch(/Append|Sort|Seq Scan/);
      const analysed = await planOf(fresh.url, { ...statement, sql: `(analyze, buffers) ${statement.sql}` });
      // This limit allows the pages that contain 500 rows, and the index pages above them. The index entries of the
      // previous 14,000 rows alone fill more pages.
      const [, hit = '0'] = /Buffers: shared hit=(\d+)/.exec(analysed) ?? [];
      expect(Number(hit), analysed).toBeLessThan(40);
    }
  });
  await db.close();
  await fresh.drop();
});

test('Postgres reads the pages of a report by the index even before it has analysed the table', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true, isMigrated: true });
  const db = await openDatabase(fresh.url, { exclusive: true });
  await runSql(
    fresh.url,
    'alter table sdk_events_default set (autovacuum_enabled = off)',
    `insert into sdk_events (${COLUMNS})
     select 'e' || lpad(i::text, 6, '0'), i, 1, 'g', 't', 's', 's', '{}' from generate_series(1, 30000) i`,
  );
  await db.read(async (handle) => {
    const span = { from: 0, to: DAY, games: null, by: null };
    const page = { after: { created_at: 5000, event_id: 'e005000' }, size: 2000 };
    const [endOfPage] = await statementsOf(handle, () => readSessions(handle, span, page));
    if (!endOfPage) throw new Error('There is no statement');
    expect(await planOf(fresh.url, endOfPage)).toContain('Sort');
    const plan = await planOf(inIndexOrder(fresh.url), endOfPage);
    expect(plan).toContain('using sdk_events_default_created_at_event_id_idx');
    expect(plan).not.toMatch(/Sort {2}|Bitmap/);
  });
  await db.close();
  await fresh.drop();
});
