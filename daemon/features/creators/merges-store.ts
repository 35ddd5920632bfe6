import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

export interface MergedCreator {
  creator_id: string;
  display_name: string | null;
  merged_into: string | null;
}

/** Lists those who were merged into these creators. */
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

/** Returns the creator and those who were merged into them. */
export async function listOwnIds(handle: Handle, creatorId: string): Promise<string[]> {
  return [creatorId, ...(await listMergedInto(handle, [creatorId])).map(({ creator_id }) => creator_id)];
}

/** Returns the name of a creator. */
export async function findCreatorName({ db, t: { creators: c } }: Handle, creatorId: string): Promise<string | null> {
  const [row] = await db.select({ name: c.display_name }).from(c).where(eq(c.creator_id, creatorId));
  return row?.name ?? null;
}

/** Checks whether a payout run after this one began and is not void. */
export async function hasRunAfter({ db, t: { payout_runs: r } }: Handle, runId: number): Promise<boolean> {
  const rows = await db
    .select({ run_id: r.run_id })
    .from(r)
    .where(and(gt(r.run_id, runId), ne(r.status, 'void')))
    .limit(1);
  return rows.length > 0;
}
