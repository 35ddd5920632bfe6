import type { JobState } from './list-jobs.ts';

/** The jobs as metrics show them. */
export const figuresOfJobs = (jobs: readonly JobState[], now: number) =>
  jobs.map(({ name, last, nextAt }) => ({
    job: name,
    failed: last?.status === 'failed',
    overdueSeconds: nextAt === null ? 0 : Math.max(0, now - nextAt) / 1000,
  }));
