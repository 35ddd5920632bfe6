import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { auditedWindow } from '../../domain/codes/audited-window.ts';
import { type CodeWindow, storedWindow, windowFault } from '../../domain/codes/code-window.ts';
import { pick } from '../../lib/pick.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { activeOf, CHANGE_FIELDS, type CodeCounts, windowChangesOf } from './batch-rules.ts';
import { countCodes } from './batches-store.ts';
import { findJobForUpdate, type JobRow, updateJob } from './bulk-jobs-store.ts';
import { refuse } from './start-bulk-job.ts';

export interface BatchChange extends CodeWindow {
  active?: boolean | undefined;
  usage_limit?: number | null | undefined;
}

/**
 * Starts to change all codes of a batch, even those with values of their own; the runner of bulk jobs changes them in
 * steps. A second request adds to a change in progress, and its values replace earlier ones for the same fields.
 */
export const changeBatch = (db: Database, staffId: number, batchId: number, change: BatchChange, now: number) =>
  db.write((handle) => startBatchChange(handle, staffId, batchId, change, now));

/** Starts the change within a transaction. */
export async function startBatchChange(
  handle: Handle,
  staffId: number,
  batchId: number,
  { active, ...change }: BatchChange,
  now: number,
): Promise<void> {
  const job = await findJobForUpdate(handle, batchId);
  if (!job) throw new AppError('not_found');
  if (job.status !== 'done') throw new AppError('job_not_done');
  const fields = CHANGE_FIELDS.filter((name) => change[name] !== undefined);
  const set = pick({ ...storedWindow(change), usage_limit: change.usage_limit ?? null }, fields);
  refuse(windowFault({ ...job, ...set }));
  const counts = await countCodes(handle, batchId);
  const isSwitch = active !== undefined && !isAlready(active, job, counts);
  if (!isSwitch && fields.length === 0) return;
  const changes = [...new Set([...windowChangesOf(job), ...fields])];
  await updateJob(handle, batchId, {
    ...set,
    ...(isSwitch && { switch_to: active }),
    window_changes: changes.length === 0 ? null : JSON.stringify(changes),
    // The change starts again from the first code. A daemon working on an earlier change stops, because it loses the
    // lease.
    ...{ switched_id: null, lease_until: null },
  });
  const before = {
    ...(isSwitch && { active: activeOf(counts) }),
    ...pick({ ...auditedWindow(job), usage_limit: job.usage_limit }, fields),
  };
  const after = {
    ...(isSwitch && { active: active ? 'Y' : 'N' }),
    ...pick({ ...auditedWindow({ ...job, ...set }, job), usage_limit: set.usage_limit }, fields),
    codes: counts.codes,
  };
  const action = fields.length === 0 ? 'code.batch_switch' : 'code.batch_change';
  await recordAudit(handle, { staffId, action, entity: 'batch', entityId: batchId, before, after }, now);
}

const isAlready = (active: boolean, { switch_to }: JobRow, counts: CodeCounts) =>
  switch_to === null ? activeOf(counts) === (active ? 'Y' : 'N') : switch_to === active;
