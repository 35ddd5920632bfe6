import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf, DryRunOf } from '../../contract/endpoint.ts';
import { fileHeaders } from '../../contract/file-headers.ts';
import type { Routes, StaffPrincipal } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { windowFor } from '../../domain/codes/code-window.ts';
import { isoInstant } from '../../lib/clock.ts';
import { activeOf, changingOf, progressOf } from './batch-rules.ts';
import type { JobRow } from './bulk-jobs-store.ts';
import { changeBatch } from './change-batch.ts';
import { previewImport, startImport } from './import-codes.ts';
import { type Batch, getBatch, listBatches } from './read-batches.ts';
import { getJob, jobCsv, listJobs } from './read-bulk-jobs.ts';
import { startGenerating } from './start-bulk-job.ts';

export interface BulkCodeRouteParts {
  db: Database;
  /** Called for each new job and batch change, so that this daemon starts it immediately. */
  jobStarted: () => void;
}

type BulkCodeRoutes = Pick<
  Routes,
  | 'generateCodes'
  | 'importCodes'
  | 'listBulkJobs'
  | 'getBulkJob'
  | 'getBulkJobCsv'
  | 'listBatches'
  | 'getBatch'
  | 'changeBatch'
  | 'getBatchCsv'
>;

export const bulkCodeRoutes = ({ db, jobStarted }: BulkCodeRouteParts): BulkCodeRoutes => ({
  generateCodes: async ({ params, body, principal, now }) => {
    const starter = { ...principal, campaignId: params.campaign_id, now };
    const job = await startGenerating(db, starter, body);
    jobStarted();
    return jobOut(job);
  },
  importCodes: async ({ params, query, body, principal, now }) => {
    const starter = { ...principal, campaignId: params.campaign_id, now };
    if (query.dry_run) return dryRun(await previewImport(db, starter, body));
    const { job, refused } = await startImport(db, starter, body, query.only_valid ?? false);
    jobStarted();
    return { ...jobOut(job), ...refused };
  },
  listBulkJobs: async ({ query, principal: { games } }) => {
    const page = await listJobs(db, { ...query, games });
    return { ...page, data: page.data.map(jobOut) };
  },
  getBulkJob: async ({ params }) => jobOut(await getJob(db, params.job_id)),
  getBulkJobCsv: ({ params }) => codesFile(db, params.job_id),
  listBatches: async ({ params, query, principal }) => {
    const page = await listBatches(db, params.campaign_id, query);
    return { ...page, data: page.data.map((batch) => batchOut(batch, principal)) };
  },
  getBatch: async ({ params, principal }) => batchOut(await getBatch(db, params.batch_id), principal),
  changeBatch: async ({ params, body, principal, now }) => {
    const active = body.active && body.active === 'Y';
    await changeBatch(db, principal.staffId, params.batch_id, { ...body, active }, now);
    jobStarted();
    return batchOut(await getBatch(db, params.batch_id), principal);
  },
  getBatchCsv: ({ params }) => codesFile(db, params.batch_id),
});

async function codesFile(db: Database, jobId: number) {
  const { body, rows } = await jobCsv(db, jobId);
  const headers = { 'Content-Disposition': `attachment; filename="codes-${jobId}.csv"`, ...fileHeaders({ rows }) };
  return { rendered: { status: 200, body, headers } };
}

/** Returns status 200, because a dry run does not create a job. */
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

const batchOut = ({ row, counts, claims }: Batch, { role }: StaffPrincipal): AnswerOf<Endpoints['getBatch']> => ({
  batch_id: row.job_id,
  campaign_id: row.campaign_id,
  kind: row.kind,
  name: row.name,
  pattern: row.pattern,
  status: row.status,
  error: row.error,
  count: counts.codes,
  active: activeOf(counts),
  active_count: counts.active,
  switching: progressOf(row.switch_to, counts),
  ...windowFor(role, row),
  changing: changingOf(row, counts),
  number_of_claims: claims.claims,
  redeemed: claims.redeemed,
  redeemed_share: counts.codes === 0 ? 0 : claims.redeemed / counts.codes,
  created_by: { staff_id: row.staff_id, name: row.staff_name ?? '' },
  created_at: isoInstant(row.created_at),
  finished_at: row.finished_at === null ? null : isoInstant(row.finished_at),
});
