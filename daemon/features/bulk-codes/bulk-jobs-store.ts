import { and, desc, eq, gt, inArray, isNull, lte, notExists, or } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { campaignWithin } from '../../db/query/within-games.ts';
import type { CodeDefaults, ImportedCode } from '../../domain/codes/code-import.ts';
import { storedWindow } from '../../domain/codes/code-window.ts';
import type { Games } from '../../domain/games.ts';

/** Much longer than a step, but short enough that another daemon soon continues the job of a killed daemon. */
export const LEASE_MS = 4000;

type JobColumns = Tables['bulk_jobs']['$inferSelect'];
export type JobChange = Partial<Tables['bulk_jobs']['$inferInsert']>;

/** The codes that a job creates: values from a pattern, or the lines of a file. */
export type BulkRequest = CodeDefaults & ({ pattern: string } | { rows: ImportedCode[] });

/** A job without its request, which may contain a whole file. */
export type JobRow = Omit<JobColumns, 'request'>;
type JobStatus = JobRow['status'];

export interface JobListQuery extends PageQuery {
  campaign_id?: number | undefined;
  status?: JobStatus | undefined;
  /** The games that the caller is limited to; null if the caller is not limited. */
  games?: Games | undefined;
}

function columnsOf({ t }: Handle) {
  const { job_id, campaign_id, kind, status, name, total, done, error } = t.bulk_jobs;
  const { lease_until, staff_id, created_at, finished_at, switch_to, switched_id } = t.bulk_jobs;
  const { starts_at, ends_at, recipient, conditions, usage_limit, window_changes } = t.bulk_jobs;
  return {
    ...{ job_id, campaign_id, kind, status, name, total, done, error },
    ...{ lease_until, staff_id, created_at, finished_at, switch_to, switched_id },
    ...{ starts_at, ends_at, recipient, conditions, usage_limit, window_changes },
  };
}

const selectJobs = (handle: Handle) => handle.db.select(columnsOf(handle)).from(handle.t.bulk_jobs);

export async function findJob(handle: Handle, jobId: number): Promise<JobRow | null> {
  const [row] = await selectJobs(handle).where(eq(handle.t.bulk_jobs.job_id, jobId));
  return row ?? null;
}

/** Returns the job, locked until the transaction ends. */
export async function findJobForUpdate(handle: Handle, jobId: number): Promise<JobRow | null> {
  const [row] = await forUpdate(handle, selectJobs(handle).where(eq(handle.t.bulk_jobs.job_id, jobId)));
  return row ?? null;
}

export async function getRequest({ db, t }: Handle, jobId: number): Promise<BulkRequest> {
  const [row] = await db.select({ text: t.bulk_jobs.request }).from(t.bulk_jobs).where(eq(t.bulk_jobs.job_id, jobId));
  if (!row) throw new Error(`Bulk job ${jobId} no longer exists`);
  return JSON.parse(row.text) as BulkRequest;
}

function selectIdle(handle: Handle, now: number, longestLease: number) {
  const { bulk_jobs: jobs } = handle.t;
  const { lease_until: lease } = jobs;
  return selectJobs(handle)
    .where(and(eq(jobs.status, 'running'), or(isNull(lease), lte(lease, now), gt(lease, now + longestLease))))
    .orderBy(jobs.job_id)
    .limit(1);
}

/** Returns the oldest running job without a valid lease. A lease longer than `longestLease` is invalid. */
export async function findIdleJob(handle: Handle, now: number, longestLease: number): Promise<JobRow | null> {
  const [row] = await selectIdle(handle, now, longestLease);
  return row ?? null;
}

/** Like `findIdleJob`, but locks the job until the transaction ends. */
export async function findIdleJobForUpdate(handle: Handle, now: number, longestLease: number): Promise<JobRow | null> {
  const [row] = await forUpdate(handle, selectIdle(handle, now, longestLease));
  return row ?? null;
}

/** Lists jobs newest first. */
export async function listJobRows(handle: Handle, query: JobListQuery) {
  const { bulk_jobs: jobs } = handle.t;
  const where = and(
    query.campaign_id ? eq(jobs.campaign_id, query.campaign_id) : undefined,
    campaignWithin(handle, query.games ?? null, jobs.campaign_id),
    query.status ? eq(jobs.status, query.status) : undefined,
  );
  const rows = await selectJobs(handle)
    .where(where)
    .orderBy(desc(jobs.job_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows, total: await countRows(handle, jobs, where) };
}

export interface NewJob {
  campaign_id: number;
  kind: JobRow['kind'];
  request: BulkRequest;
  total: number;
  staff_id: number;
  created_at: number;
  /** Set if the caller is already working on the job. */
  lease_until?: number;
  /** Set if the daemon that takes the job must remove the job's codes. */
  error?: string;
}

export async function insertJob(handle: Handle, { request, ...job }: NewJob): Promise<JobRow> {
  const { db, t } = handle;
  const [row] = await db
    .insert(t.bulk_jobs)
    .values({
      ...job,
      ...storedWindow(request),
      name: request.name ?? null,
      request: JSON.stringify(request),
      status: 'running',
      done: 0,
    })
    .returning(columnsOf(handle));
  if (!row) throw new Error('The insert of a job returned no row');
  return row as JobRow;
}

export async function updateJob({ db, t }: Handle, jobId: number, set: JobChange): Promise<void> {
  await db.update(t.bulk_jobs).set(set).where(eq(t.bulk_jobs.job_id, jobId));
}

/**
 * Changes the jobs that still have this lease.
 * @returns false if one of the leases was lost
 */
export async function updateLeased(
  { db, t }: Handle,
  jobIds: readonly number[],
  leaseUntil: number,
  set: JobChange,
): Promise<boolean> {
  const { bulk_jobs: jobs } = t;
  const held = await db
    .update(jobs)
    .set(set)
    .where(and(inArray(jobs.job_id, [...jobIds]), eq(jobs.lease_until, leaseUntil)))
    .returning({ job_id: jobs.job_id });
  return held.length === jobIds.length;
}

/** Deletes a failed job whose campaign was never shown, and the campaign itself if it has no other jobs. */
export async function forgetHidden(handle: Handle, { job_id, campaign_id }: JobRow): Promise<void> {
  const { db, t } = handle;
  const { bulk_jobs: jobs, campaigns } = t;
  const isHidden = and(eq(campaigns.campaign_id, campaign_id), eq(campaigns.stage, 'importing'));
  const [hidden] = await forUpdate(
    handle,
    db.select({ campaign_id: campaigns.campaign_id }).from(campaigns).where(isHidden),
  );
  if (!hidden) return;
  await db.delete(jobs).where(eq(jobs.job_id, job_id));
  const others = db.select({ job_id: jobs.job_id }).from(jobs).where(eq(jobs.campaign_id, campaign_id));
  await db.delete(campaigns).where(and(isHidden, notExists(others)));
}
