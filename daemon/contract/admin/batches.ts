import { z } from 'zod';
import { conditionList } from '../code-conditions.ts';
import { define } from '../endpoint.ts';
import { instantOut, listOf, pageQuery, pathId, personId, yesNo } from '../fields.ts';
import { BULK_JOB_KINDS, JOB_STATUSES } from '../words.ts';
import { perGame } from './access.ts';
import { campaignId } from './campaigns.ts';
import { limit, windowFields } from './codes.ts';

/** The codes from a bulk job, with current figures. */
const batchOut = z.object({
  /** The job's `job_id`. */
  batch_id: z.number(),
  campaign_id: z.number(),
  kind: z.enum(BULK_JOB_KINDS),
  /** The name that all codes share; null if an imported file gives each code its own. */
  name: z.string().nullable(),
  /** The pattern for generated values, in which # is a random character; null for a file. */
  pattern: z.string().nullable(),
  /** `running` while codes are being created, `failed` if no codes were kept. */
  status: z.enum(JOB_STATUSES),
  error: z.string().nullable(),
  /** The number of codes in the batch. */
  count: z.number(),
  /** Whether the codes are active; `some` if only some of them are. */
  active: z.enum(['Y', 'N', 'some']),
  active_count: z.number(),
  /** The progress of activating or deactivating the codes; null if neither is in progress. */
  switching: z.object({ to: yesNo, done: z.number(), total: z.number() }).nullable(),
  /** When and by whom the batch's codes can be redeemed, except for codes whose own conditions were set. */
  starts_at: instantOut.nullable(),
  ends_at: instantOut.nullable(),
  is_personal: z.boolean(),
  /** Null if any user can redeem the codes, and for callers who cannot look up players. */
  recipient: personId.nullable(),
  conditions: conditionList.nullable(),
  /** The progress of changing these fields of the codes; null if no change is in progress. */
  changing: z
    .object({
      fields: z.array(z.enum(['usage_limit', 'starts_at', 'ends_at', 'recipient', 'conditions'])),
      done: z.number(),
      total: z.number(),
    })
    .nullable(),
  number_of_claims: z.number(),
  /** The number of codes redeemed at least once; `redeemed_share` is their share of all codes, from 0 to 1. */
  redeemed: z.number(),
  redeemed_share: z.number(),
  created_by: z.object({ staff_id: z.number(), name: z.string() }),
  created_at: instantOut,
  finished_at: instantOut.nullable(),
});
const batchId = pathId('batch_id');

export const batchEndpoints = {
  listBatches: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/batches',
    summary: 'List the batches in a campaign, newest first: one for each bulk job',
    access: perGame('live_ops', 'viewer'),
    params: campaignId,
    query: z.strictObject(pageQuery),
    answer: { status: 200, schema: listOf(batchOut) },
    refusals: ['not_found'],
  }),
  getBatch: define({
    method: 'GET',
    path: '/v1/admin/batches/{batch_id}',
    summary: 'Get a batch with its figures',
    access: perGame('live_ops', 'viewer'),
    params: batchId,
    answer: { status: 200, schema: batchOut },
    refusals: ['not_found'],
  }),
  changeBatch: define({
    method: 'PATCH',
    path: '/v1/admin/batches/{batch_id}',
    summary: 'Change all codes of a batch, in the background; `switching` and `changing` show the progress',
    access: perGame('live_ops'),
    params: batchId,
    body: z.strictObject({ active: yesNo.optional(), usage_limit: limit.optional(), ...windowFields }),
    answer: { status: 200, schema: batchOut },
    refusals: ['not_found', 'job_not_done'],
  }),
  getBatchCsv: define({
    method: 'GET',
    path: '/v1/admin/batches/{batch_id}/csv',
    summary:
      'Get the codes of a batch as CSV: code, code_url, name. The file is identical each time. The header Row-Count contains the number of rows',
    access: perGame('live_ops'),
    params: batchId,
    answer: { status: 200, type: 'text/csv', schema: z.string() },
    refusals: ['not_found', 'job_not_done'],
  }),
};
