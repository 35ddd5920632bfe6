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
  /** Runs every period that is due now and that no other daemon is at; ends when there is none left. */
  runDueJobs(): Promise<void>;
  /** Waits for the steps under way; what is left goes to whoever looks next. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  db: Database;
  clock: Clock;
  log: Log;
  jobs?: readonly Job[];
}

/** With a lease of 30 s, what a daemon left when it died is taken up by another within 45 s. */
const LOOK = '*/15 * * * * *';
/** A step that takes longer than this ends with the database. */
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

/** Tells whether the clock can be believed, and says once where it cannot. */
function watchClock({ db, clock, log }: Omit<RunnerParts, 'jobs'>): () => Promise<boolean> {
  let isAhead = false;
  return async () => {
    try {
      const lastStart = await db.read(findLastStart);
      const wasAhead = isAhead;
      isAhead = isFarAhead(clock(), lastStart);
      if (isAhead && !wasAhead) log.error('The clock is far past the last run of any job: none is run');
      return !isAhead;
    } catch (error) {
      log.warn('The jobs could not be looked at; they are looked at again', { error });
      return false;
    }
  };
}

/** A job that fails does not hold up the others. */
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
    if (!signal.aborted) log.warn('A job could not be looked at; it is tried again', { job: job.name, error });
  }
}
