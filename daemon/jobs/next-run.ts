import type { Database } from '../db/database.ts';
import { findLatestRun, listOpenRuns } from '../features/jobs/job-runs-store.ts';
import { type HeldRun, leaseRun, setBaseline } from '../features/jobs/lease-run.ts';
import { getOrganisation } from '../features/settings/settings-store.ts';
import type { Job } from './job.ts';
import { duePeriods, findPeriod, lastDuePeriod, type Period, type Schedule } from './period-rules.ts';

export interface NextRun {
  run: HeldRun;
  period: Period;
  zone: string;
}

export interface Due {
  /** Due and not done, oldest first. */
  periods: Period[];
  zone: string;
  /** Null for jobs that go by what they find. */
  schedule: Schedule | null;
  /** The job was never looked at: what was over by then is not made up for. */
  isNew: boolean;
}

/** Takes the next period of a job that is due; null where there is none, or none that is free. */
export async function takeNextRun(db: Database, job: Job, now: number): Promise<NextRun | null> {
  const { periods, zone, schedule, isNew } = await findDue(db, job, now);
  if (schedule && isNew) await setBaseline(db, job.name, lastDuePeriod(schedule, zone, now).key, now);
  // One month or day waits for the one before; what was found stands for itself.
  for (const period of schedule ? periods.slice(0, 1) : periods) {
    const run = await leaseRun(db, job.name, period.key, now);
    if (run) return { run, period, zone };
  }
  return null;
}

export async function findDue(db: Database, job: Job, now: number): Promise<Due> {
  const { organisation, open, latest } = await db.read(async (handle) => ({
    organisation: await getOrganisation(handle),
    open: await listOpenRuns(handle, job.name),
    latest: await findLatestRun(handle, job.name),
  }));
  const zone = organisation.time_zone;
  if ('find' in job) return { periods: await job.find(db, job.name, now), zone, schedule: null, isNew: false };
  const schedule = job.schedule(organisation);
  if (!latest) return { periods: [], zone, schedule, isNew: true };
  const begun = open.flatMap(({ period }) => findPeriod(schedule, zone, period) ?? []);
  return { periods: [...begun, ...duePeriods(schedule, zone, latest.period, now)], zone, schedule, isNew: false };
}
