import type { Database } from '../db/database.ts';
import { findLatestRun, listOpenRuns } from '../features/jobs/job-runs-store.ts';
import { type HeldRun, leaseRun, setBaseline } from '../features/jobs/lease-run.ts';
import { getOrganisation } from '../features/settings/settings-store.ts';
import type { Job } from './job.ts';
import { duePeriods, findPeriod, lastDuePeriod, type Period, type Schedule, zoneOf } from './period-rules.ts';

export interface NextRun {
  run: HeldRun;
  period: Period;
  zone: string;
}

export interface Due {
  /** Periods that are due and not done, oldest first. */
  periods: Period[];
  zone: string;
  /** Null for jobs that run for the items they find. */
  schedule: Schedule | null;
  /** Whether this is the job's first check, which does not run periods that ended earlier. */
  isNew: boolean;
}

/** Leases the job's next due period. Returns null if no period is due, or if other daemons hold all due ones. */
export async function takeNextRun(db: Database, job: Job, now: number): Promise<NextRun | null> {
  const { periods, zone, schedule, isNew } = await findDue(db, job, now);
  if (schedule && isNew) await setBaseline(db, job.name, lastDuePeriod(schedule, zone, now).key, now);
  // A scheduled period waits for the one before it, but items that a job found are independent.
  for (const period of schedule ? periods.slice(0, 1) : periods) {
    const run = await leaseRun(db, job.name, period.key, now);
    if (run) return { run, period, zone };
  }
  return null;
}

export async function findDue(db: Database, job: Job, now: number): Promise<Due> {
  const organisation = await db.read(getOrganisation);
  if ('find' in job) {
    const periods = await job.find(db, job.name, now);
    return { periods, zone: organisation.time_zone, schedule: null, isNew: false };
  }
  const schedule = job.schedule(organisation);
  const zone = zoneOf(schedule, organisation.time_zone);
  const { key: newest } = lastDuePeriod(schedule, zone, now);
  const { open, latest } = await db.read(async (handle) => ({
    open: await listOpenRuns(handle, job.name),
    latest: await findLatestRun(handle, job.name, newest),
  }));
  if (!latest) return { periods: [], zone, schedule, isNew: true };
  const begun = open
    .flatMap(({ period }) => findPeriod(schedule, zone, period) ?? [])
    // A daemon whose clock was far ahead may have started periods that are not due yet.
    .filter(({ dueAt }) => dueAt <= now);
  return { periods: [...begun, ...duePeriods(schedule, zone, latest.period, now)], zone, schedule, isNew: false };
}
