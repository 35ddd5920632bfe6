import { and, asc, eq, gt, gte, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle, Tables } from '../../db/database.ts';
import { isKeptFor } from '../../db/query/kept-creator.ts';
import { sumText } from '../../db/query/sums.ts';

export interface Day {
  /** Such as 2026-11-20. */
  date: string;
  from: number;
  /** Exclusive. */
  to: number;
}

export type CreatorRow = Awaited<ReturnType<typeof listCreators>>[number];
export type CreatorCodeRow = Awaited<ReturnType<typeof listCodes>>[number];

/**
 * Lists the next creators in ID order. The caller skips suspended ones. For a merged creator, the address is that of
 * the creator they were merged into.
 */
export function listCreators({ db, t: { creators: c } }: Handle, after: string, most: number) {
  const reader = alias(c, 'reader') as unknown as Tables['creators'];
  const { creator_id, display_name, status, terms_id } = c;
  const { email, unsubscribed_at } = reader;
  return db
    .select({ creator_id, display_name, email, status, terms_id, unsubscribed_at })
    .from(c)
    .innerJoin(reader, isKeptFor(reader, c))
    .where(gt(creator_id, after))
    .orderBy(asc(creator_id))
    .limit(most);
}

/** Reads everything needed to compute these creators' results for a day. */
export async function readFigures(handle: Handle, creatorIds: readonly string[], day: Day) {
  const codes = await listCodes(handle, creatorIds);
  const codeIds = codes.map(({ code_id }) => code_id);
  if (codeIds.length === 0) return { codes, days: [], soFar: [], terms: [] };
  const days = await sumDay(handle, codeIds, day);
  const soFar = await sumSoFar(handle, codeIds);
  const terms = await handle.db.select().from(handle.t.commission_terms);
  return { codes, days, soFar, terms };
}

function listCodes({ db, t: { codes: k, campaigns: c } }: Handle, creatorIds: readonly string[]) {
  return db
    .select({
      code_id: k.code_id,
      creator_id: k.creator_id,
      status: k.status,
      campaign_id: c.campaign_id,
      name: c.name,
      stage: c.stage,
      starts_at: c.starts_at,
      ends_at: c.ends_at,
      archived_at: c.archived_at,
      terms_id: c.terms_id,
    })
    .from(k)
    .innerJoin(c, eq(c.campaign_id, k.campaign_id))
    .where(and(isNotNull(k.creator_id), inArray(k.creator_id, [...creatorIds]), ne(k.status, 'rejected')))
    .orderBy(asc(k.code_id));
}

/**
 * Sums a day's figures. Figures are stored per quarter-hour, and a day in any time zone consists of whole
 * quarter-hours.
 */
function sumDay({ db, t: { code_hours: h } }: Handle, codeIds: readonly number[], { from, to }: Day) {
  return db
    .select({
      code_id: h.code_id,
      claims: sumText(h.claims),
      payments: sumText(h.payments),
      revenue: sumText(h.revenue),
    })
    .from(h)
    .where(and(inArray(h.code_id, [...codeIds]), gte(h.hour, from), lt(h.hour, to)))
    .groupBy(h.code_id);
}

function sumSoFar({ db, t: { code_counters: n } }: Handle, codeIds: readonly number[]) {
  return db
    .select({
      code_id: n.code_id,
      terms_id: n.terms_id,
      claims: sumText(n.claims),
      payments: sumText(n.payments),
      revenue: sumText(n.revenue),
    })
    .from(n)
    .where(inArray(n.code_id, [...codeIds]))
    .groupBy(n.code_id, n.terms_id);
}

/**
 * Unsubscribes a creator, or subscribes them again if `unsubscribed_at` is null; a second call changes nothing. For a
 * merged creator, it changes the creator they were merged into.
 * @returns false if the creator does not exist
 */
export async function setUnsubscribed(
  { db, t: { creators: c } }: Handle,
  creatorId: string,
  unsubscribed_at: number | null,
): Promise<boolean> {
  const reader = sql`(select coalesce(its.merged_into, its.creator_id) from creators its where its.creator_id = ${creatorId})`;
  const isReader = sql`${c.creator_id} = ${reader}`;
  const [row] = await db.select({ since: c.unsubscribed_at }).from(c).where(isReader);
  if (!row) return false;
  if ((row.since === null) !== (unsubscribed_at === null)) await db.update(c).set({ unsubscribed_at }).where(isReader);
  return true;
}
