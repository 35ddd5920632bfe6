import type { Handle } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import { type CreatorRow, findCreatorNames } from './creators-store.ts';
import { findLastLivingRun, listMergedInto, type MergedCreator } from './merges-store.ts';

/** A creator's merges, in either direction. */
export interface MergesOf {
  into: { creatorId: string; name: string | null; at: number; canUndo: boolean } | null;
  merged: MergedCreator[];
}

/**
 * Reads the merges of these creators.
 * @returns a function that returns the merges of one creator
 */
export async function readMerges(
  handle: Handle,
  creators: readonly CreatorRow[],
): Promise<(creator: CreatorRow) => MergesOf> {
  const ids = creators.map(({ creator_id }) => creator_id);
  const merged = groupBy(await listMergedInto(handle, ids), ({ merged_into }) => merged_into);
  const targets = creators.flatMap(({ merged_into }) => merged_into ?? []);
  const names = targets.length === 0 ? new Map<string, string | null>() : await findCreatorNames(handle, targets);
  const lastRun = targets.length === 0 ? 0 : await findLastLivingRun(handle);
  return ({ creator_id, merged_into, merged_at, merged_after_run }) => ({
    into:
      merged_into === null
        ? null
        : {
            creatorId: merged_into,
            name: names.get(merged_into) ?? null,
            at: merged_at ?? 0,
            canUndo: lastRun <= (merged_after_run ?? 0),
          },
    merged: merged.get(creator_id) ?? [],
  });
}
