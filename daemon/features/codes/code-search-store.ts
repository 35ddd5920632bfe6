import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import { normalizeCode } from '../../contract/code-values.ts';
import type { Handle } from '../../db/database.ts';
import { countRows, MAX_TOTAL, offsetOf, totalOf } from '../../db/query/listing.ts';
import { BY_HAND, type CodeListQuery, fits, IS_MAIN } from './code-filters-store.ts';
import {
  behind,
  type CodeCursor,
  cursorOfSearch,
  isByClaims,
  type Order,
  orderOf,
  type Place,
  placeOf,
  readCursor,
  sorted,
  upTo,
} from './code-orders-store.ts';

/** No index finds text inside a value, so a search page reads at most 100,000 codes. */
export const MAX_LOOKED_AT = 100_000;

/**
 * Returns the last of the newest codes that one search page may read; null if the page may read the whole list, as for
 * a batch. Codes created by hand are few compared with those of batches, and have their own index.
 */
export async function findEndOfNewest(handle: Handle, campaignId: number, { origin, batch_id }: CodeListQuery) {
  if (batch_id !== undefined) return null;
  return await findFloor(handle, campaignId, orderOf(handle), null, origin === 'hand' ? BY_HAND : undefined);
}

/**
 * Returns a page of search results from a list that is too long to search at once. A code whose value equals the whole
 * search text comes first.
 */
export async function searchPage(handle: Handle, campaignId: number, query: CodeListQuery, endOfNewest: Place) {
  const order = orderOf(handle, query.sort);
  const cursor = readCursor(order, query.cursor);
  const firstId = query.cursor === undefined ? await findExact(handle, campaignId, query) : cursor.firstId;
  const { where, floor } = await windowOf(handle, campaignId, query, order, { ...cursor, firstId }, endOfNewest);
  const isNumbered = query.cursor === undefined;
  // On numbered pages, the exact match shown first moves all other rows back by one position.
  const firsts = isNumbered && firstId ? [firstId] : [];
  const shownFirst = query.page === 1 ? firsts : [];
  const size = query.page_size - shownFirst.length;
  const before = isNumbered ? Math.max(0, offsetOf(query) - firsts.length) : 0;
  const found = await handle.db
    .select({ code_id: handle.t.codes.code_id, key: order.key })
    .from(handle.t.codes)
    .where(where)
    .orderBy(...sorted(handle, order))
    .limit(size + 1)
    .offset(before);
  const rows = found.slice(0, size);
  const ids = [...shownFirst, ...rows.map(({ code_id }) => code_id)];
  const count = async () => Math.min(MAX_TOTAL, firsts.length + (await countRows(handle, handle.t.codes, where)));
  const lastRow = rows.at(-1);
  const here = { ...cursor, firstId, ...(lastRow && { last: placeOf(order, lastRow) }) };
  const next = found.length > size ? here : floor && behindFloor(order, floor, firstId);
  return {
    ids,
    total: await totalOf(isNumbered ? query : { ...query, page: 1 }, ids, count),
    next_cursor: next && cursorOfSearch(order, next),
    is_partial: floor !== null,
  };
}

const behindFloor = (order: Order, floor: Place, firstId: number): CodeCursor =>
  isByClaims(order) ? { last: null, block: floor, firstId } : { last: floor, block: null, firstId };

/**
 * Returns the ID of the code whose value equals the whole search text, if it matches the other filters; otherwise 0.
 */
async function findExact(handle: Handle, campaignId: number, query: CodeListQuery): Promise<number> {
  const { codes } = handle.t;
  const [row] = await handle.db
    .select({ code_id: codes.code_id })
    .from(codes)
    .where(
      and(
        eq(codes.code_norm, normalizeCode(query.q ?? '')),
        eq(codes.campaign_id, campaignId),
        fits(handle, campaignId, query),
      ),
    );
  return row?.code_id ?? 0;
}

/** Returns the filter for a page and, as `floor`, the last code that it reads; null if it reads all remaining codes. */
async function windowOf(
  handle: Handle,
  campaignId: number,
  query: CodeListQuery,
  order: Order,
  { last, block, firstId }: CodeCursor,
  endOfNewest: Place,
): Promise<{ where: SQL | undefined; floor: Place | null }> {
  const { codes } = handle.t;
  // No index sorts codes by claims, so the newest codes are read and sorted as a block, then the next block.
  const walk = isByClaims(order) ? orderOf(handle) : order;
  const start = isByClaims(order) ? block : last;
  // For `origin=hand`, `endOfNewest` is the end of the codes created by hand.
  const isKnown = start === null && walk.name === 'created_at' && walk.isDescending && query.origin !== 'hand';
  const floor = isKnown ? endOfNewest : await findFloor(handle, campaignId, walk, start);
  const where = and(
    inWalk(handle, campaignId, walk),
    behind(handle, walk, start),
    upTo(handle, walk, floor),
    isByClaims(order) ? behind(handle, order, last) : undefined,
    fits(handle, campaignId, query),
    ne(codes.code_id, firstId),
  );
  return { where, floor };
}

/**
 * Limits the scan to the campaign. The index of values does not contain the campaign; the `+` keeps the database from
 * using a campaign index and then having to read and sort all the campaign's codes.
 */
const inWalk = ({ t: { codes } }: Handle, campaignId: number, walk: Order): SQL =>
  walk.isUnique ? sql`+${codes.campaign_id} = ${campaignId}` : eq(codes.campaign_id, campaignId);

/**
 * Returns the last code that a page may read if it starts after a position; null if the page may read all remaining
 * codes. It uses only the index.
 */
async function findFloor(
  handle: Handle,
  campaignId: number,
  walk: Order,
  start: Place | null,
  filter?: SQL,
): Promise<Place | null> {
  const { codes } = handle.t;
  const among = walk.isUnique ? sql`${codes.code_norm} is not null` : and(eq(codes.campaign_id, campaignId), IS_MAIN);
  const rows = await handle.db
    .select({ code_id: walk.isUnique ? sql<number>`0` : codes.code_id, key: walk.key })
    .from(codes)
    .where(and(among, filter, behind(handle, walk, start)))
    .orderBy(...sorted(handle, walk))
    .limit(2)
    .offset(MAX_LOOKED_AT - 1);
  const [floor, more] = rows;
  return floor && more ? placeOf(walk, floor) : null;
}
