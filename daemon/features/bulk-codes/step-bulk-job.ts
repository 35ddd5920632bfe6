import type { Database, Handle } from '../../db/database.ts';
import { withNorm } from '../../domain/codes/code-import.ts';
import { codesCreated } from '../../domain/codes/code-messages.ts';
import { announce, subscribedTypes } from '../outbox/outbox-store.ts';
import { approvePending, cut, deletePending, type IdRange, listApproved } from './bulk-codes-store.ts';
import {
  type BulkRequest,
  findJobForUpdate,
  forgetHidden,
  type JobChange,
  type JobRow,
  LEASE_MS,
  updateJob,
} from './bulk-jobs-store.ts';
import { insertFreeCodes } from './insert-codes-store.ts';
import { randomValue } from './random-value.ts';

/** A job in the state after its last step. */
export interface HeldJob {
  row: JobRow;
  request: BulkRequest;
  /** The IDs of the codes to approve or remove; null if none are left. */
  waiting: IdRange | null;
}
export type Step = { outcome: 'more' | 'over'; job: HeldJob; ms: number } | { outcome: 'lost' };

/** The changes made by a step: the job's columns, and the codes that remain. */
interface Progress {
  set: JobChange;
  waiting: IdRange | null;
}

/**
 * Takes one step of a job and records the progress in the same transaction. If this daemon has lost the lease or the
 * job has changed since, it changes nothing.
 */
export const stepBulkJob = (db: Database, job: HeldJob, size: number, now: number): Promise<Step> =>
  db.write(async (handle) => {
    const startedAt = performance.now();
    const { row } = job;
    const held = await findJobForUpdate(handle, row.job_id);
    const isOurs = held?.status === 'running' && held.lease_until === row.lease_until && held.done === row.done;
    if (!isOurs) return { outcome: 'lost' };
    const { set, waiting } = await advance(handle, job, size, now);
    const isOver = set.status !== undefined;
    const change = { ...set, ...(isOver ? { lease_until: null, finished_at: now } : { lease_until: now + LEASE_MS }) };
    const request = isOver ? withoutRecipients(job.request) : null;
    await updateJob(handle, row.job_id, { ...change, ...(request && { request: JSON.stringify(request) }) });
    if (set.status === 'failed') await forgetHidden(handle, row);
    const next = { ...job, row: { ...row, ...change } as JobRow, waiting };
    return { outcome: isOver ? 'over' : 'more', job: next, ms: performance.now() - startedAt };
  });

/** Returns the request without its players, because their data may have to be erased; null if it names no players. */
function withoutRecipients({ recipient, ...request }: BulkRequest): BulkRequest | null {
  if (!('rows' in request)) return recipient ? request : null;
  if (!recipient && !request.rows.some((row) => row.recipient)) return null;
  return { ...request, rows: request.rows.map(({ recipient: _, ...row }) => row) };
}

/**
 * Advances a job by one step: first all codes are created, hidden from players, and then they are approved. After an
 * error, the created codes are removed.
 */
function advance(handle: Handle, job: HeldJob, size: number, now: number): Promise<Progress> {
  if (job.row.error !== null) return removeSome(handle, job, size);
  return job.row.done < job.row.total ? makeSome(handle, job, size, now) : approveSome(handle, job, size, now);
}

async function makeSome(handle: Handle, { row, request }: HeldJob, size: number, now: number): Promise<Progress> {
  const count = Math.min(size, row.total - row.done);
  const shared = { ...request, jobId: row.job_id, campaignId: row.campaign_id, now };
  if ('pattern' in request) {
    const codes = Array.from({ length: count }, () => withNorm({ code: randomValue(request.pattern) }));
    // Values that already exist are skipped; the next step generates others.
    const made = await insertFreeCodes(handle, shared, codes);
    return { set: { done: row.done + made.size }, waiting: null };
  }
  const lines = request.rows.slice(row.done, row.done + count).map(withNorm);
  const made = await insertFreeCodes(handle, shared, lines);
  const lost = lines.find(({ norm }) => !made.has(norm));
  return { set: { done: row.done + made.size, ...(lost ? { error: takenMeanwhile(lost) } : {}) }, waiting: null };
}

const takenMeanwhile = ({ line, norm }: { line: number; norm: string }) =>
  `line ${line}: ${norm} was taken while the import was running; no code was imported`;

async function approveSome(handle: Handle, { row, waiting }: HeldJob, size: number, now: number): Promise<Progress> {
  if (!waiting) return { set: { status: 'done' }, waiting };
  const { some, rest } = cut(waiting, size);
  await approvePending(handle, row.job_id, some, now);
  // The codes are read only if an endpoint is subscribed.
  if ((await subscribedTypes(handle)).has('code.created'))
    await announce(handle, codesCreated(await listApproved(handle, row.job_id, some)), now);
  return { set: rest ? {} : { status: 'done' }, waiting: rest };
}

async function removeSome(handle: Handle, { row, waiting }: HeldJob, size: number): Promise<Progress> {
  if (!waiting) return { set: { status: 'failed' }, waiting };
  const { some, rest } = cut(waiting, size);
  const gone = await deletePending(handle, row.job_id, some);
  return { set: { done: row.done - gone, ...(rest ? {} : { status: 'failed' }) }, waiting: rest };
}
