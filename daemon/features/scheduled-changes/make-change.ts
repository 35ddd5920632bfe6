import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { startBatchChange } from '../bulk-codes/change-batch.ts';
import { changeCampaignIn, moveCampaignIn } from '../campaigns/change-campaign.ts';
import { audit } from './schedule-change.ts';
import { auditedChange, batchChangeOf, campaignChangeOf } from './scheduled-changes-rules.ts';
import { findChangeForUpdate, finishChange, type ScheduledChangeRow } from './scheduled-changes-store.ts';

/**
 * Makes a due change, once: the change and its new status are in one transaction. If the change is refused, for example
 * because the campaign has been archived, nothing changes and the reason is stored.
 */
export async function makeChange(db: Database, changeId: number, now: number): Promise<void> {
  try {
    await db.write(async (handle) => {
      const row = await findWaiting(handle, changeId);
      if (!row) return;
      await (row.batch_id === null
        ? changeTheCampaign(handle, row, now)
        : changeTheBatch(handle, row, row.batch_id, now));
      await finishChange(handle, changeId, { status: 'done', finished_at: now });
      await audit(handle, { staffId: row.staff_id, verb: 'make_change', after: auditedChange(row) }, row, now);
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await failChange(db, changeId, error.problem.code, now);
  }
}

async function changeTheCampaign(handle: Handle, row: ScheduledChangeRow, now: number) {
  const { campaign_id: id, staff_id } = row;
  const { move, ...period } = campaignChangeOf(row);
  const campaign = await changeCampaignIn(handle, staff_id, id, period, now);
  const isAlready = campaign.stage === (move === 'publish' ? 'published' : 'paused');
  if (move && !isAlready) await moveCampaignIn(handle, staff_id, id, { move }, now);
}

function changeTheBatch(handle: Handle, row: ScheduledChangeRow, batchId: number, now: number) {
  const { active, ...change } = batchChangeOf(row);
  return startBatchChange(handle, row.staff_id, batchId, { ...change, ...(active && { active: active === 'Y' }) }, now);
}

const failChange = (db: Database, changeId: number, reason: string, now: number) =>
  db.write(async (handle) => {
    const row = await findWaiting(handle, changeId);
    if (!row) return;
    await finishChange(handle, changeId, { status: 'failed', reason, finished_at: now });
    const after = { scheduled_change: changeId, reason };
    await audit(handle, { staffId: row.staff_id, verb: 'refuse_change', after }, row, now);
  });

/** Locks the change. Returns null if it has been made or cancelled. */
async function findWaiting(handle: Handle, changeId: number): Promise<ScheduledChangeRow | null> {
  const row = await findChangeForUpdate(handle, changeId);
  return row?.status === 'waiting' ? row : null;
}
