import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { nextVersion } from '../../db/query/next-version.ts';

type CreatorColumns = Tables['creators']['$inferSelect'];
export type ImportedColumns = Omit<
  CreatorColumns,
  'version' | 'payout_name' | 'merged_into' | 'merged_at' | 'merged_after_run'
>;

/** A stored creator with the content of their own terms; `fixed` is null if tiers apply. */
export interface StoredCreator extends CreatorColumns {
  fixed: string | null;
}

/** Returns creators by ID; unknown IDs are omitted. */
export async function findCreatorsById(
  { db, t }: Handle,
  creatorIds: readonly string[],
): Promise<Map<string, StoredCreator>> {
  const { creators, commission_terms: terms } = t;
  const rows = await db
    .select({ creator: creators, fixed: terms.content })
    .from(creators)
    .leftJoin(terms, eq(terms.terms_id, creators.terms_id))
    .where(inArray(creators.creator_id, [...creatorIds]));
  return new Map(rows.map(({ creator, fixed }) => [creator.creator_id, { ...creator, fixed }]));
}

/** Returns the existing creators, locked until the transaction ends. */
export async function findCreatorsForUpdate(handle: Handle, creatorIds: readonly string[]) {
  const { creator_id } = handle.t.creators;
  const query = handle.db
    .select({ creator_id })
    .from(handle.t.creators)
    .where(inArray(creator_id, [...creatorIds]))
    .orderBy(asc(creator_id));
  await forUpdate(handle, query);
  return findCreatorsById(handle, creatorIds);
}

const SAME_HOLDER =
  'case when coalesce(excluded.payout_address, creators.payout_address) = creators.payout_address then creators.payout_name end';

/** Adds or changes creators; null fields do not change existing values. */
export async function upsertCreators({ db, t }: Handle, rows: readonly ImportedColumns[]): Promise<void> {
  const { creators } = t;
  const filled = (name: string) => sql.raw(`coalesce(excluded.${name}, creators.${name})`);
  await db
    .insert(creators)
    .values([...rows])
    .onConflictDoUpdate({
      target: creators.creator_id,
      set: {
        display_name: filled('display_name'),
        email: filled('email'),
        status: sql.raw('excluded.status'),
        terms_id: filled('terms_id'),
        payout_method: filled('payout_method'),
        payout_address: filled('payout_address'),
        // A new account may belong to someone else, so the name of the previous holder is removed.
        payout_name: sql.raw(SAME_HOLDER),
        payout_details_at: filled('payout_details_at'),
        updated_at: sql.raw('excluded.updated_at'),
        version: nextVersion(creators.version),
      },
    });
}
