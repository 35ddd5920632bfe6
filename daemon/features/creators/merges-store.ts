import { asc, inArray, max, ne } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface MergedCreator {
  creator_id: string;
  display_name: string | null;
  merged_into: string | null;
}

/** Lists the creators who were merged into these creators. */
export async function listMergedInto(
  { db, t: { creators: c } }: Handle,
  creatorIds: readonly string[],
): Promise<MergedCreator[]> {
  if (creatorIds.length === 0) return [];
  return db
    .select({ creator_id: c.creator_id, display_name: c.display_name, merged_into: c.merged_into })
    .from(c)
    .where(inArray(c.merged_into, [...creatorIds]))
    .orderBy(asc(c.creator_id));
}

/** Returns the IDs of the creator and of those who were merged into them. */
export async function listOwnIds(handle: Handle, creatorId: string): Promise<string[]> {
  return [creatorId, ...(await listMergedInto(handle, [creatorId])).map(({ creator_id }) => creator_id)];
}

/**
 * Returns the ID of the last payout run that is not void; 0 if there is none. A run later than a merge makes the merge
 * final.
 */
export async function findLastLivingRun({ db, t: { payout_runs: r } }: Handle): Promise<number> {
  const [row] = await db
    .select({ run_id: max(r.run_id) })
    .from(r)
    .where(ne(r.status, 'void'));
  return Number(row?.run_id ?? 0);
}
