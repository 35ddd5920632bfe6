import { z } from 'zod';
import { campaignFile, campaignFileOut } from '../campaign-file.ts';
import { define } from '../endpoint.ts';
import { idText, queryFlag } from '../fields.ts';
import { versionOut } from '../versions.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../words.ts';
import { staffOnly } from './access.ts';
import { campaignId, campaignOut, campaignStatus } from './campaigns.ts';

/** Fields with their old and new values. */
const changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

/** A campaign of this server that has values of the file, and how many. */
const holder = z.object({
  ...{ campaign_id: z.number(), name: z.string(), status: campaignStatus, version: versionOut },
  codes: z.number(),
});

export const CODE_OUTCOMES = ['refused', 'changed', 'new', 'unchanged'] as const;

const campaignImportOut = z.object({
  dry_run: z.boolean(),
  campaign: z.object({
    action: z.enum(['create', 'change', 'unchanged']),
    /** Null: the import would make a new one, as a draft. */
    campaign_id: z.number().nullable(),
    name: z.string(),
    /** As it is now: players see changes of an active campaign at once. */
    status: campaignStatus,
    /** What the import that follows a dry run must name; after an import, the campaign's new version. Null: a new one. */
    version: versionOut.nullable(),
    changes,
  }),
  /** Names what the import does: with it, the import is refused if it would do anything else by now. */
  preview: z.string(),
  /** The other campaigns that have values of the file; any of them keeps the file from being imported. */
  held_by: z.array(holder),
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

const importQuery = z
  .strictObject({
    dry_run: queryFlag.optional(),
    /** The campaign to change; without it, the import makes a new one. */
    campaign_id: idText.optional(),
    /** Of that campaign, as the caller read it. */
    version: idText.optional(),
    /** From the answer of the dry run. */
    preview: z.string().max(100).optional(),
  })
  .superRefine(({ dry_run, campaign_id, version }, context) => {
    if (campaign_id !== undefined && version === undefined && !dry_run)
      context.addIssue({ code: 'custom', path: ['version'], message: 'is required with campaign_id' });
    if (campaign_id === undefined && version !== undefined)
      context.addIssue({ code: 'custom', path: ['campaign_id'], message: 'is required with version' });
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
    summary:
      'Import a campaign from a file, whole or not at all: as a new draft, or into the campaign that campaign_id and version name. With dry_run the answer says what would happen',
    access: staffOnly('live_ops'),
    query: importQuery,
    body: campaignFile,
    maxBodyBytes: MAX_CAMPAIGN_FILE_BYTES,
    answer: { status: 200, schema: campaignImportOut },
    current: campaignOut,
    refusals: ['not_found', 'import_refused', 'code_taken'],
    refusalFields: { code_taken: { held_by: z.array(holder).describe('the campaigns that have values of the file') } },
  }),
};
