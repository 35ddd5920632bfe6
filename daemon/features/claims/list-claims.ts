import { normalizeCode } from '../../contract/code-values.ts';
import type { Database, Handle } from '../../db/database.ts';
import { idAtInstant, OUT_OF_ORDER_MS } from '../../db/query/id-at-instant.ts';
import { encodeCursor, type KeysetPage, numbersOfCursor } from '../../db/query/keyset.ts';
import { findCodeByNorm } from '../codes/codes-store.ts';
import type { RemediedClaim } from './claim-rules.ts';
import {
  type ClaimFilters,
  claimIdsInRange,
  claimIdsOfUser,
  claimIdsReleased,
  type IdRange,
  idAfter,
} from './claims-list-store.ts';
import { findClaims } from './claims-store.ts';

export interface ClaimListQuery extends ClaimFilters {
  code?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/**
 * The maximum number of claims read for one page. If too few of them match, the page is short and has a next_cursor.
 */
const LOOKED_AT = 20_000;

const NOTHING: KeysetPage<RemediedClaim> = { data: [], next_cursor: null };

/** Lists claims newest first; the speed does not depend on the number of stored claims. */
export const listClaims = (db: Database, query: ClaimListQuery): Promise<KeysetPage<RemediedClaim>> =>
  db.read(async (handle) => {
    const { code, limit, cursor, ...filters } = query;
    const [start = null] = numbersOfCursor(cursor, 1) ?? [];
    if (code !== undefined) {
      const found = await findCodeByNorm(handle, normalizeCode(code));
      if (!found || (filters.code_id ?? found.code_id) !== found.code_id) return NOTHING;
      filters.code_id = found.code_id;
    }
    const range = await rangeOf(handle, filters, start);
    const { ids, next } = await idsOf(handle, filters, range, limit);
    return { data: await findClaims(handle, ids), next_cursor: next === null ? null : encodeCursor([next]) };
  });

async function rangeOf(handle: Handle, { from, to }: ClaimFilters, start: number | null): Promise<IdRange> {
  const { claims } = handle.t;
  const byTime = { table: claims, id: claims.claim_id, at: claims.created_at };
  const end = to === undefined ? null : await idAtInstant(handle, byTime, to + OUT_OF_ORDER_MS);
  return {
    below: start !== null && end !== null ? Math.min(start, end) : (start ?? end),
    from: from === undefined ? null : await idAtInstant(handle, byTime, from - OUT_OF_ORDER_MS),
  };
}

interface Found {
  ids: number[];
  /** The next page starts below this ID. */
  next: number | null;
}

async function idsOf(handle: Handle, filters: ClaimFilters, range: IdRange, limit: number): Promise<Found> {
  if (filters.user_id !== undefined)
    return cut(await claimIdsOfUser(handle, filters.user_id, filters, range, limit + 1), limit);
  if (filters.released) return cut(await claimIdsReleased(handle, filters, range, limit + 1), limit);
  const beyond = await idAfter(handle, range.below, LOOKED_AT);
  const isEnd = beyond === null || (range.from !== null && beyond < range.from);
  const from = isEnd ? range.from : beyond + 1;
  const found = cut(await claimIdsInRange(handle, filters, { below: range.below, from }, limit + 1), limit);
  return isEnd ? found : { ids: found.ids, next: found.next ?? beyond + 1 };
}

/** Removes the one ID beyond the limit, which shows that there is a next page. */
function cut(ids: number[], limit: number): Found {
  const kept = ids.slice(0, limit);
  return { ids: kept, next: ids.length > limit ? (kept.at(-1) ?? null) : null };
}
