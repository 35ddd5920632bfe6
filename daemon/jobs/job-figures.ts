import type { JobState } from './list-jobs.ts';

/** Returns the figures of jobs for the metrics. */
export const figuresOfJobs = (jobs: readonly JobState[], now: number) =>
  jobs.map(({ name, last, nextAt }) => ({
    job: name,
    failed: last?.status === 'failed',
    overdueSeconds: nextAt === null ? 0 : Math.max(0, now - nextAt) / 1000,
  }));
