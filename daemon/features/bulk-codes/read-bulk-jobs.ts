import { codeUrl } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import type { CodeDefaults } from '../../domain/codes/code-import.ts';
import { csvText } from '../../lib/csv.ts';
import { findIdRange, listValues } from './bulk-codes-store.ts';
import {
  type BulkRequest,
  findJob,
  getRequest,
  type JobListQuery,
  type JobRow,
  listJobRows,
} from './bulk-jobs-store.ts';

export const listJobs = (db: Database, query: JobListQuery): Promise<Page<JobRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listJobRows(handle, query);
    return pageOf(query, rows, total);
  });

export async function getJob(db: Database, jobId: number): Promise<JobRow> {
  const job = await db.read((handle) => findJob(handle, jobId));
  if (!job) throw new AppError('not_found');
  return job;
}

const COLUMNS = ['code', 'code_url', 'name'] as const;
type CsvRecord = Record<(typeof COLUMNS)[number], string>;
const PAGE = 1000;

/**
 * Returns the codes of a job as CSV, generated while the client reads it. Values never change, and the other fields
 * come from the job's request, so every download has the same bytes.
 */
export async function jobCsv(db: Database, jobId: number): Promise<{ body: AsyncGenerator<string>; rows: number }> {
  const job = await getJob(db, jobId);
  if (job.status !== 'done') throw new AppError('job_not_done');
  const request = await db.read((handle) => getRequest(handle, jobId));
  const body = csvText(COLUMNS, 'rows' in request ? pagesOfFile(request) : pagesOfValues(db, jobId, request));
  return { body, rows: job.total };
}

async function* pagesOfFile(request: Extract<BulkRequest, { rows: unknown }>) {
  for (let at = 0; at < request.rows.length; at += PAGE)
    yield request.rows.slice(at, at + PAGE).map((line) => recordOf(line.code, { ...request, ...line }));
}

async function* pagesOfValues(db: Database, jobId: number, request: CodeDefaults) {
  const range = await db.read((handle) => findIdRange(handle, jobId));
  if (!range) return;
  for (let { from } = range; from <= range.to; from += PAGE) {
    const values = await db.read((handle) => listValues(handle, jobId, { from, to: from + PAGE - 1 }));
    yield values.map((code) => recordOf(code, request));
  }
}

const recordOf = (code: string, { name = '', root_url = '' }: CodeDefaults): CsvRecord => ({
  code,
  code_url: codeUrl(root_url, code),
  name,
});
