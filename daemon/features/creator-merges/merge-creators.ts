import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { endAccess } from '../creator-access/creator-access-store.ts';
import { found } from '../creators/change-creator.ts';
import { type CreatorRow, findCreator, findCreatorForUpdate, updateCreator } from '../creators/creators-store.ts';
import { findLastLivingRun, listMergedInto, type MergedCreator } from '../creators/merges-store.ts';
import { type FiguredCreator, getCreator } from '../creators/read-creators.ts';
import { findNewestRequest } from '../payout-details/payout-details-store.ts';
import { currentScope } from '../payouts/run/dry-run.ts';
import { resumeRun } from '../payouts/run/prepare-run.ts';
import { findPreparing, lastRunId } from '../payouts/run/runs-store.ts';
import { listOpenStatements } from '../payouts/statements/creator-statements-store.ts';
import { type SettledMerge, settleMerge } from '../payouts/statements/settle-creators.ts';
import { getOrganisation, getOrganisationForUpdate } from '../settings/settings-store.ts';

/** The two creators of a merge: `creatorId` is merged into `intoId`. */
export interface Merging {
  creatorId: string;
  intoId: string;
}

export interface MergePreview {
  creator: FiguredCreator;
  into: FiguredCreator;
  settled: SettledMerge;
  /** The creator's statements that have not been paid yet. */
  open: Awaited<ReturnType<typeof listOpenStatements>>;
}

/** Returns both creators, and what a payout run would pay them now. It refuses pairs that a merge would refuse. */
export async function previewMerge(db: Database, merging: Merging, now: number): Promise<MergePreview> {
  const read = await db.read(async (handle) => {
    await expectMergeable(handle, merging, findCreator);
    const scope = await currentScope(handle, await getOrganisation(handle), null, now);
    const settled = await settleMerge(handle, merging, scope);
    return { settled, open: await listOpenStatements(handle, merging.creatorId) };
  });
  const [creator, into] = [await getCreator(db, merging.creatorId, null), await getCreator(db, merging.intoId, null)];
  return { creator, into, ...read };
}

/**
 * Merges a creator into another one, who is the same person. No rows move: from the next payout run on, the other
 * creator is paid for both, and the other creator's page shows both. The merged creator's sessions and sign-in links
 * become invalid.
 */
export const mergeCreator = (db: Database, staffId: number, merging: Merging, now: number): Promise<void> =>
  betweenRuns(db, now, async (handle) => {
    const { creatorId, intoId } = merging;
    await expectMergeable(handle, merging, findCreatorForUpdate);
    const merge = { merged_into: intoId, merged_at: now, merged_after_run: await lastRunId(handle) };
    await updateCreator(handle, creatorId, { ...merge, updated_at: now });
    await endAccess(handle, creatorId, now);
    const entry = { staffId, action: 'creator.merge', entity: 'creator', entityId: creatorId };
    await recordAudit(handle, { ...entry, before: { merged_into: null }, after: { merged_into: intoId } }, now);
  });

/** Undoes a merge. The other creator's sessions end, because the merged creator may have opened some of them. */
export const undoMerge = (db: Database, staffId: number, creatorId: string, now: number): Promise<void> =>
  betweenRuns(db, now, async (handle) => {
    const creator = found(await findCreatorForUpdate(handle, creatorId));
    const { merged_into: intoId, merged_after_run: afterRun } = creator;
    if (intoId === null) throw new AppError('invalid_status_move');
    if ((await findLastLivingRun(handle)) > (afterRun ?? 0)) throw new AppError('merge_is_final');
    const none = { merged_into: null, merged_at: null, merged_after_run: null };
    await updateCreator(handle, creatorId, { ...none, updated_at: now });
    await endAccess(handle, intoId, now);
    const entry = { staffId, action: 'creator.undo_merge', entity: 'creator', entityId: creatorId };
    await recordAudit(handle, { ...entry, before: { merged_into: intoId }, after: { merged_into: null } }, now);
  });

/**
 * Finishes any payout run that is being prepared, then writes. A run reads the creators and their merges page by page,
 * so no merge may change while a run is being prepared.
 */
async function betweenRuns(db: Database, now: number, write: (handle: Handle) => Promise<void>): Promise<void> {
  for (;;) {
    const isDone = await db.write(async (handle) => {
      // Payout runs start under the same lock.
      await getOrganisationForUpdate(handle);
      if (await findPreparing(handle)) return false;
      await write(handle);
      return true;
    });
    if (isDone) return;
    await resumeRun(db, now);
  }
}

/** @param find reads a creator; for the merge itself, it also locks the row */
async function expectMergeable(
  handle: Handle,
  { creatorId, intoId }: Merging,
  find: (handle: Handle, creatorId: string) => Promise<CreatorRow | null>,
): Promise<void> {
  // All callers lock the two creators in the same order.
  const both: MergedCreator[] = [];
  for (const id of [creatorId, intoId].sort()) both.push(found(await find(handle, id)));
  const [inTheWay] = [
    ...both.filter(({ merged_into }) => merged_into !== null),
    ...(await listMergedInto(handle, [creatorId])),
  ];
  if (inTheWay) {
    const detail = `${inTheWay.creator_id} was merged into ${inTheWay.merged_into}.`;
    throw new AppError({ code: 'creator_merged', detail });
  }
  const request = await findNewestRequest(handle, creatorId);
  if (request?.status === 'pending') throw new AppError('payout_details_waiting');
}
