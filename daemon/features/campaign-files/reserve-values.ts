import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { firstPace, type ImportedCode, withNorm } from '../../domain/codes/code-import.ts';
import type { Clock } from '../../lib/clock.ts';
import { paceAfter, restAfter } from '../../lib/pace.ts';
import { type BulkRequest, insertJob, LEASE_MS, updateJob, updateLeased } from '../bulk-codes/bulk-jobs-store.ts';
import { insertFreeCodes } from '../bulk-codes/insert-codes-store.ts';

export type Batch = BulkRequest & { rows: ImportedCode[] };

/** The bulk codes of an import, stored so that players cannot use them yet. */
export interface Reservation {
  campaignId: number;
  jobIds: number[];
  /** Until then, other daemons do not take the jobs. A daemon that takes them after that removes their codes. */
  leaseUntil: number;
}

/** Thrown if a value has been taken since the plan was made. */
export class ValueTakenError extends Error {}

const INTERRUPTED = 'the import was interrupted; nothing was stored';

/** Inserts a leased job for each batch. Until the import is done, the jobs' `error` says that it was interrupted. */
export async function beginReservation(
  handle: Handle,
  batches: readonly Batch[],
  { campaignId, staffId }: { campaignId: number; staffId: number },
  now: number,
): Promise<Reservation> {
  const leaseUntil = now + LEASE_MS;
  const jobIds: number[] = [];
  for (const request of batches) {
    const starter = { campaign_id: campaignId, staff_id: staffId, created_at: now };
    const state = { lease_until: leaseUntil, error: INTERRUPTED };
    jobIds.push(
      (await insertJob(handle, { kind: 'import', request, total: request.rows.length, ...starter, ...state })).job_id,
    );
  }
  return { campaignId, jobIds, leaseUntil };
}

/**
 * Reserves all values of the batches in steps, so that redeems do not wait.
 * @throws `ValueTakenError`
 */
export async function reserveValues(db: Database, batches: readonly Batch[], held: Reservation, clock: Clock) {
  for (const [at, request] of batches.entries()) {
    let pace = firstPace(request);
    for (let done = 0; done < request.rows.length; ) {
      const startedAt = performance.now();
      const rows = request.rows.slice(done, done + pace.size).map(withNorm);
      const shared = { ...request, jobId: held.jobIds[at] as number, campaignId: held.campaignId };
      held.leaseUntil = await db.write(async (handle) => {
        const now = clock();
        await extend(handle, held, now + LEASE_MS);
        const made = await insertFreeCodes(handle, { ...shared, now }, rows);
        if (made.size < rows.length) throw new ValueTakenError();
        return now + LEASE_MS;
      });
      done += rows.length;
      const ms = performance.now() - startedAt;
      pace = paceAfter(pace, ms);
      await restAfter(ms);
    }
  }
}

/** Keeps the values: the runner of bulk jobs now continues the jobs and makes the codes available to players. */
export async function keepReservation(handle: Handle, batches: readonly Batch[], held: Reservation, now: number) {
  await extend(handle, held, now + LEASE_MS);
  for (const [at, { rows }] of batches.entries())
    await updateJob(handle, held.jobIds[at] as number, { error: null, lease_until: null, done: rows.length });
}

/**
 * Ends the lease, so that the runner of bulk jobs removes the reserved values immediately. If the import was committed
 * and only the database's response was lost, the jobs no longer have a lease, so the values are kept.
 */
export const dropReservation = (db: Database, { jobIds, leaseUntil }: Reservation, error: string): Promise<boolean> =>
  db.write((handle) => updateLeased(handle, jobIds, leaseUntil, { error, lease_until: null }));

/** Extends the lease. If the daemon was paused for longer than the lease, the reservation is lost. */
async function extend(handle: Handle, { jobIds, leaseUntil }: Reservation, until: number): Promise<void> {
  if (!(await updateLeased(handle, jobIds, leaseUntil, { lease_until: until }))) throw new AppError('unavailable');
}
