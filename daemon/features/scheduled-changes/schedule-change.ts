import { fieldFault } from '../../contract/field-faults.ts';
import { AppError } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { type Page, pageOf } from '../../db/query/listing.ts';
import { windowFault } from '../../domain/codes/code-window.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findJobForUpdate } from '../bulk-codes/bulk-jobs-store.ts';
import { findCampaignForUpdate } from '../campaigns/campaigns-store.ts';
import {
  auditedChange,
  type BatchChange,
  type CampaignChange,
  type ScheduledChange,
} from './scheduled-changes-rules.ts';
import {
  findChange,
  findChangeForUpdate,
  finishChange,
  insertChange,
  listChangeRows,
  type ScheduledChangeQuery,
  type ScheduledChangeRow,
} from './scheduled-changes-store.ts';

export const listChanges = (db: Database, query: ScheduledChangeQuery): Promise<Page<ScheduledChangeRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listChangeRows(handle, query);
    return pageOf(query, rows, total);
  });

interface Asked<Change> {
  staffId: number;
  dueAt: number;
  change: Change;
  now: number;
}

export const scheduleCampaignChange = (db: Database, campaignId: number, asked: Asked<CampaignChange>) =>
  db.write(async (handle) => {
    const campaign = await findCampaignForUpdate(handle, campaignId);
    if (!campaign) throw new AppError('not_found');
    if (campaign.stage === 'archived') throw new AppError('invalid_status_move');
    return schedule(handle, { campaignId, batchId: null }, asked);
  });

export const scheduleBatchChange = (db: Database, batchId: number, asked: Asked<BatchChange>) =>
  db.write(async (handle) => {
    const job = await findJobForUpdate(handle, batchId);
    if (!job) throw new AppError('not_found');
    if (job.status !== 'done') throw new AppError('job_not_done');
    return schedule(handle, { campaignId: job.campaign_id, batchId }, asked);
  });

interface Target {
  campaignId: number;
  batchId: number | null;
}

async function schedule(handle: Handle, target: Target, asked: Asked<ScheduledChange>): Promise<ScheduledChangeRow> {
  const { staffId, dueAt, change, now } = asked;
  refuseUseless(dueAt, change, now);
  const changeId = await insertChange(handle, {
    campaign_id: target.campaignId,
    batch_id: target.batchId,
    due_at: dueAt,
    change: JSON.stringify(change),
    status: 'waiting',
    staff_id: staffId,
    created_at: now,
  });
  const row = await getChange(handle, changeId);
  await audit(handle, { staffId, verb: 'schedule_change', after: auditedChange(row) }, row, now);
  return row;
}

function refuseUseless(dueAt: number, change: ScheduledChange, now: number) {
  const fault =
    dueAt <= now
      ? fieldFault('', ['due_at'], 'not_in_future')
      : Object.values(change).every((value) => value === undefined)
        ? fieldFault('', ['move'], 'required')
        : windowFault(change);
  if (fault) throw new AppError({ code: 'invalid_request', errors: [fault] });
}

/** Cancels a change that has not been made. */
export const cancelChange = (db: Database, staffId: number, changeId: number, now: number) =>
  db.write(async (handle) => {
    const row = await findChangeForUpdate(handle, changeId);
    if (!row) throw new AppError('not_found');
    if (row.status !== 'waiting') throw new AppError('invalid_status_move');
    await finishChange(handle, changeId, { status: 'cancelled', finished_at: now });
    await audit(handle, { staffId, verb: 'cancel_change', before: auditedChange(row) }, row, now);
    return getChange(handle, changeId);
  });

async function getChange(handle: Handle, changeId: number): Promise<ScheduledChangeRow> {
  const row = await findChange(handle, changeId);
  if (!row) throw new Error('The scheduled change no longer exists');
  return row;
}

interface Entry {
  staffId: number;
  verb: 'schedule_change' | 'cancel_change' | 'make_change' | 'refuse_change';
  before?: object;
  after?: object;
}

/** Adds the entry to the audit log, for the batch or campaign that the change affects. */
export const audit = (
  handle: Handle,
  { staffId, verb, before, after }: Entry,
  { campaign_id, batch_id }: ScheduledChangeRow,
  now: number,
) => {
  const ofBatch = { action: `code.${verb}`, entity: 'batch', entityId: batch_id ?? 0 };
  const ofCampaign = { action: `campaign.${verb}`, entity: 'campaign', entityId: campaign_id };
  const entry = { staffId, before: before ?? null, after: after ?? null };
  return recordAudit(handle, { ...entry, ...(batch_id === null ? ofCampaign : ofBatch) }, now);
};
