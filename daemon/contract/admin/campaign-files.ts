import { z } from 'zod';
import { campaignFile, campaignFileOut } from '../campaign-file.ts';
import { define } from '../endpoint.ts';
import { idText, queryFlag } from '../fields.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../words.ts';
import { staffOnly } from './access.ts';
import { campaignId, campaignStatus } from './campaigns.ts';

/** Fields with their old and new values. */
const changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

export const CODE_OUTCOMES = ['refused', 'changed', 'new', 'unchanged'] as const;

export const campaignImportOut = z.object({
  dry_run: z.boolean(),
  campaign: z.object({
    action: z.enum(['create', 'change', 'unchanged']),
    /** Null: the import would make a new one, as a draft. */
    campaign_id: z.number().nullable(),
    name: z.string(),
    /** As it is now: players see changes of an active campaign at once. */
    status: campaignStatus,
    changes,
  }),
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** What keeps the file from being imported, the first hundred. */
  refused: z.array(z.object({ pointer: z.string(), code: z.string().nullable(), detail: z.string() })),
  refused_total: z.number(),
  /** Refused codes first, then changed, new and unchanged ones: the first two hundred. */
  rows: z.array(
    z.object({
      code: z.string(),
      outcome: z.enum(CODE_OUTCOMES),
      changes: changes.nullable(),
      detail: z.string().nullable(),
    }),
  ),
  left_off: z.number(),
  /** The jobs that add the bulk values. */
  job_ids: z.array(z.number()),
});

export const campaignFileEndpoints = {
  exportCampaign: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/export',
    summary: 'A campaign with its tiers and main codes as a file, without figures; bulk values where asked for',
    access: staffOnly('live_ops'),
    params: campaignId,
    query: z.strictObject({ bulk: queryFlag.optional() }),
    answer: { status: 200, schema: campaignFileOut },
    refusals: ['not_found'],
  }),
  importCampaign: define({
    method: 'POST',
    path: '/v1/admin/campaigns/import',
    summary: 'Bring a campaign’s file in, whole or not at all; with dry_run the answer tells what would happen',
    access: staffOnly('live_ops'),
    query: z.strictObject({ dry_run: queryFlag.optional(), campaign_id: idText.optional() }),
    body: campaignFile,
    maxBodyBytes: MAX_CAMPAIGN_FILE_BYTES,
    answer: { status: 200, schema: campaignImportOut },
    refusals: ['not_found', 'import_refused', 'edit_raced'],
  }),
};
