import { and, desc, eq, gte, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { codeWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';
import { livingOf, releasedOf } from './claims-store.ts';

// Claims are indexed only by user and by release, because each index slows down every redeem. Other filters scan claims
// in ID order.

export interface ClaimFilters {
  user_id?: string | undefined;
  code_id?: number | undefined;
  campaign_id?: number | undefined;
  creator_id?: string | undefined;
  from?: number | undefined;
  to?: number | undefined;
  released?: boolean | undefined;
  receipt?: 'granted' | 'failed' | 'none' | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}
/** Claims with IDs of at least `from` and below `below`. */
export interface IdRange {
  below: number | null;
  from: number | null;
}

function matching(handle: Handle, filters: ClaimFilters): SQL | undefined {
  const { claims: k, codes: c } = handle.t;
  // Uses a subquery per row: with a join, the planner might start with the codes, and claims have no index by code.
  const ofCode = (column: SQL | typeof c.campaign_id | typeof c.creator_id) =>
    sql`(select ${column} from ${c} where ${c.code_id} = ${k.code_id})`;
  const { code_id, campaign_id, creator_id, from, to, released, receipt } = filters;
  return and(
    codeWithin(handle, filters.games ?? null, k.code_id),
    code_id === undefined ? undefined : or(eq(k.code_id, code_id), eq(k.base_code_id, code_id)),
    campaign_id === undefined ? undefined : eq(ofCode(c.campaign_id), campaign_id),
    creator_id === undefined ? undefined : eq(ofCode(c.creator_id), creator_id),
    from === undefined ? undefined : gte(k.created_at, from),
    to === undefined ? undefined : lt(k.created_at, to),
    released === undefined ? undefined : released ? isNotNull(k.released_at) : isNull(k.released_at),
    receipt === undefined ? undefined : receipt === 'none' ? isNull(k.report_status) : eq(k.report_status, receipt),
  );
}

const within = ({ t }: Handle, { below, from }: IdRange) =>
  and(
    below === null ? undefined : lt(t.claims.claim_id, below),
    from === null ? undefined : gte(t.claims.claim_id, from),
  );

/** Returns the IDs of matching claims, newest first, at most `limit`. */
export async function claimIdsInRange(handle: Handle, filters: ClaimFilters, range: IdRange, limit: number) {
  const { claims } = handle.t;
  const rows = await handle.db
    .select({ claim_id: claims.claim_id })
    .from(claims)
    .where(and(within(handle, range), matching(handle, filters)))
    .orderBy(desc(claims.claim_id))
    .limit(limit);
  return rows.map((row) => row.claim_id);
}

/** Returns the IDs of one user's matching claims. */
export async function claimIdsOfUser(
  handle: Handle,
  userId: string,
  filters: ClaimFilters,
  range: IdRange,
  limit: number,
) {
  const { claims } = handle.t;
  const among = (own: SQL | undefined) =>
    handle.db
      .select({ claim_id: claims.claim_id })
      .from(claims)
      .where(and(own, within(handle, range), matching(handle, filters)))
      // The `+ 0` stops the planner from scanning all claims backwards to avoid the sort.
      .orderBy(sql`${claims.claim_id} + 0 desc`)
      .limit(limit);
  const living = filters.released === true ? [] : await among(livingOf(handle, userId));
  const released = filters.released === false ? [] : await among(releasedOf(handle, userId));
  return [...living, ...released]
    .map((row) => row.claim_id)
    .sort((a, b) => b - a)
    .slice(0, limit);
}

/** Returns the IDs of matching released claims. It reads the remedies, which are few. */
export async function claimIdsReleased(handle: Handle, filters: ClaimFilters, range: IdRange, limit: number) {
  const { claims, claim_remedies: r } = handle.t;
  const rows = await handle.db
    .select({ claim_id: r.claim_id })
    .from(r)
    .innerJoin(claims, eq(claims.claim_id, r.claim_id))
    .where(and(eq(r.kind, 'release'), within(handle, range), matching(handle, filters)))
    .orderBy(desc(r.claim_id))
    .limit(limit);
  return rows.map((row) => row.claim_id);
}

/** Returns the IDs of a user's claims before a position, newest first by (created_at, claim_id), at most `limit`. */
export async function claimIdsBefore(
  handle: Handle,
  userId: string,
  { games, before }: { games: Games; before: { at: number; id: number } | null },
  limit: number,
): Promise<number[]> {
  const { claim_id, created_at, code_id } = handle.t.claims;
  const isBefore = before && or(lt(created_at, before.at), and(eq(created_at, before.at), lt(claim_id, before.id)));
  const among = (own: SQL | undefined) =>
    handle.db
      .select({ claim_id, created_at })
      .from(handle.t.claims)
      .where(and(own, isBefore ?? undefined, codeWithin(handle, games, code_id)))
      .orderBy(desc(created_at), desc(claim_id))
      .limit(limit);
  return (
    [...(await among(livingOf(handle, userId))), ...(await among(releasedOf(handle, userId)))]
      .sort((a, b) => b.created_at - a.created_at || b.claim_id - a.claim_id)
      .map((row) => row.claim_id)
      // A claim that is released between the two queries appears in both.
      .filter((id, at, ids) => id !== ids[at - 1])
      .slice(0, limit)
  );
}

/** Skips `count` claims below an ID, newest first. Returns the ID of the next claim; null if there is none. */
export async function idAfter(handle: Handle, below: number | null, count: number): Promise<number | null> {
  const { claims } = handle.t;
  const [row] = await handle.db
    .select({ claim_id: claims.claim_id })
    .from(claims)
    .where(within(handle, { below, from: null }))
    .orderBy(desc(claims.claim_id))
    .limit(1)
    .offset(count);
  return row?.claim_id ?? null;
}

/** Counts a user's claims that have not been released. */
export async function countLiving(handle: Handle, userId: string, games: Games): Promise<number> {
  const [row] = await handle.db
    .select({ claims: sql<number | string>`count(*)` })
    .from(handle.t.claims)
    .where(and(livingOf(handle, userId), codeWithin(handle, games, handle.t.claims.code_id)));
  return Number(row?.claims ?? 0);
}
