import { and, eq, inArray, isNotNull, isNull, ne, not, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { contains, countRows, offsetOf, orderOf, type PageQuery, totalOf } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';
import { sumText } from '../../db/query/sums.ts';
import { campaignWithin, creatorWithin } from '../../db/query/within-games.ts';
import type { Games } from '../../domain/games.ts';

type CreatorColumns = Tables['creators']['$inferSelect'];
export type CreatorChange = Partial<Omit<Tables['creators']['$inferInsert'], 'version'>>;
export interface CreatorRow extends Omit<CreatorColumns, 'status'> {
  status: 'active' | 'suspended';
  /** The content of the creator's own terms; null if tiers apply. */
  fixed: string | null;
}

export interface CreatorListQuery extends PageQuery {
  q?: string | undefined;
  status?: 'active' | 'suspended' | undefined;
  has_payout_details?: boolean | undefined;
  on_hold?: boolean | undefined;
  sort?: string | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}

const withTerms = ({ db, t }: Handle) =>
  db
    .select({ creator: t.creators, fixed: t.commission_terms.content })
    .from(t.creators)
    .leftJoin(t.commission_terms, eq(t.commission_terms.terms_id, t.creators.terms_id));

const rowOf = ({ creator, fixed }: { creator: CreatorColumns; fixed: string | null }): CreatorRow => ({
  ...creator,
  fixed,
});

export async function findCreator(handle: Handle, creatorId: string): Promise<CreatorRow | null> {
  const [row] = await withTerms(handle).where(eq(handle.t.creators.creator_id, creatorId));
  return row ? rowOf(row) : null;
}

/** Returns the creator, locked until the transaction ends. */
export async function findCreatorForUpdate(handle: Handle, creatorId: string): Promise<CreatorRow | null> {
  const { creator_id } = handle.t.creators;
  await forUpdate(handle, handle.db.select({ creator_id }).from(handle.t.creators).where(eq(creator_id, creatorId)));
  return findCreator(handle, creatorId);
}

export async function listCreatorRows(handle: Handle, query: CreatorListQuery) {
  const { creators } = handle.t;
  const where = and(
    creatorWithin(handle, query.games ?? null, creators.creator_id),
    query.status ? eq(creators.status, query.status) : undefined,
    query.has_payout_details === undefined ? undefined : detailsOf(handle, query.has_payout_details),
    query.on_hold === undefined ? undefined : (query.on_hold ? isNotNull : isNull)(creators.payout_hold),
    query.q ? contains(query.q, creators.creator_id, creators.display_name, creators.email) : undefined,
  );
  const sortable = {
    created_at: creators.created_at,
    creator_id: creators.creator_id,
    // The two databases sort nulls differently, so null becomes ''. The index contains the same expression.
    display_name: sql`case when ${creators.display_name} is null then '' else lower(${creators.display_name}) end`,
  };
  const rows = await withTerms(handle)
    .where(where)
    .orderBy(...orderOf(query.sort, sortable, creators.creator_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await totalOf(query, rows, () => countRows(handle, creators, where)) };
}

/** Selects creators who have both a payout method and an address, or those who lack at least one of them. */
function detailsOf({ t: { creators } }: Handle, present: boolean): SQL {
  const isFilled = (column: SQL | typeof creators.payout_method) => sql`trim(coalesce(${column}, '')) <> ''`;
  const both = sql`(${isFilled(creators.payout_method)} and ${isFilled(creators.payout_address)})`;
  return present ? both : not(both);
}

export async function updateCreator({ db, t }: Handle, creatorId: string, set: CreatorChange): Promise<void> {
  await db
    .update(t.creators)
    .set({ ...set, version: nextVersion(t.creators.version) })
    .where(eq(t.creators.creator_id, creatorId));
}

export async function findCreatorNames({ db, t: { creators: r } }: Handle, creatorIds: readonly string[]) {
  const rows = await db
    .select({ creator_id: r.creator_id, display_name: r.display_name })
    .from(r)
    .where(inArray(r.creator_id, [...creatorIds]));
  return new Map(rows.map(({ creator_id, display_name }) => [creator_id, display_name]));
}

export interface CreatorFigures {
  codes: number;
  claims: number;
  /** In minor units. */
  revenue: bigint;
}

/** Sums the figures of the creators' codes in campaigns of these games; creators without codes are omitted. */
export async function sumFigures(handle: Handle, creatorIds: readonly string[], games: Games) {
  const { db, t } = handle;
  const { codes, code_counters: counters } = t;
  const figures = new Map<string, CreatorFigures>();
  if (creatorIds.length === 0) return figures;
  const isTheirs = and(inArray(codes.creator_id, [...creatorIds]), campaignWithin(handle, games, codes.campaign_id));
  const counts = await db
    .select({ id: codes.creator_id, codes: sql<number | string>`count(*)` })
    .from(codes)
    .where(and(isTheirs, ne(codes.status, 'rejected')))
    .groupBy(codes.creator_id);
  for (const { id, codes: count } of counts) figures.set(id ?? '', { codes: Number(count), claims: 0, revenue: 0n });
  const sums = await db
    .select({ id: codes.creator_id, claims: sumText(counters.claims), revenue: sumText(counters.revenue) })
    .from(codes)
    .innerJoin(counters, eq(counters.code_id, codes.code_id))
    .where(isTheirs)
    .groupBy(codes.creator_id);
  for (const { id, claims, revenue } of sums) {
    const { codes: count } = figures.get(id ?? '') ?? { codes: 0 };
    figures.set(id ?? '', { codes: count, claims: Number(claims), revenue: BigInt(revenue) });
  }
  return figures;
}

export interface CreatorIntroduction {
  creatorId: string;
  displayName: string | undefined;
  email: string | undefined;
}

/** Creates the creator on first use. Later calls fill in the name and email only if they are empty. */
export async function introduceCreator(handle: Handle, who: CreatorIntroduction, now: number): Promise<void> {
  const { db, t } = handle;
  const { creatorId, displayName = null, email = null } = who;
  const [made] = await db
    .insert(t.creators)
    .values({
      creator_id: creatorId,
      display_name: displayName,
      email,
      status: 'active',
      created_at: now,
      updated_at: now,
    })
    .onConflictDoNothing()
    .returning({ creator_id: t.creators.creator_id });
  if (made || (displayName === null && email === null)) return;
  const known = await findCreatorForUpdate(handle, creatorId);
  const blanks = {
    ...(known?.display_name === null && displayName !== null ? { display_name: displayName } : {}),
    ...(known?.email === null && email !== null ? { email } : {}),
  };
  if (Object.keys(blanks).length > 0) await updateCreator(handle, creatorId, { ...blanks, updated_at: now });
}
