import { asc, inArray, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';

export type CreatorColumns = Tables['creators']['$inferSelect'];

/** Locks the existing creators until the transaction ends. */
export async function findCreatorsForUpdate(handle: Handle, creatorIds: readonly string[]): Promise<CreatorColumns[]> {
  const { creators } = handle.t;
  const query = handle.db
    .select()
    .from(creators)
    .where(inArray(creators.creator_id, [...creatorIds]))
    .orderBy(asc(creators.creator_id));
  return forUpdate(handle, query);
}

/** Adds or changes creators; null fields leave existing values as they are. */
export async function upsertCreators({ db, t }: Handle, rows: readonly CreatorColumns[]): Promise<void> {
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
        payout_details_at: filled('payout_details_at'),
        updated_at: sql.raw('excluded.updated_at'),
      },
    });
}
