import { z } from 'zod';
import { CSV_LAYOUTS } from './admin/payout-shapes.ts';
import { define, type Scope } from './endpoint.ts';
import { instantOut, listOf, pageOnly, pathId, personId } from './fields.ts';
import { codeTyped, redemptionEndpoints } from './redemptions.ts';
import { CODE_TYPES, CREATOR_CODE_STATUSES } from './words.ts';

const server = (scope: Scope) => ({ kind: 'key', keys: ['server'], scopes: [scope] }) as const;
const anyKey = (...scopes: Scope[]) => ({ kind: 'key', keys: ['server', 'client'], scopes }) as const;

/** A creator code, created from a referral code. */
export const creatorCode = z.object({
  code_id: z.number(),
  creator_id: z.string(),
  redemption_code: z.string(),
  code: z.string(),
  code_url: z.string(),
  code_type: z.literal('referral'),
  status: z.enum(CREATOR_CODE_STATUSES),
  rejection_reason: z.string().nullable(),
  number_of_claims: z.number(),
  usage_limit: z.number().nullable(),
  campaign_id: z.number(),
  created_at: instantOut,
});

/** Why a creator code cannot be created, for programs and on the creator page. */
export const NEW_CODE_REFUSALS = [
  'code_not_found',
  'not_a_referral_code',
  'code_inactive',
  'campaign_ended',
  'creator_suspended',
  'creator_code_exists',
  'invalid_code',
  'code_taken',
] as const;

const analyticsRow = z.object({
  campaign_id: z.number(),
  code: z.string(),
  code_type: z.enum(CODE_TYPES),
  number_of_claims: z.number(),
  total_revenue: z.number(),
  commission_tier: z.number(),
  expected_payout: z.number(),
});

export const v1Endpoints = {
  createCreatorCode: define({
    method: 'POST',
    path: '/v1/redemption-codes/creator',
    summary: 'Create a creator code from a referral code',
    access: server('creator_codes'),
    body: z.strictObject({
      creator_id: z.string().max(1000),
      redemption_code: codeTyped,
      code: z.string().max(255).optional(),
      email: z.email().max(320).optional(),
      display_name: z.string().min(1).max(255).optional(),
    }),
    answer: { status: 201, schema: creatorCode },
    refusals: ['invalid_creator_id', ...NEW_CODE_REFUSALS],
  }),
  listCreatorCodes: define({
    method: 'GET',
    path: '/v1/redemption-codes/creator',
    summary: 'List the codes of one creator, newest first',
    access: server('creator_codes'),
    query: z.strictObject({ creator_id: personId, ...pageOnly }),
    answer: { status: 200, schema: listOf(creatorCode) },
    refusals: [],
  }),
  getCreatorCode: define({
    method: 'GET',
    path: '/v1/redemption-codes/creator/{code_id}',
    summary: 'Get a creator code',
    access: server('creator_codes'),
    params: pathId('code_id'),
    answer: { status: 200, schema: creatorCode },
    refusals: ['not_found'],
  }),
  decideCreatorCode: define({
    method: 'POST',
    path: '/v1/redemption-codes/creator/{code_id}/decision',
    summary: 'Approve or reject a pending creator code',
    access: server('creator_codes'),
    params: pathId('code_id'),
    body: z.strictObject({ decision: z.enum(['approve', 'reject']), reason: z.string().min(1).max(500).optional() }),
    answer: { status: 200, schema: creatorCode },
    refusals: ['not_found', 'invalid_status_move'],
  }),
  ...redemptionEndpoints,
  gameEvent: define({
    method: 'POST',
    path: '/v1/game/game-event',
    summary: 'Report 1-1,000 payments (all or none are stored) or SDK events (each is accepted or rejected separately)',
    access: anyKey('payments', 'events'),
    body: z.strictObject({
      id: z.string().min(1).max(255).optional(),
      sent_at: z.string().max(40).optional(),
      events: z.array(z.unknown()).min(1).max(1000),
    }),
    events: ['PaymentEvent', 'SdkEvent'],
    answer: {
      status: 200,
      schema: z.object({
        id: z.string().nullable(),
        accepted: z.number(),
        duplicates: z.number(),
        rejected: z.array(z.object({ index: z.number(), code: z.string(), detail: z.string() })),
      }),
    },
    refusals: [
      'mixed_events',
      'wrong_game',
      'invalid_amount',
      'no_exchange_rate',
      'currency_required',
      'refund_currency_mismatch',
      'refund_of_required',
      'transaction_conflict',
      'duplicate_request',
      'amount_out_of_range',
      'refund_mismatch',
      'refund_exceeds_payment',
    ],
  }),
  analytics: define({
    method: 'GET',
    path: '/v1/redemption-codes/analytics',
    summary: 'Get claims, revenue, tier and expected payout by code; creator_id 0 is the live-operations manager',
    access: server('analytics'),
    query: z.strictObject({
      creator_id: personId,
      campaign_id: z.coerce.number().int().min(1).optional(),
      page: z.coerce.number().int().min(1).max(1_000_000).optional(),
      page_size: z.coerce.number().int().min(1).max(100).optional(),
    }),
    answer: { status: 200, schema: z.array(analyticsRow) },
    refusals: [],
  }),
  payoutCsv: define({
    method: 'GET',
    path: '/v1/payouts/{run_id}/csv',
    summary:
      'Get the CSV of a payout run; the file is identical each time. Its SHA-256 is in the message payout.prepared and in the header Repr-Digest',
    access: server('payouts'),
    params: pathId('run_id'),
    query: z.strictObject({ layout: z.enum(CSV_LAYOUTS).default('finance') }),
    answer: { status: 200, type: 'text/csv', schema: z.string() },
    refusals: ['not_found', 'run_preparing'],
  }),
};
