import { z } from 'zod';
import { instantOut, moneyOut, yesNo } from './fields.ts';
import { CODE_TYPES, CREATOR_CODE_STATUSES, PAYOUT_RUN_KINDS, type WebhookEventType } from './words.ts';

// Webhook endpoints receive messages of the form `{type, timestamp, data}`. These are the schemas for `data`, by type.

const id = z.number().int();
/** Rewards as staff typed them: numbers and the order of names are unchanged. */
const rewards = z.array(z.record(z.string(), z.unknown()));

const creatorCode = z.object({
  code_id: id,
  campaign_id: id,
  creator_id: z.string(),
  redemption_code: z.string(),
  code: z.string(),
  code_url: z.string(),
  status: z.enum(CREATOR_CODE_STATUSES),
  rejection_reason: z.string().nullable(),
});
const payoutRun = z.object({
  run_id: id,
  kind: z.enum(PAYOUT_RUN_KINDS),
  campaign_id: id.nullable(),
  period_start: instantOut,
  period_end: instantOut,
  /** The time zone of the period, which consists of whole days. */
  time_zone: z.string(),
  creators: z.number().int(),
  payable: moneyOut,
  csv_sha256: z.string(),
  /** A path on the daemon's own address, for server keys with the scope `payouts` and for staff. */
  csv_url: z.string(),
});
const resultFigures = z.object({ claims: z.number().int(), payments: z.number().int(), revenue: moneyOut });
const resultSoFar = resultFigures.extend({ expected_payout: moneyOut });

export const webhookEvents = {
  'code.created': z.object({
    campaign_id: id,
    code_type: z.enum(CODE_TYPES),
    /** Between 1 and 500 codes of one type with the same rewards. */
    codes: z.array(
      z.object({
        code_id: id,
        code: z.string(),
        code_url: z.string(),
        name: z.string(),
        usage_limit: z.number().int().nullable(),
        creator_usage_limit: z.number().int().nullable(),
        active: yesNo,
      }),
    ),
    rewards,
  }),
  'redemption.succeeded': z.object({
    redemption_id: z
      .string()
      .describe(
        'The response to the game server already contained these rewards. Grant them once per redemption_id, from the response or from this message.',
      ),
    user_id: z.string(),
    campaign_id: id,
    code: z.string(),
    code_type: z.enum(CODE_TYPES),
    creator_id: z.string().nullable(),
    linked: z.boolean(),
    key: z
      .object({ pool: z.string() })
      .optional()
      .describe(
        'Present if the redemption has a key from a key pool. Get its value with GET /v1/redemption-codes/redemptions/{redemption_id}.',
      ),
    again: z.boolean().describe('True if support asks the game to grant the rewards of this redemption again.'),
    rewards,
  }),
  /** Sent once each time a pool falls below its `low_stock`. */
  'key_pool.low': z.object({
    pool_id: id,
    name: z.string(),
    keys_left: z.number().int(),
    low_stock: z.number().int(),
  }),
  'creator_code.submitted': creatorCode,
  'creator_code.approved': creatorCode,
  'creator_code.rejected': creatorCode,
  'creator.daily_result': z.object({
    creator_id: z.string(),
    display_name: z.string().nullable(),
    /** The day in the organisation's time zone. */
    date: z.iso.date(),
    time_zone: z.string(),
    day: resultFigures,
    so_far: resultSoFar,
    campaigns: z.array(
      z.object({
        campaign_id: id,
        name: z.string(),
        ends_at: instantOut,
        day: resultFigures,
        so_far: resultSoFar,
        commission_tier: z.number(),
        /**
         * The next tier, and the revenue still needed to reach it; null on the last tier and after the campaign's end.
         */
        next_tier: z.object({ percent: z.number(), missing_revenue: moneyOut }).nullable(),
      }),
    ),
  }),
  'payout.prepared': payoutRun,
  'payout.approved': payoutRun,
  'payout.voided': payoutRun,
  'campaign.ended': z.object({
    campaign_id: id,
    name: z.string(),
    /** The games that the campaign covers; null for all games. */
    games: z.array(z.string()).nullable(),
    ended_at: instantOut,
  }),
} as const satisfies Record<WebhookEventType, z.ZodType>;

export type WebhookData<E extends WebhookEventType> = z.input<(typeof webhookEvents)[E]>;

/** Returns the body schema of a message. */
export const webhookBody = <E extends WebhookEventType>(type: E) =>
  z.object({ type: z.literal(type), timestamp: instantOut, data: webhookEvents[type] });
