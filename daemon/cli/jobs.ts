import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Job } from '../jobs/job.ts';
import { jobsFor } from '../jobs/jobs.ts';
import { listJobs } from '../jobs/list-jobs.ts';
import { runDueByHand, runNamedPeriod } from '../jobs/run-by-hand.ts';
import { createLog } from '../lib/log.ts';
import { withDatabase } from './with-database.ts';
import { withEventLog } from './with-event-log.ts';

/** Prints every job with its last and next run. */
export async function listJobsCommand(config: Config): Promise<void> {
  const states = await withDatabase(config, (db) => listJobs(db, Date.now(), jobsFor(config)));
  for (const { name, says, runs, last, nextAt } of states) {
    const ended = last && `${last.period} ${last.status} ${isoOf(last.finished_at ?? last.started_at)}`;
    const lines = [`${name}: ${says}, ${runs}`, `  last: ${ended ?? 'never'}`, `  next: ${isoOf(nextAt)}`];
    if (last?.error) lines.push(`  error: ${last.error}`);
    process.stdout.write(`${lines.join('\n')}\n`);
  }
}

const isoOf = (instant: number | null) => (instant === null ? 'when needed' : new Date(instant).toISOString());

/** Runs a job now: its due periods, or the named period. Returns whether all runs succeeded. */
export async function runJobCommand(config: Config, name: string, period: string | undefined): Promise<boolean> {
  const ran = await withEventLog(config, (eventLog) => {
    const jobs = jobsFor({ ...config, eventLog });
    const job = jobs.find((known) => known.name === name);
    if (!job) throw new Error(`Unknown job ${name}. Jobs: ${jobs.map((known) => known.name).join(', ')}`);
    return withDatabase(config, (db) => run(db, config, job, period));
  });
  if (ran.length === 0) process.stdout.write('Nothing is due.\n');
  for (const one of ran) process.stdout.write(`${one.period}: ${one.outcome}\n`);
  return ran.every(({ outcome }) => outcome === 'done');
}

async function run(db: Database, config: Config, job: Job, period: string | undefined) {
  const signal = new AbortController().signal;
  const parts = { db, clock: Date.now, log: createLog(config.logLevel), signal };
  return period === undefined ? await runDueByHand(parts, job) : [await runNamedPeriod(parts, job, period)];
}
