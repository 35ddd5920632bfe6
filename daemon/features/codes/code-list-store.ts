import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { countRows, offsetOf, totalOf } from '../../db/query/listing.ts';
import { type CodeListQuery, fits } from './code-filters-store.ts';
import { behind, cursorOfRow, orderOf, placeOf, readCursor, sorted } from './code-orders-store.ts';
import { findEndOfNewest, searchPage } from './code-search-store.ts';
import type { MainCode } from './codes-store.ts';

export async function listCodeRows(handle: Handle, campaignId: number, query: CodeListQuery) {
  const end = query.q ? await findEndOfNewest(handle, campaignId, query) : null;
  const found = end ? searchPage(handle, campaignId, query, end) : wholePage(handle, campaignId, query);
  const { ids, ...page } = await found;
  return { ...page, rows: await findInOrder(handle, ids) };
}

async function wholePage(handle: Handle, campaignId: number, query: CodeListQuery) {
  const { codes } = handle.t;
  const where = and(
    // A batch belongs to one campaign, and the caller has checked that it is this campaign.
    query.batch_id ? eq(codes.job_id, query.batch_id) : eq(codes.campaign_id, campaignId),
    fits(handle, campaignId, query),
  );
  const order = orderOf(handle, query.sort);
  const { last, firstId } = readCursor(order, query.cursor);
  // Only IDs are sorted: sorting 100,000 whole rows takes three times as long.
  const found = await handle.db
    .select({ code_id: codes.code_id, key: order.key })
    .from(codes)
    .where(and(where, behind(handle, order, last), firstId ? ne(codes.code_id, firstId) : undefined))
    .orderBy(...sorted(handle, order))
    .limit(query.page_size + 1)
    .offset(query.cursor === undefined ? offsetOf(query) : 0);
  const shown = found.slice(0, query.page_size);
  const lastShown = found.length > query.page_size ? shown.at(-1) : undefined;
  const count = () => countRows(handle, codes, where);
  return {
    ids: shown.map(({ code_id }) => code_id),
    total: query.cursor === undefined ? await totalOf(query, shown, count) : await count(),
    next_cursor: lastShown ? cursorOfRow(order, placeOf(order, lastShown)) : null,
    is_partial: false,
  };
}

async function findInOrder({ db, t: { codes } }: Handle, ids: readonly number[]): Promise<MainCode[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(codes)
    .where(inArray(codes.code_id, [...ids]));
  const byId = new Map(rows.map((row) => [row.code_id, row as MainCode]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
