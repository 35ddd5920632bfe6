import { setTimeout as sleep } from 'node:timers/promises';
import { scheduleJob } from 'node-schedule';
import type { Database } from '../db/database.ts';
import { isFarAhead } from '../features/jobs/clock-rules.ts';
import { findLastStart } from '../features/jobs/job-runs-store.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import type { Job } from './job.ts';
import { jobs as allJobs } from './jobs.ts';
import { takeNextRun } from './next-run.ts';
import { runPeriod } from './run-period.ts';

export interface JobRunner {
  /** Runs every period that is due now and that no other daemon holds; resolves when none is left. */
  runDueJobs(): Promise<void>;
  /** Waits for the current steps; other daemons continue the rest. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  db: Database;
  clock: Clock;
  log: Log;
  jobs?: readonly Job[];
}

/** With a lease of 30 s, another daemon takes over the run of a dead daemon within 45 s. */
const LOOK = '*/15 * * * * *';
/** A longer step is cut off when the database closes. */
const LONGEST_STOP_MS = 5000;

/** Runs the scheduled jobs in the background of this daemon: at the start, and several times a minute. */
export function startJobRunner({ db, clock, log, jobs = allJobs }: RunnerParts): JobRunner {
  const stopping = new AbortController();
  const parts = { db, clock, log, signal: stopping.signal };
  const isSet = watchClock(parts);
  const passes = createSingleFlight(async () => {
    if (!stopping.signal.aborted && (await isSet())) await Promise.all(jobs.map((job) => runJob(parts, job)));
  });
  const looks = scheduleJob(LOOK, () => void passes.runIfIdle());
  void passes.run();
  return {
    runDueJobs: passes.run,
    async stop() {
      looks.cancel();
      stopping.abort();
      const late = new AbortController();
      await Promise.race([passes.idle(), sleep(LONGEST_STOP_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
    },
  };
}

/** Returns whether the clock is plausible, and logs an error once if it is not. */
function watchClock({ db, clock, log }: Omit<RunnerParts, 'jobs'>): () => Promise<boolean> {
  let isAhead = false;
  return async () => {
    try {
      const lastStart = await db.read(findLastStart);
      const wasAhead = isAhead;
      isAhead = isFarAhead(clock(), lastStart);
      if (isAhead && !wasAhead) log.error('The clock is far past the last run of any job: the daemon runs no job');
      return !isAhead;
    } catch (error) {
      log.warn('The daemon could not check the jobs; it tries again', { error });
      return false;
    }
  };
}

/** A job that fails must not delay the others. */
async function runJob(parts: Omit<RunnerParts, 'jobs'> & { signal: AbortSignal }, job: Job): Promise<void> {
  const { db, clock, log, signal } = parts;
  try {
    while (!signal.aborted) {
      const next = await takeNextRun(db, job, clock());
      if (!next) return;
      const { run, ...about } = next;
      if (!(await runPeriod(parts, job, run, about)) && 'schedule' in job) return;
    }
  } catch (error) {
    if (!signal.aborted) log.warn('The daemon could not check a job; it tries again', { job: job.name, error });
  }
}
