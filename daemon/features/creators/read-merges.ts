import type { Handle } from '../../db/database.ts';
import { groupBy } from '../../lib/group-by.ts';
import type { CreatorRow } from './creators-store.ts';
import { findCreatorName, hasRunAfter, listMergedInto, type MergedCreator } from './merges-store.ts';

/** The merges of a creator, on either side. */
export interface MergesOf {
  into: { creatorId: string; name: string | null; at: number; canUndo: boolean } | null;
  merged: MergedCreator[];
}

/** Reads the merges of these creators. @returns a function that returns those of one of them */
export async function readMerges(handle: Handle, creators: readonly CreatorRow[]): Promise<(id: string) => MergesOf> {
  const ids = creators.map(({ creator_id }) => creator_id);
  const merged = groupBy(await listMergedInto(handle, ids), ({ merged_into }) => merged_into);
  const into = new Map<string, MergesOf['into']>();
  for (const { creator_id, merged_into, merged_at, merged_after_run } of creators)
    if (merged_into !== null)
      into.set(creator_id, {
        creatorId: merged_into,
        name: await findCreatorName(handle, merged_into),
        at: merged_at ?? 0,
        canUndo: !(await hasRunAfter(handle, merged_after_run ?? 0)),
      });
  return (id) => ({ into: into.get(id) ?? null, merged: merged.get(id) ?? [] });
}
