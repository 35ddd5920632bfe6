import { z } from 'zod';
import { playerAttributes } from './code-conditions.ts';
import { define } from './endpoint.ts';
import { FIELD_FAULTS } from './field-faults.ts';
import { instantOut, pathId, personId } from './fields.ts';
import { CODE_TYPES, REPORT_STATUSES } from './words.ts';

const access = { kind: 'key', keys: ['server'], scopes: ['redeem'] } as const;

export const codeTyped = z.string().min(1).max(255);
const redeemBody = z.strictObject({
  user_id: personId,
  code: codeTyped,
  attributes: playerAttributes.optional(),
});
const rewards = z.array(z.record(z.string(), z.unknown()));
/** The key that belongs to the redemption, for codes with a key pool. */
const poolKey = z.object({
  pool: z.string().describe('the name of the key pool'),
  value: z.string().describe('the key, for this player only'),
});
const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      'A unique key for this request. For 24 hours, the same request with the same key gets the first response again, including the rewards, with the header Idempotent-Replayed: true.',
    ),
});

const REDEEM_REFUSALS = [
  'code_not_found',
  'referral_base_not_redeemable',
  'code_inactive',
  'campaign_not_started',
  'campaign_ended',
  'campaign_paused',
  'code_not_started',
  'code_expired',
  'creator_suspended',
  'self_referral',
  'not_the_recipient',
  'conditions_not_met',
  'already_redeemed',
  'limit_reached',
  'key_pool_empty',
  'too_many_guesses',
] as const;

const REFUSAL_FIELDS = {
  conditions_not_met: { attribute: z.string().describe('the attribute of the first condition that failed') },
  already_redeemed: { redemption_id: z.string().describe('the ID of the earlier redemption') },
};

export const redemptionEndpoints = {
  redeem: define({
    method: 'POST',
    path: '/v1/redemption-codes/use/redeem',
    summary: 'Redeem a code for a player',
    access,
    headers: idempotencyHeader,
    body: redeemBody,
    answer: {
      status: 200,
      schema: z.object({
        redemption_id: z
          .string()
          .describe(
            'Grant the rewards once per redemption_id: the response to a repeated request contains them again.',
          ),
        rewards,
        code: z.string(),
        code_type: z.enum(CODE_TYPES),
        creator_id: z.string().nullable(),
        linked: z.boolean(),
        key: poolKey.optional(),
      }),
    },
    refusals: [...REDEEM_REFUSALS, 'idempotency_mismatch'],
    refusalFields: REFUSAL_FIELDS,
  }),
  validate: define({
    method: 'POST',
    path: '/v1/redemption-codes/use/validate',
    summary: 'Check whether a player can redeem a code now, without redeeming it',
    access,
    body: redeemBody,
    answer: {
      status: 200,
      schema: z.object({
        valid: z.literal(true),
        rewards,
        code: z.string(),
        code_type: z.enum(CODE_TYPES),
        creator_id: z.string().nullable(),
        would_link: z.boolean(),
      }),
    },
    refusals: REDEEM_REFUSALS,
    refusalFields: REFUSAL_FIELDS,
  }),
  getRedemption: define({
    method: 'GET',
    path: '/v1/redemption-codes/redemptions/{redemption_id}',
    // The game can send this request immediately after the redeem request, even to another daemon.
    maxBehindMs: 0,
    summary: 'Get a redemption again, with its key and the current rewards of its code',
    access,
    params: pathId('redemption_id'),
    answer: {
      status: 200,
      schema: z.object({
        redemption_id: z.string(),
        rewards,
        code: z.string(),
        code_type: z.enum(CODE_TYPES),
        creator_id: z.string().nullable(),
        linked: z.boolean().describe('whether this redemption linked the player to the creator'),
        user_id: z.string(),
        created_at: instantOut,
        released_at: instantOut
          .nullable()
          .describe('when support released the redemption, so that it no longer counts'),
        key: poolKey.optional(),
      }),
    },
    refusals: ['not_found'],
  }),
  reportRedemption: define({
    method: 'POST',
    path: '/v1/redemption-codes/use/report',
    summary: 'Report whether the rewards of a redemption were granted; the last report counts',
    access,
    body: z.strictObject({
      redemption_id: z.string().regex(/^[1-9]\d{0,15}$/, FIELD_FAULTS.not_a_claim_id),
      status: z.enum(REPORT_STATUSES),
      detail: z.string().max(1000).optional(),
    }),
    answer: { status: 200, schema: z.object({ redemption_id: z.string(), status: z.enum(REPORT_STATUSES) }) },
    refusals: ['not_found'],
  }),
};
