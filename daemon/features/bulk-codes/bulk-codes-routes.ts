import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import type { JobRow } from './bulk-jobs-store.ts';
import { previewImport, startImport } from './import-codes.ts';
import { getJob, jobCsv, listJobs } from './read-bulk-jobs.ts';
import { startGenerating } from './start-bulk-job.ts';

export interface BulkCodeRouteParts {
  db: Database;
  /** Called for each new job, so that this daemon begins at once. */
  jobStarted: () => void;
}

type BulkCodeRoutes = Pick<Routes, 'generateCodes' | 'importCodes' | 'listBulkJobs' | 'getBulkJob' | 'getBulkJobCsv'>;

export const bulkCodeRoutes = ({ db, jobStarted }: BulkCodeRouteParts): BulkCodeRoutes => ({
  generateCodes: async ({ params, body, principal, now }) => {
    const starter = { staffId: principal.staffId, campaignId: params.campaign_id, now };
    const job = await startGenerating(db, starter, body);
    jobStarted();
    return jobOut(job);
  },
  importCodes: async ({ params, query, body, principal, now }) => {
    const starter = { staffId: principal.staffId, campaignId: params.campaign_id, now };
    if (query.dry_run) return dryRun(await previewImport(db, starter, body));
    const { job, refused } = await startImport(db, starter, body, query.only_valid ?? false);
    jobStarted();
    return { ...jobOut(job), ...refused };
  },
  listBulkJobs: async ({ query }) => {
    const page = await listJobs(db, query);
    return { ...page, data: page.data.map(jobOut) };
  },
  getBulkJob: async ({ params }) => jobOut(await getJob(db, params.job_id)),
  getBulkJobCsv: async ({ params }) => ({
    rendered: {
      status: 200,
      body: await jobCsv(db, params.job_id),
      headers: { 'Content-Disposition': `attachment; filename="codes-${params.job_id}.csv"` },
    },
  }),
});

/** It makes no job, so its status is not that of an import. */
const dryRun = (preview: DryRunOf<Endpoints['importCodes']>) => ({
  rendered: { status: 200, body: JSON.stringify(preview) },
});

const jobOut = (row: JobRow): AnswerOf<Endpoints['getBulkJob']> => ({
  job_id: row.job_id,
  campaign_id: row.campaign_id,
  kind: row.kind,
  name: row.name,
  status: row.status,
  total: row.total,
  done: row.done,
  error: row.error,
  created_at: isoInstant(row.created_at),
  finished_at: row.finished_at === null ? null : isoInstant(row.finished_at),
});
