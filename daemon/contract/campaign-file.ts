import { z } from 'zod';
import { codeFields } from './admin/codes.ts';
import { commissionTiers, instant, instantOut, yesNo } from './fields.ts';

// A campaign as a file: what `campaigns export` writes and `campaigns import` reads, over HTTP and on the command line.

export const CAMPAIGN_FORMAT = 'redeemd-campaign';
export const CAMPAIGN_FILE_VERSION = 1;

const { name, root_url, usage_limit, creator_usage_limit, active, rewards_json } = codeFields;
/** A value is checked with its code, so that the answer names each wrong one. */
const value = z.string().max(255);

const fileCode = z.strictObject({
  code: value,
  name,
  root_url,
  usage_limit: usage_limit.default(null),
  creator_usage_limit: creator_usage_limit.default(null),
  active: active.default('Y'),
  use_as_referral: yesNo.default('N'),
  /** The rewards' exact text. */
  rewards_json,
});

const bulkFields = { name, root_url, usage_limit: usage_limit.unwrap(), active: active.unwrap(), rewards_json };

/** The values of one bulk job: each alone, or with its fields that differ from the fields of the batch. */
const fileBatch = z.strictObject({
  ...bulkFields,
  values: z
    .array(z.union([value, z.strictObject({ code: value, ...z.object(bulkFields).partial().shape })]))
    .max(100_000),
});

const fileWith = <Instant extends z.ZodType>(at: Instant) =>
  z.strictObject({
    format: z.literal(CAMPAIGN_FORMAT),
    version: z.literal(CAMPAIGN_FILE_VERSION),
    campaign: z.strictObject({
      name: z.string().trim().min(1).max(200),
      starts_at: at,
      ends_at: at,
      notes: z.string().max(10_000).default(''),
      /** Of the tiers. */
      currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency of ISO 4217'),
      commission_tiers: commissionTiers.nullable().default(null),
    }),
    /** Codes that staff made one by one; creators' own codes belong to their server and are not in the file. */
    codes: z.array(fileCode).max(100_000),
    /** Bulk values, where the export was asked for them. */
    batches: z.array(fileBatch).max(100).default([]),
  });

/** The file as the daemon writes it. */
export const campaignFileOut = fileWith(instantOut);

/** The file as the daemon reads it. */
export const campaignFile = fileWith(instant).refine(({ campaign }) => campaign.ends_at > campaign.starts_at, {
  path: ['campaign', 'ends_at'],
  error: 'must be later than starts_at',
});

export type CampaignFile = z.output<typeof campaignFile>;
