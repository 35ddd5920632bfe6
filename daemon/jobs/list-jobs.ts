import type { Database } from '../db/database.ts';
import { findNewestRun, type JobRun } from '../features/jobs/job-runs-store.ts';
import type { Job } from './job.ts';
import { findDue } from './next-run.ts';
import { nextPeriod, type Schedule } from './period-rules.ts';

/** A job with the result of its last run, and the time of the next one. */
export interface JobState {
  name: string;
  says: string;
  /** The schedule in words. */
  runs: string;
  last: JobRun | null;
  /** In the past if the job is waiting for a retry or for a daemon to run it; null if the next run is not known. */
  nextAt: number | null;
}

export async function listJobs(db: Database, now: number, jobs: readonly Job[]): Promise<JobState[]> {
  return Promise.all(jobs.map((job) => stateOf(db, job, now)));
}

async function stateOf(db: Database, job: Job, now: number): Promise<JobState> {
  const last = await db.read((handle) => findNewestRun(handle, job.name));
  const { periods, zone, schedule } = await findDue(db, job, now);
  const nextAt = periods[0]?.dueAt ?? (schedule && nextPeriod(schedule, zone, now).dueAt);
  return { name: job.name, says: job.says, runs: runsOf(schedule), last, nextAt };
}

function runsOf(schedule: Schedule | null): string {
  if (!schedule) return 'when needed';
  if (schedule.every === 'month') return 'after the end of every month';
  if (schedule.every === 'week') return `every Monday at ${clockOf(schedule.hour)}`;
  if (schedule.every === 'day')
    return `every day at ${[clockOf(schedule.hour), schedule.zone].filter(Boolean).join(' ')}`;
  return schedule.minutes === 60 ? 'every hour' : `every ${schedule.minutes} minutes`;
}

const clockOf = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
