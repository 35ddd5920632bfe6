import { setTimeout as sleep } from 'node:timers/promises';
import { leaseRun } from '../features/jobs/lease-run.ts';
import { getOrganisation } from '../features/settings/settings-store.ts';
import type { Job } from './job.ts';
import { findDue, takeNextRun } from './next-run.ts';
import { findPeriod, KEY_FORMS, type Period, type Schedule, zoneOf } from './period-rules.ts';
import { type RunParts, runPeriod } from './run-period.ts';

export interface Ran {
  period: string;
  outcome: 'done' | 'failed' | 'already running';
}

/**
 * Runs the due periods of a job now, including failed ones that are waiting for a retry. Stops at the first one that
 * fails.
 */
export async function runDueByHand(parts: RunParts, job: Job): Promise<Ran[]> {
  const ran: Ran[] = [];
  const { periods, schedule, isNew } = await findDue(parts.db, job, parts.clock());
  if (schedule && isNew) await takeNextRun(parts.db, job, parts.clock());
  for (const period of periods) {
    ran.push(await runPeriodByHand(parts, job, period));
    if (ran.at(-1)?.outcome !== 'done') break;
  }
  return ran;
}

/** Runs the named period of a job, even if it is already done. */
export async function runNamedPeriod(parts: RunParts, job: Job, key: string): Promise<Ran> {
  const now = parts.clock();
  const organisation = await parts.db.read(getOrganisation);
  const period = 'find' in job ? job.parse(key) : periodOf(job.schedule(organisation), organisation.time_zone, key);
  if (!period) {
    const form = 'find' in job ? job.keyForm : KEY_FORMS[job.schedule(organisation).every];
    throw new Error(`${job.name} has no period ${key}. Use ${form}`);
  }
  if (period.dueAt > now)
    throw new Error(`${key} cannot run before ${new Date(period.dueAt).toISOString()}, when it is due`);
  // A later period must not run first, because the periods before it would then count as done.
  const { periods } = await findDue(parts.db, job, now);
  const first = periods[0];
  if ('schedule' in job && first && first.key < key && periods.some((due) => due.key === key))
    throw new Error(`${first.key} must run first`);
  return runPeriodByHand(parts, job, period);
}

const periodOf = (schedule: Schedule, ofOrganisation: string, key: string) =>
  findPeriod(schedule, zoneOf(schedule, ofOrganisation), key);

const TRIES = 5;
const PAUSE_MS = 200;

async function runPeriodByHand(parts: RunParts, job: Job, period: Period): Promise<Ran> {
  const { db, clock } = parts;
  const { time_zone: zone } = await db.read(getOrganisation);
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const run = await leaseRun(db, job.name, period.key, clock(), { again: true });
    if (run) {
      const done = await runPeriod(parts, job, run, { period, zone });
      return { period: period.key, outcome: done ? 'done' : 'failed' };
    }
    await sleep(PAUSE_MS);
  }
  return { period: period.key, outcome: 'already running' };
}
