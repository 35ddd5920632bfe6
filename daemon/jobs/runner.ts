import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../db/database.ts';
import { isFarAhead } from '../features/jobs/clock-rules.ts';
import { findLastStart } from '../features/jobs/job-runs-store.ts';
import { getOrganisation, type Organisation } from '../features/settings/settings-store.ts';
import { durationInWords } from '../lib/amounts-in-words.ts';
import type { Clock } from '../lib/clock.ts';
import { type ClockStep, createStepWatch } from '../lib/clock-steps.ts';
import type { Log } from '../lib/log.ts';
import { createSingleFlight } from '../lib/single-flight.ts';
import type { Job } from './job.ts';
import { takeNextRun } from './next-run.ts';
import { createRecurrences } from './recurrences.ts';
import { runPeriod } from './run-period.ts';

export interface JobRunner {
  /** Runs every period that is due now and that no other daemon holds. Resolves when none is left. */
  runDueJobs(): Promise<void>;
  /** Stops each job after its current step; other daemons continue the job runs. */
  stop(): Promise<void>;
}

export interface RunnerParts {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: readonly Job[];
}

/** A lease lasts 30 s, so within 45 s another daemon takes over the run of a daemon that has died. */
const POLL_MS = 15_000;
const WATCH_MS = 1000;
/** A longer step is interrupted when the database closes. */
const LONGEST_STOP_MS = 5000;

/**
 * Runs the scheduled jobs in the background of this daemon: at startup, at the instants of their schedules, every 15 s,
 * and after the clock has been set. The last two do not depend on the wall clock.
 */
export function startJobRunner({ db, clock, log, jobs }: RunnerParts): JobRunner {
  const stopping = new AbortController();
  const parts = { db, clock, log, signal: stopping.signal };
  // Each job has its own single flight, so that a running job does not delay the others.
  const flights = jobs.map((job) => createSingleFlight(() => runJob(parts, job)));
  const recurrences = createRecurrences(() => checkNow());
  const readOrganisation = createPlausibleRead(parts);
  let isPlausible = false;
  const checks = createSingleFlight(async () => {
    const organisation = await readOrganisation();
    isPlausible = organisation !== null && !stopping.signal.aborted;
    if (!organisation || stopping.signal.aborted) return;
    const schedules = jobs.flatMap((job) => ('schedule' in job ? job.schedule(organisation) : []));
    recurrences.keep(schedules, organisation.time_zone);
  });
  const look = async (how: 'run' | 'runIfIdle') => {
    if (!stopping.signal.aborted) await checks[how]();
    if (isPlausible && !stopping.signal.aborted) await Promise.all(flights.map((flight) => flight[how]()));
  };
  let checkedAt = performance.now();
  const checkNow = () => {
    checkedAt = performance.now();
    void look('runIfIdle');
  };
  const isStepped = watchSteps({ clock, log });
  const watch = setInterval(() => {
    if (isStepped()) recurrences.forget();
    else if (performance.now() - checkedAt < POLL_MS) return;
    checkNow();
  }, WATCH_MS);
  checkNow();
  return {
    runDueJobs: () => look('run'),
    async stop() {
      clearInterval(watch);
      stopping.abort();
      recurrences.forget();
      const late = new AbortController();
      const idle = Promise.all([checks, ...flights].map((flight) => flight.idle()));
      await Promise.race([idle, sleep(LONGEST_STOP_MS, undefined, { signal: late.signal }).catch(() => {})]);
      late.abort();
    },
  };
}

const STILL = 'The clock stopped: no job will become due until it advances';

const stepInWords = ({ kind, byMs }: ClockStep) =>
  kind === 'still'
    ? STILL
    : `The clock was set ${kind} by ${durationInWords(Math.abs(byMs))}: the daemon checked all jobs again`;

/** Returns whether the clock was set since the last call, and logs it. A clock that does not advance is logged once. */
function watchSteps({ clock, log }: Pick<RunnerParts, 'clock' | 'log'>): () => boolean {
  const findStep = createStepWatch(clock);
  let isStill = false;
  return () => {
    const step = findStep();
    if (!step) return false;
    if (step.kind !== 'still' || !isStill) log.warn(stepInWords(step), { ms: step.byMs });
    isStill = step.kind === 'still';
    return !isStill;
  };
}

/** Reads the organisation. While the clock is not plausible, it returns null and logs one error. */
function createPlausibleRead({ db, clock, log }: Omit<RunnerParts, 'jobs'>): () => Promise<Organisation | null> {
  let isAhead = false;
  return async () => {
    try {
      const [organisation, lastStart] = await db.read(async (handle) => [
        await getOrganisation(handle),
        await findLastStart(handle),
      ]);
      const wasAhead = isAhead;
      isAhead = isFarAhead(clock(), lastStart);
      if (isAhead && !wasAhead)
        log.error('The clock is far ahead of the last run of any job: the daemon paused all jobs');
      return isAhead ? null : organisation;
    } catch (error) {
      log.warn('Jobs could not be checked; the daemon will retry', { error });
      return null;
    }
  };
}

/** Runs a job's due periods and catches its errors, so that a failing job does not delay the others. */
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
    if (!signal.aborted) log.warn('Job could not be checked; the daemon will retry', { job: job.name, error });
  }
}
