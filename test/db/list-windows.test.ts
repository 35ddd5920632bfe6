import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database, Handle } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { MAX_LOOKED_AT } from '../../daemon/db/query/id-window.ts';
import type { KeysetPage } from '../../daemon/db/query/keyset.ts';
import { type AuditQuery, listAuditRows } from '../../daemon/features/audit/audit-list-store.ts';
import { listDeliveryRows, listMessageRows } from '../../daemon/features/deliveries/deliveries-store.ts';
import { MAX_LOOKED_AT as MOST_CODES, searchCodes } from '../../daemon/features/search/search-store.ts';
import { makeCampaign } from '../support/database/campaigns.ts';
import { seriesOn } from '../support/database/query-plans.ts';
import { type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

// A page of a list without an index for its filters reads a limited number of rows; the next page continues from there.

const ROWS = MAX_LOOKED_AT * 2 + 1000;
const DAY = 86_400_000;
const STEP = 60_000;

describe.each(['sqlite', 'postgres'] as const)('long lists on %s', (kind) => {
  let fresh: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
    const series = seriesOn(kind)(1, ROWS);
    // Only the oldest row matches.
    const rare = (word: string, other: string) => `case i when 1 then '${word}' else '${other}' end`;
    await runSql(
      fresh.url,
      `insert into audit_log (audit_id, at, staff_id, action, entity, entity_id)
        select i, cast(i as bigint) * ${STEP}, 1, ${rare('rare.deed', 'code.create')}, 'code', '' || i from ${series}`,
      `insert into outbox (outbox_id, message_id, event_type, body, created_at, due_at, spread_at)
        select i, 'm' || i, ${rare('rare', 'code.created')}, '{}', i, i, i from ${series}`,
      `insert into deliveries (delivery_id, outbox_id, channel, webhook_id, status, attempts, created_at)
        select i, i, ${rare('mail', 'webhook')}, 1, 'delivered', 1, i from ${series}`,
    );
    db = await openDatabase(fresh.url, { exclusive: false });
  });
  afterAll(async () => {
    await db?.close();
    await fresh?.drop();
  });

  type Ask = (handle: Handle, cursor: string | undefined) => Promise<KeysetPage<object>>;
  /** Returns the number of rows of each page. */
  const pagesOf = async (ask: Ask) => {
    const pages: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: KeysetPage<object> = await db.read((handle) => ask(handle, cursor ?? undefined));
      pages.push(page.data.length);
      cursor = page.next_cursor;
    }
    return pages;
  };
  const audit =
    (query: Omit<AuditQuery, 'limit'>): Ask =>
    (handle, cursor) =>
      listAuditRows(handle, { limit: 25, cursor, ...query });
  const instant = (row: number) => row * STEP;

  it.each<[string, Ask]>([
    ['changes of a kind', audit({ action: 'rare.' })],
    ['changes with a word', audit({ q: 'rare' })],
    ['messages of a type', (handle, cursor) => listMessageRows(handle, { limit: 25, cursor, event_type: 'rare' })],
    ['deliveries by email', (handle, cursor) => listDeliveryRows(handle, { limit: 25, cursor, channel: 'mail' })],
    ['deliveries of a type', (handle, cursor) => listDeliveryRows(handle, { limit: 25, cursor, event_type: 'rare' })],
  ])('return two pages without a match before the page with the match, for %s', async (_, ask) => {
    expect(await pagesOf(ask)).toEqual([0, 0, 1]);
  });

  it('return the changes by a person or to an object on the first page', async () => {
    expect(await pagesOf(audit({ entity: 'code', entity_id: '1' }))).toEqual([1]);
    expect(await pagesOf(audit({ staff_id: 2 }))).toEqual([0]);
  });

  it('return the changes in a period on the first page', async () => {
    const day = DAY / STEP;
    const [from, to] = [instant(3 * day), instant(3 * day + 5)];
    expect(await pagesOf(audit({ from, to }))).toEqual([5]);
    expect(await pagesOf(audit({ from: instant(ROWS + 3 * day) }))).toEqual([0]);
    expect(await pagesOf(audit({ to: instant(3) }))).toEqual([2]);
  });

  it('do not hide rows after the clock has been set back', async () => {
    await runSql(fresh.url, `update audit_log set at = at + ${DAY / 2} where audit_id = ${ROWS / 2}`);
    const moved = instant(ROWS / 2) + DAY / 2;
    const found = await db.read((handle) => listAuditRows(handle, { limit: 100, from: moved, to: moved + 1 }));
    expect(found.data.map(({ audit_id }) => audit_id)).toContain(ROWS / 2);
  });

  it('let the command palette search for part of a name only among the newest codes', async () => {
    const campaignId = await makeCampaign(db);
    const yes = kind === 'sqlite' ? '1' : 'true';
    const name = `case i when 1 then 'the oldest' when 2 then 'the second' else '' end`;
    await runSql(
      fresh.url,
      `insert into codes (code_id, campaign_id, kind, code, code_norm, name, root_url, used, active, rewards_json, status, created_at, updated_at)
        select i, ${campaignId}, 'redeem', 'C' || i, 'C' || i, ${name}, '', 0, ${yes}, '[]', 'approved', 1, 1
          from ${seriesOn(kind)(1, MOST_CODES + 1)}`,
    );
    const found = async (text: string) => {
      const norm = text.toUpperCase();
      const rows = await db.read((handle) => searchCodes(handle, text, { norm, kinds: ['redeem'], games: null }));
      return rows.map(({ code }) => code);
    };
    expect(await found('the second')).toEqual(['C2']);
    expect(await found('the oldest')).toEqual([]);
    expect(await found('C1')).toContain('C1');
  });

  it('continue after the last row of a full page', async () => {
    const ask: Ask = (handle, cursor) => listDeliveryRows(handle, { limit: 100, cursor, channel: 'webhook' });
    const first = await db.read((handle) => ask(handle, undefined));
    const second = await db.read((handle) => ask(handle, first.next_cursor ?? ''));
    const ids = [...first.data, ...second.data].map((row) => (row as { delivery_id: number }).delivery_id);
    expect(ids).toEqual(Array.from({ length: 200 }, (_, at) => ROWS - at));
  });
});
