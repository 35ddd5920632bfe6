import { z } from 'zod';
import { codeFields } from './admin/codes.ts';
import { windowWith } from './code-conditions.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { commissionTiers, gamesList, instant, instantOut, tagList, yesNo } from './fields.ts';

// The campaign file that `campaigns export` writes and `campaigns import` reads, over HTTP or on the command line.

export const CAMPAIGN_FORMAT = 'redeemd-campaign';
export const CAMPAIGN_FILE_VERSION = 1;

const { name, root_url, usage_limit, creator_usage_limit, active, rewards_json } = codeFields;
/** Checked later, together with the code's other fields, so that the response can list all invalid values. */
const value = z.string().max(255);

/** The name of the pool from which each claim takes a key. The server that imports the file must have this pool. */
const key_pool = z.string().trim().min(1).max(100).nullable().optional();

/** If absent, a new campaign or code has no tags, and an existing one keeps its tags. */
const tags = tagList.optional();

const handMadeFields = {
  code: value,
  name,
  root_url,
  usage_limit: usage_limit.default(null),
  creator_usage_limit: creator_usage_limit.default(null),
  active: active.default('Y'),
  use_as_referral: yesNo.default('N'),
  /** The exact text of the rewards. */
  rewards_json,
  key_pool,
  tags,
};

const bulkFields = {
  ...{ name, root_url, usage_limit: usage_limit.unwrap(), active: active.unwrap(), rewards_json },
  key_pool,
};

/** The values from one bulk job. A value contains only the fields that differ from the batch's fields. */
function batchWith<Instant extends z.ZodType>(at: Instant) {
  const fields = { ...bulkFields, ...windowWith(at) };
  const own = z.strictObject({ code: value, ...z.object(fields).partial().shape, tags });
  return z.strictObject({ ...fields, values: z.array(z.union([value, own])).max(100_000) });
}

const fileWith = <Instant extends z.ZodType>(at: Instant) =>
  z.strictObject({
    format: z.literal(CAMPAIGN_FORMAT),
    version: z.literal(CAMPAIGN_FILE_VERSION),
    campaign: z.strictObject({
      name: z.string().trim().min(1).max(200),
      starts_at: at,
      ends_at: at,
      notes: z.string().max(10_000).default(''),
      /** The currency of the tiers. */
      currency: z.string().regex(/^[A-Z]{3}$/, FIELD_FAULTS.not_a_currency),
      commission_tiers: commissionTiers.nullable().default(null),
      /** If absent, a new campaign covers all games, and an existing campaign keeps its games. */
      games: gamesList.optional(),
      tags,
      /** If absent, a new campaign has no leaderboard, and an existing campaign keeps its setting. */
      leaderboard: z.boolean().optional(),
    }),
    /** Codes that staff created one by one. Creator codes belong to their server and are not included. */
    codes: z.array(z.strictObject({ ...handMadeFields, ...windowWith(at) })).max(100_000),
    /** Bulk codes, if the export includes them. */
    batches: z.array(batchWith(at)).max(100).default([]),
  });

/** The file as the daemon writes it. */
export const campaignFileOut = fileWith(instantOut);

/** The file as the daemon reads it. */
export const campaignFile = fileWith(instant).refine(({ campaign }) => campaign.ends_at > campaign.starts_at, {
  path: ['campaign', 'ends_at'],
  error: FIELD_FAULTS.not_after_start,
});

export type CampaignFile = z.output<typeof campaignFile>;
