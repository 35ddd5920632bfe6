import type { Database } from '../../db/database.ts';
import { findLatestRun, findRunForUpdate, insertRun, type JobRun, updateHeldRun, updateRun } from './job-runs-store.ts';
import { backOffOf, LEASE_MS, mayTake } from './lease-rules.ts';

/** A run that this daemon holds until another daemon increases the fence. */
export type HeldRun = Pick<JobRun, 'job' | 'period' | 'fence'>;

/**
 * Takes a period of a job for this daemon. Returns null if another daemon holds the run of this period or, unless
 * `again` is set, if the run is done or waiting after a failure.
 */
export const leaseRun = (
  db: Database,
  job: string,
  period: string,
  now: number,
  { again = false } = {},
): Promise<HeldRun | null> =>
  db.write(async (handle) => {
    const taken = { status: 'running' as const, lease_until: now + LEASE_MS, started_at: now, finished_at: null };
    if (await insertRun(handle, { job, period, fence: 1, ...taken })) return { job, period, fence: 1 };
    const run = await findRunForUpdate(handle, job, period);
    const isFree = run && (mayTake(run, now) || (again && run.status !== 'running'));
    if (!isFree) return null;
    const fence = run.fence + 1;
    await updateRun(handle, job, period, { fence, ...taken });
    return { job, period, fence };
  });

/** @returns false if another daemon has taken the run, so that the caller must stop */
export const renewRun = (db: Database, run: HeldRun, now: number): Promise<boolean> =>
  db.write((handle) => updateHeldRun(handle, run, { lease_until: now + LEASE_MS }));

export const finishRun = (db: Database, run: HeldRun, now: number): Promise<boolean> =>
  db.write((handle) =>
    updateHeldRun(handle, run, { status: 'done', lease_until: null, finished_at: now, error: null }),
  );

/** Marks the run as failed; a daemon will retry it after a wait. */
export const failRun = (db: Database, run: HeldRun, error: string, now: number): Promise<boolean> =>
  db.write((handle) =>
    updateHeldRun(handle, run, { status: 'failed', lease_until: now + backOffOf(run.fence), finished_at: now, error }),
  );

/** Releases an unfinished run, so that other daemons do not have to wait until the lease ends. */
export const releaseRun = (db: Database, run: HeldRun): Promise<boolean> =>
  db.write((handle) => updateHeldRun(handle, run, { lease_until: null }));

/**
 * If a job has never run, stores its newest due `period` as the baseline, so that daemons run only later periods.
 * @returns false if the job has run before
 */
export const setBaseline = (db: Database, job: string, period: string, now: number): Promise<boolean> =>
  db.write(async (handle) => {
    if (await findLatestRun(handle, job, period)) return false;
    return insertRun(handle, { job, period, status: 'baseline', fence: 0, started_at: now });
  });
