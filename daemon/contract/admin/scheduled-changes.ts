import { z } from 'zod';
import { conditionList } from '../code-conditions.ts';
import { define } from '../endpoint.ts';
import { instant, instantOut, listOf, pageQuery, pathId, queryId, yesNo } from '../fields.ts';
import { SCHEDULED_CHANGE_STATUSES, SCHEDULED_MOVES } from '../words.ts';
import { perGame } from './access.ts';
import { campaignId } from './campaigns.ts';
import { limit } from './codes.ts';

/** What can change at a future instant. Absent fields do not change. */
const campaignChange = <Instant extends z.ZodType>(at: Instant) => ({
  /** `publish` also resumes a paused campaign. */
  move: z.enum(SCHEDULED_MOVES).optional(),
  starts_at: at.optional(),
  ends_at: at.optional(),
});
const batchChange = <Instant extends z.ZodType>(at: Instant) => ({
  active: yesNo.optional(),
  usage_limit: limit.optional(),
  starts_at: at.nullable().optional(),
  ends_at: at.nullable().optional(),
  conditions: conditionList.nullable().optional(),
});

export const scheduledChangeOut = z.object({
  change_id: z.number(),
  campaign_id: z.number(),
  campaign_name: z.string(),
  /** The batch whose codes change; null if the campaign changes. */
  batch_id: z.number().nullable(),
  due_at: instantOut,
  change: z.object({ ...campaignChange(instantOut), ...batchChange(instantOut) }),
  /** `failed` if the change was refused when it was due. It is not retried. */
  status: z.enum(SCHEDULED_CHANGE_STATUSES),
  /** The code of the refusal; null unless the change failed. */
  reason: z.string().nullable(),
  created_by: z.object({ staff_id: z.number(), name: z.string() }),
  created_at: instantOut,
  /** When the change was made, refused or cancelled. */
  finished_at: instantOut.nullable(),
});

export const scheduledChangeEndpoints = {
  listScheduledChanges: define({
    method: 'GET',
    path: '/v1/admin/scheduled-changes',
    summary: 'List scheduled changes, latest first',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({
      ...pageQuery,
      campaign_id: queryId.optional(),
      batch_id: queryId.optional(),
      status: z.enum(SCHEDULED_CHANGE_STATUSES).optional(),
    }),
    answer: { status: 200, schema: listOf(scheduledChangeOut) },
    refusals: [],
  }),
  scheduleCampaignChange: define({
    method: 'POST',
    path: '/v1/admin/campaigns/{campaign_id}/scheduled-changes',
    summary: 'Schedule a change to a campaign: publish or pause it, or change its period, at a future instant',
    access: perGame('live_ops'),
    params: campaignId,
    body: z.strictObject({ due_at: instant, ...campaignChange(instant) }),
    answer: { status: 201, schema: scheduledChangeOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  scheduleBatchChange: define({
    method: 'POST',
    path: '/v1/admin/batches/{batch_id}/scheduled-changes',
    summary: 'Schedule a change to all codes in a batch at a future instant',
    access: perGame('live_ops'),
    params: pathId('batch_id'),
    body: z.strictObject({ due_at: instant, ...batchChange(instant) }),
    answer: { status: 201, schema: scheduledChangeOut },
    refusals: ['not_found', 'job_not_done'],
  }),
  cancelScheduledChange: define({
    method: 'DELETE',
    path: '/v1/admin/scheduled-changes/{change_id}',
    summary: 'Cancel a scheduled change that is not due yet',
    access: perGame('live_ops'),
    params: pathId('change_id'),
    answer: { status: 200, schema: scheduledChangeOut },
    refusals: ['not_found', 'invalid_status_move'],
  }),
};
