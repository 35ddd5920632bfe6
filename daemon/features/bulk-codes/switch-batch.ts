import { AppError } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { activeOf } from './batch-rules.ts';
import { countCodes } from './batches-store.ts';
import { findJobForUpdate, updateJob } from './bulk-jobs-store.ts';

export interface Switch {
  batchId: number;
  active: boolean;
}

/**
 * Starts to switch all codes of a batch; steps of a job do the work. A switch in the other direction replaces one in
 * progress, so the last request decides.
 */
export async function switchBatch(
  db: Database,
  staffId: number,
  { batchId, active }: Switch,
  now: number,
): Promise<void> {
  const wanted = active ? 'Y' : 'N';
  await db.write(async (handle) => {
    const job = await findJobForUpdate(handle, batchId);
    if (!job) throw new AppError('not_found');
    if (job.status !== 'done') throw new AppError('job_not_done');
    const counts = await countCodes(handle, batchId);
    const isSo = job.switch_to === null && activeOf(counts) === wanted;
    if (isSo || job.switch_to === active) return;
    // Removing the lease stops a daemon that switches the batch in the other direction.
    await updateJob(handle, batchId, { switch_to: active, switched_id: null, lease_until: null });
    const before = { active: activeOf(counts) };
    const after = { active: wanted, codes: counts.codes };
    const entry = { staffId, action: 'code.batch_switch', entity: 'batch', entityId: batchId, before, after };
    await recordAudit(handle, entry, now);
  });
}
