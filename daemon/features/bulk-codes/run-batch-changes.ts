import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import { FIRST_PACE, paceAfter, stepAndRest } from '../../lib/pace.ts';
import { pick } from '../../lib/pick.ts';
import { windowChangesOf } from './batch-rules.ts';
import { type CodeChange, changeCodes, findIdleChange } from './batches-store.ts';
import { cut, findIdRange, type IdRange } from './bulk-codes-store.ts';
import { findJobForUpdate, type JobRow, LEASE_MS, updateJob } from './bulk-jobs-store.ts';

/** A batch that this daemon is changing, in the state after the last step. */
export interface HeldChange {
  batchId: number;
  change: CodeChange;
  leaseUntil: number;
  switchedId: number | null;
  /** The IDs not yet changed; null if there are none. */
  left: IdRange | null;
}

/** Takes the oldest change that no daemon is working on. */
export async function takeChange(db: Database, now: number): Promise<HeldChange | null> {
  const found = await db.read((handle) => findIdleChange(handle, now, 2 * LEASE_MS));
  if (found === null) return null;
  const taken = await db.write(async (handle) => {
    const job = await findJobForUpdate(handle, found);
    if (!job || !isChanging(job) || isLeased(job, now)) return null;
    const leaseUntil = now + LEASE_MS;
    await updateJob(handle, found, { lease_until: leaseUntil });
    return { batchId: found, change: changeOf(job), leaseUntil, switchedId: job.switched_id };
  });
  if (!taken) return null;
  const all = await db.read((handle) => findIdRange(handle, found));
  const from = Math.max(all?.from ?? 0, (taken.switchedId ?? 0) + 1);
  return { ...taken, left: all && from <= all.to ? { from, to: all.to } : null };
}

const isChanging = ({ switch_to, window_changes }: JobRow) => switch_to !== null || window_changes !== null;

const changeOf = (job: JobRow): CodeChange => ({
  ...(job.switch_to !== null && { active: job.switch_to }),
  ...pick(job, windowChangesOf(job)),
});

const isLeased = ({ lease_until: lease }: JobRow, now: number) =>
  lease !== null && lease > now && lease <= now + 2 * LEASE_MS;

/** Changes codes step by step until all are changed, another change replaces this one, or the signal is aborted. */
export async function workOnChange(db: Database, clock: Clock, taken: HeldChange, signal?: AbortSignal): Promise<void> {
  let held: HeldChange | null = taken;
  for (let pace = FIRST_PACE; held && !signal?.aborted; ) {
    const current: HeldChange = held;
    const { result, ms } = await stepAndRest(() => stepChange(db, current, pace.size, clock()));
    held = result;
    pace = paceAfter(pace, ms);
  }
  if (held) await releaseLease(db, held);
}

/**
 * Changes some codes in one transaction if the lease is still valid.
 * @returns null if nothing is left or the lease was lost
 */
export const stepChange = (db: Database, held: HeldChange, size: number, now: number): Promise<HeldChange | null> =>
  db.write(async (handle) => {
    const { batchId, change } = held;
    if (!isOurs(await findJobForUpdate(handle, batchId), held)) return null;
    const { some, rest } = held.left ? cut(held.left, size) : { some: null, rest: null };
    if (some) await changeCodes(handle, batchId, some, { change, now });
    if (!some || !rest) {
      await updateJob(handle, batchId, { switch_to: null, window_changes: null, switched_id: null, lease_until: null });
      return null;
    }
    const leaseUntil = now + LEASE_MS;
    await updateJob(handle, batchId, { switched_id: some.to, lease_until: leaseUntil });
    return { ...held, leaseUntil, switchedId: some.to, left: rest };
  });

const isOurs = (job: JobRow | null, held: HeldChange) =>
  job !== null &&
  isDeepStrictEqual(changeOf(job), held.change) &&
  job.lease_until === held.leaseUntil &&
  job.switched_id === held.switchedId;

/** Ends the lease, so that other daemons do not have to wait until it expires. */
const releaseLease = (db: Database, held: HeldChange): Promise<void> =>
  db.write(async (handle) => {
    if (isOurs(await findJobForUpdate(handle, held.batchId), held))
      await updateJob(handle, held.batchId, { lease_until: null });
  });
