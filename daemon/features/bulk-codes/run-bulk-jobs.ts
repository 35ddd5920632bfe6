import type { Database } from '../../db/database.ts';
import { firstPace } from '../../domain/codes/code-import.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { paceAfter, restAfter } from '../../lib/pace.ts';
import { createSingleFlight } from '../../lib/single-flight.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { findIdRange } from './bulk-codes-store.ts';
import {
  findIdleJob,
  findIdleJobForUpdate,
  findJobForUpdate,
  getRequest,
  LEASE_MS,
  updateJob,
} from './bulk-jobs-store.ts';
import { takeChange, workOnChange } from './run-batch-changes.ts';
import { type HeldJob, type Step, stepBulkJob } from './step-bulk-job.ts';

export interface BulkRunner {
  /** Checks now for a job to work on. */
  poke(): void;
  /** Stops after the current step; another daemon can continue the job. */
  stop(): Promise<void>;
}

export const LOOK_MS = 5000;
/** A lease longer than this was set by a daemon whose clock is far ahead. */
const LONGEST_LEASE_MS = 2 * LEASE_MS;

/** Runs bulk jobs in the background, one at a time. */
export function startBulkRunner(db: Database, clock: Clock, log: Log): BulkRunner {
  const stopping = new AbortController();
  const flight = createSingleFlight(() =>
    runBulkSteps(db, clock, { signal: stopping.signal, log }).catch((error) =>
      log.warn('Bulk job failed; the daemon will retry it', { error }),
    ),
  );
  const poke = () => void flight.run();
  const looks = setInterval(poke, LOOK_MS).unref();
  poke();
  return {
    poke,
    async stop() {
      clearInterval(looks);
      stopping.abort();
      await flight.idle();
    },
  };
}

export interface RunOptions {
  signal?: AbortSignal;
  log?: Log;
}

/** Takes and runs jobs until no job is free or the signal is aborted. */
export async function runBulkSteps(db: Database, clock: Clock, options: RunOptions = {}): Promise<void> {
  while (!options.signal?.aborted) {
    // A batch change is short, so it runs before the jobs that create codes.
    const held = await takeChange(db, clock());
    if (held) {
      await workOnChange(db, clock, held, options.signal);
      continue;
    }
    const job = await takeJob(db, clock());
    if (!job) return;
    await workOn(db, clock, job, options);
  }
}

/** Takes the oldest job without a valid lease, and sets a new lease. */
export async function takeJob(db: Database, now: number): Promise<HeldJob | null> {
  if (!(await db.read((handle) => findIdleJob(handle, now, LONGEST_LEASE_MS)))) return null;
  const row = await db.write(async (handle) => {
    const found = await findIdleJobForUpdate(handle, now, LONGEST_LEASE_MS);
    if (!found) return null;
    const lease_until = now + LEASE_MS;
    await updateJob(handle, found.job_id, { lease_until });
    return { ...found, lease_until };
  });
  if (!row) return null;
  const request = await db.read((handle) => getRequest(handle, row.job_id));
  return { row, request, waiting: null };
}

async function workOn(db: Database, clock: Clock, taken: HeldJob, { signal, log }: RunOptions): Promise<void> {
  let job = taken;
  let pace = firstPace(job.request);
  while (!signal?.aborted) {
    let step: Step;
    try {
      if (!job.waiting && isMade(job)) job = { ...job, waiting: await findWaiting(db, job) };
      step = await stepBulkJob(db, job, pace.size, clock());
    } catch (error) {
      // If the database is unavailable, the job waits. Any other error would occur again, so it ends the job.
      if (error instanceof Unavailable || job.row.error !== null) throw error;
      log?.error('Bulk job failed', { error });
      return await releaseLease(db, job, 'internal error; see the daemon’s log. No code was created');
    }
    if (step.outcome !== 'more') return;
    job = step.job;
    pace = paceAfter(pace, step.ms);
    await restAfter(step.ms);
  }
  await releaseLease(db, job, null);
}

const isMade = ({ row }: HeldJob) => row.error !== null || row.done === row.total;

const findWaiting = (db: Database, { row }: HeldJob) => db.read((handle) => findIdRange(handle, row.job_id, 'pending'));

/** Ends the lease if this daemon still has it, so that other daemons do not have to wait until it expires. */
const releaseLease = (db: Database, { row }: HeldJob, error: string | null): Promise<void> =>
  db.write(async (handle) => {
    const held = await findJobForUpdate(handle, row.job_id);
    if (held?.status !== 'running' || held.lease_until !== row.lease_until) return;
    await updateJob(handle, row.job_id, { lease_until: null, ...(held.error === null && error ? { error } : {}) });
  });
