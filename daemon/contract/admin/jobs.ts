import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut } from '../fields.ts';
import { JOB_STATUSES } from '../words.ts';
import { staffOnly } from './access.ts';

const job = z.object({
  job: z.string(),
  description: z.string(),
  /** The schedule in words. */
  runs: z.string(),
  last_run: z
    .object({
      period: z.string(),
      status: z.enum(JOB_STATUSES),
      started_at: instantOut,
      finished_at: instantOut.nullable(),
      error: z.string().nullable(),
    })
    .nullable(),
  /** In the past if the job is waiting to run; null for jobs triggered by events, such as the end of a campaign. */
  next_run_at: instantOut.nullable(),
});

export const jobEndpoints = {
  listJobs: define({
    method: 'GET',
    path: '/v1/admin/jobs',
    maxBehindMs: 0,
    summary: 'List scheduled jobs with their last and next run',
    access: staffOnly(),
    answer: { status: 200, schema: z.object({ data: z.array(job) }) },
    refusals: [],
  }),
};
