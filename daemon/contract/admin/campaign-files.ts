import { z } from 'zod';
import { campaignFile, campaignFileOut } from '../campaign-file.ts';
import { define } from '../endpoint.ts';
import { idText, queryFlag } from '../fields.ts';
import { addFault } from '../schema-faults.ts';
import { versionOut } from '../versions.ts';
import { MAX_CAMPAIGN_FILE_BYTES } from '../words.ts';
import { perGame } from './access.ts';
import { campaignId, campaignOut, campaignStatus } from './campaigns.ts';

/** Changed fields, with their old and new values. */
const changes = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }));

/** A campaign on this server that already has codes from the file, and the number of these codes. */
const holder = z.object({
  ...{ campaign_id: z.number(), name: z.string(), status: campaignStatus, version: versionOut },
  codes: z.number(),
});

export const CODE_OUTCOMES = ['refused', 'changed', 'new', 'unchanged'] as const;

const campaignImportOut = z.object({
  dry_run: z.boolean(),
  campaign: z.object({
    action: z.enum(['create', 'change', 'unchanged']),
    /** Null if the import would create a campaign, as a draft. */
    campaign_id: z.number().nullable(),
    name: z.string(),
    /** The current status. Players see changes to an active campaign immediately. */
    status: campaignStatus,
    /**
     * After a dry run, the version that the import must send; after an import, the campaign's version. Null for a new
     * campaign.
     */
    version: versionOut.nullable(),
    changes,
  }),
  /**
   * Identifies the changes that the import would make. An import that sends this value is refused if it would now make
   * other changes.
   */
  preview: z.string(),
  /** Other campaigns that already have codes from the file. Any such campaign prevents the import. */
  held_by: z.array(holder),
  new: z.number(),
  changed: z.number(),
  unchanged: z.number(),
  /** The first 100 reasons why the file cannot be imported. */
  refused: z.array(z.object({ pointer: z.string(), code: z.string().nullable(), detail: z.string() })),
  refused_total: z.number(),
  /** The first 200 codes: refused codes first, followed by changed, new and unchanged ones. */
  rows: z.array(
    z.object({
      code: z.string(),
      outcome: z.enum(CODE_OUTCOMES),
      changes: changes.nullable(),
      detail: z.string().nullable(),
    }),
  ),
  left_off: z.number(),
  /** The jobs that create the bulk codes. */
  job_ids: z.array(z.number()),
});

const importQuery = z
  .strictObject({
    dry_run: queryFlag.optional(),
    /** The campaign to change. If absent, the import creates a campaign. */
    campaign_id: idText.optional(),
    /** The version of the campaign that the caller read. */
    version: idText.optional(),
    /** The `preview` from the dry run's response. */
    preview: z.string().max(100).optional(),
  })
  .superRefine(({ dry_run, campaign_id, version }, context) => {
    if (campaign_id !== undefined && version === undefined && !dry_run) addFault(context, 'needs_version', ['version']);
    if (campaign_id === undefined && version !== undefined) addFault(context, 'needs_campaign_id', ['campaign_id']);
  });

export const campaignFileEndpoints = {
  exportCampaign: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/export',
    summary:
      'Export a campaign with its tiers and main codes as a file, without figures; bulk=true includes bulk codes',
    access: perGame('live_ops'),
    params: campaignId,
    query: z.strictObject({ bulk: queryFlag.optional() }),
    answer: { status: 200, schema: campaignFileOut },
    refusals: ['not_found'],
  }),
  importCampaign: define({
    method: 'POST',
    path: '/v1/admin/campaigns/import',
    summary:
      'Import a campaign from a file, completely or not at all: as a new draft, or into the campaign with this campaign_id and version. With dry_run, the response shows what would happen',
    access: perGame('live_ops'),
    query: importQuery,
    body: campaignFile,
    maxBodyBytes: MAX_CAMPAIGN_FILE_BYTES,
    answer: { status: 200, schema: campaignImportOut },
    current: campaignOut,
    refusals: ['not_found', 'import_refused', 'code_taken'],
    refusalFields: {
      code_taken: { held_by: z.array(holder).describe('the campaigns that already have codes from the file') },
    },
  }),
};
