import { AppError, type FieldFault } from '../../contract/refusals.ts';
import type { Database, Handle } from '../../db/database.ts';
import { isOver } from '../../domain/campaign-status.ts';
import { auditedRecipient } from '../../domain/codes/audited-window.ts';
import { type CodeDefaults, rewardsFault } from '../../domain/codes/code-import.ts';
import { windowFault } from '../../domain/codes/code-window.ts';
import type { Games } from '../../domain/games.ts';
import { recordAudit } from '../audit/audit-store.ts';
import { findCampaign } from '../campaigns/campaigns-store.ts';
import { refuseUnknownPool } from '../key-pools/refuse-unknown-pool.ts';
import { insertJob, type JobRow, type NewJob } from './bulk-jobs-store.ts';

import { patternFault, patternOf, type ValueRequest } from './pattern-rules.ts';

/** The member of staff who starts the job, and its campaign. */
export interface JobStarter {
  /** The games that the person is limited to. */
  games: Games;
  staffId: number;
  campaignId: number;
  now: number;
}

export interface NewBulkCodes extends ValueRequest, CodeDefaults {
  rewards_json: string;
}

/** Starts a job that creates codes with random values. */
export async function startGenerating(db: Database, starter: JobStarter, newCodes: NewBulkCodes): Promise<JobRow> {
  refuse(patternFault(newCodes) ?? rewardsFault(newCodes.rewards_json, newCodes.count) ?? windowFault(newCodes));
  const { name, root_url, usage_limit, active, rewards_json, key_pool_id, count } = newCodes;
  const { starts_at, ends_at, recipient, conditions } = newCodes;
  const pattern = patternOf(newCodes);
  const window = { starts_at, ends_at, recipient, conditions };
  const request = { pattern, name, root_url, usage_limit, active, rewards_json, key_pool_id, ...window };
  return startJob(db, starter, { kind: 'generate', request, total: count }, request);
}

/** @param audited values that the audit log records in addition to the campaign and the count */
export const startJob = (
  db: Database,
  starter: JobStarter,
  job: Pick<NewJob, 'kind' | 'request' | 'total'>,
  audited: Pick<CodeDefaults, 'recipient' | 'key_pool_id'>,
): Promise<JobRow> =>
  db.write(async (handle) => {
    const { staffId, campaignId, games, now } = starter;
    await getOpenCampaign(handle, starter);
    await refuseUnknownPool(handle, games, audited.key_pool_id);
    const made = await insertJob(handle, { ...job, campaign_id: campaignId, staff_id: staffId, created_at: now });
    const after = {
      campaign_id: campaignId,
      count: job.total,
      ...audited,
      recipient: auditedRecipient(audited.recipient),
    };
    const action = `code.bulk_${job.kind}`;
    const entry = { staffId, action, entity: 'bulk_job', entityId: made.job_id, before: null, after };
    await recordAudit(handle, entry, now);
    return made;
  });

export async function getOpenCampaign(handle: Handle, { campaignId, now }: JobStarter) {
  const campaign = await findCampaign(handle, campaignId);
  if (!campaign) throw new AppError('not_found');
  if (isOver(campaign, now)) throw new AppError('campaign_ended');
}

export function refuse(fault: FieldFault | null) {
  if (fault) throw new AppError({ code: 'invalid_request', errors: [fault] });
}
