import { z } from 'zod';
import { MAX_BULK_COUNT, MAX_BULK_LENGTH, MIN_BULK_LENGTH } from '../bulk-patterns.ts';
import { define } from '../endpoint.ts';
import { instantOut, listOf, pageQuery, pathId, rewardsJson, webUrl, yesNo } from '../fields.ts';
import { BULK_JOB_KINDS, JOB_STATUSES } from '../words.ts';
import { perGame } from './access.ts';
import { campaignId } from './campaigns.ts';
import { keyPoolField, windowFields } from './codes.ts';
import { csvFaults, importPreview, importQuery, refusedRows } from './imports.ts';

/** A bulk job that has created `done` of `total` codes. Players can use the codes once the job is done. */
const bulkJobOut = z.object({
  job_id: z.number(),
  campaign_id: z.number(),
  kind: z.enum(BULK_JOB_KINDS),
  /** The name of all codes; null if the codes of an imported file have their own names. */
  name: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  total: z.number(),
  done: z.number(),
  error: z.string().nullable(),
  created_at: instantOut,
  finished_at: instantOut.nullable(),
});
const limit = z.number().int().min(1).max(1_000_000_000).nullable();
const name = z.string().trim().min(1).max(200);
const jobId = pathId('job_id');

export const bulkCodeEndpoints = {
  generateCodes: define({
    method: 'POST',
    path: '/v1/admin/campaigns/{campaign_id}/codes/bulk',
    summary: 'Create many redeem codes with different values, as a job; # in pattern stands for a random character',
    access: perGame('live_ops'),
    params: campaignId,
    body: z.strictObject({
      name,
      root_url: webUrl,
      count: z.number().int().min(1).max(MAX_BULK_COUNT),
      prefix: z.string().max(64).optional(),
      length: z.number().int().min(MIN_BULK_LENGTH).max(MAX_BULK_LENGTH).optional(),
      pattern: z.string().min(1).max(64).optional(),
      usage_limit: limit.optional(),
      active: yesNo.optional(),
      rewards_json: rewardsJson,
      ...windowFields,
      ...keyPoolField,
    }),
    answer: { status: 201, schema: bulkJobOut },
    refusals: ['not_found', 'campaign_ended'],
  }),
  importCodes: define({
    method: 'POST',
    path: '/v1/admin/campaigns/{campaign_id}/codes/import',
    summary:
      'Add redeem codes from a CSV, as a job; the other fields are the defaults for missing columns and blank cells',
    access: perGame('live_ops'),
    params: campaignId,
    query: importQuery,
    csvBody: true,
    body: z.strictObject({
      csv: z.string(),
      name: name.optional(),
      root_url: webUrl.optional(),
      usage_limit: limit.optional(),
      active: yesNo.optional(),
      rewards_json: rewardsJson.optional(),
      ...windowFields,
      ...keyPoolField,
    }),
    answer: { status: 201, schema: bulkJobOut.extend(z.object(refusedRows).partial().shape) },
    dryRun: importPreview,
    refusals: ['not_found', 'campaign_ended', 'invalid_csv', 'code_taken'],
    refusalFields: { invalid_csv: csvFaults, code_taken: csvFaults },
  }),
  listBulkJobs: define({
    method: 'GET',
    path: '/v1/admin/bulk-jobs',
    summary: 'List bulk jobs, newest first',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({
      ...pageQuery,
      campaign_id: z.coerce.number().int().min(1).optional(),
      status: bulkJobOut.shape.status.optional(),
    }),
    answer: { status: 200, schema: listOf(bulkJobOut) },
    refusals: [],
  }),
  getBulkJob: define({
    method: 'GET',
    path: '/v1/admin/bulk-jobs/{job_id}',
    summary: 'Get a bulk job with its progress',
    access: perGame('live_ops', 'viewer'),
    params: jobId,
    answer: { status: 200, schema: bulkJobOut },
    refusals: ['not_found'],
  }),
  getBulkJobCsv: define({
    method: 'GET',
    path: '/v1/admin/bulk-jobs/{job_id}/csv',
    summary:
      'Get the codes of a finished job as CSV: code, code_url, name. The file is identical each time. The header Row-Count contains the number of rows',
    access: perGame('live_ops'),
    params: jobId,
    answer: { status: 200, type: 'text/csv', schema: z.string() },
    refusals: ['not_found', 'job_not_done'],
  }),
};
