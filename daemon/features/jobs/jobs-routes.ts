import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import { instantOrNull, isoInstant } from '../../lib/clock.ts';
import type { JobRun } from './job-runs-store.ts';

export interface JobRouteParts {
  /** Features may not import jobs, so `compose` passes the list in. */
  listJobs: (
    now: number,
  ) => Promise<{ name: string; says: string; runs: string; last: JobRun | null; nextAt: number | null }[]>;
}

type JobOut = AnswerOf<Endpoints['listJobs']>['data'][number];

export const jobRoutes = ({ listJobs }: JobRouteParts): Pick<Routes, 'listJobs'> => ({
  listJobs: async ({ now }) => ({
    data: (await listJobs(now)).map(({ name, says, runs, last, nextAt }) => ({
      job: name,
      description: says,
      runs,
      last_run: last && lastOut(last),
      next_run_at: instantOrNull(nextAt),
    })),
  }),
});

const lastOut = ({ period, status, started_at, finished_at, error }: JobRun): JobOut['last_run'] => ({
  period,
  status: status === 'baseline' ? 'done' : status,
  started_at: isoInstant(started_at),
  finished_at: instantOrNull(finished_at),
  error,
});
