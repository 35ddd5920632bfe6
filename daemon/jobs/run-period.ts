import { AppError } from '../contract/refusals.ts';
import type { Database } from '../db/database.ts';
import { RENEW_MS } from '../features/jobs/lease-rules.ts';
import { failRun, finishRun, type HeldRun, releaseRun, renewRun } from '../features/jobs/lease-run.ts';
import type { Clock } from '../lib/clock.ts';
import type { Log } from '../lib/log.ts';
import { Unavailable } from '../lib/unavailable.ts';
import type { Job, Work } from './job.ts';

export interface RunParts {
  db: Database;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
}

/** Runs a period that this daemon has leased. @returns whether it is done */
export async function runPeriod(
  { db, clock, log, signal }: RunParts,
  job: Job,
  run: HeldRun,
  about: Pick<Work, 'period' | 'zone'>,
): Promise<boolean> {
  const lost = new AbortController();
  const lives = setInterval(() => {
    renewRun(db, run, clock()).then(
      (ours) => ours || lost.abort(),
      () => {}, // a later renewal may succeed; otherwise the lease ends
    );
  }, RENEW_MS).unref();
  const fields = { job: run.job, period: run.period };
  const startedAt = performance.now();
  try {
    const work = { db, clock, now: clock(), signal: AbortSignal.any([signal, lost.signal]), ...about };
    await job.run(work);
    const ours = await finishRun(db, run, clock());
    if (ours) log.info('Job finished', { ...fields, ms: Math.round(performance.now() - startedAt) });
    return ours;
  } catch (error) {
    if (lost.signal.aborted) log.warn('Job taken over by another daemon', fields);
    else if (signal.aborted) await releaseRun(db, run);
    else {
      log.error('Job failed; the daemon will retry it', { ...fields, error });
      await failRun(db, run, sentenceOf(error), clock());
    }
    return false;
  } finally {
    clearInterval(lives);
  }
}

const MOST_CHARACTERS = 300;

/** Returns the text of a fault for the list of jobs. drizzle's own message contains the values of a statement. */
function sentenceOf(error: unknown): string {
  if (error instanceof AppError) return error.problem.code;
  if (error instanceof Unavailable) return error.message;
  if (!(error instanceof Error)) return 'unknown';
  const cause = error.message.startsWith('Failed query:') && error.cause instanceof Error ? error.cause : error;
  const sentence = cause.message.startsWith('Failed query:') ? 'Failed query' : cause.message;
  return `${cause.name}: ${sentence}`.slice(0, MOST_CHARACTERS);
}
