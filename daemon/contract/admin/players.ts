import { z } from 'zod';
import { conditionList } from '../code-conditions.ts';
import { define } from '../endpoint.ts';
import { queryFlag as flag, instantOut, keysetOf, keysetQuery, moneyOut, paidOut, personId } from '../fields.ts';
import { TIMELINE_KINDS } from '../timeline-kinds.ts';
import { CODE_TYPES, REPORT_STATUSES } from '../words.ts';
import { perGame } from './access.ts';
import { claimOut } from './claims.ts';

const playerOut = z.object({
  user_id: z.string(),
  link: z
    .object({
      creator_id: z.string(),
      display_name: z.string().nullable(),
      claim_id: z.number(),
      linked_at: instantOut,
    })
    .nullable(),
  /** The newest 100 claims, 100 failed attempts and 100 payments; `totals` covers all claims and payments. */
  claims: z.array(claimOut),
  refused_tries: z.array(
    z.object({
      try_id: z.number(),
      code: z.string(),
      reason: z.string(),
      /** The attribute whose condition was not met; null for other reasons. */
      attribute: z.string().nullable(),
      /** The code's conditions on that attribute; null if the code has changed since the attempt. */
      conditions: conditionList.nullable(),
      /** Whether the game only validated the code. */
      is_validate: z.boolean(),
      created_at: instantOut,
    }),
  ),
  payments: z.array(
    z.object({
      transaction_id: z.string().nullable(),
      game_id: z.string(),
      amount: moneyOut,
      paid: paidOut,
      refund_of: z.string().nullable(),
      created_at: instantOut,
      received_at: instantOut,
      /** The part of the amount that counts towards a commission; null if there is none. */
      accrued: moneyOut.nullable(),
      creator_id: z.string().nullable(),
      creator_name: z.string().nullable(),
    }),
  ),
  /**
   * The number of claims that were not released, the number of payments and refunds, and the sum of payments minus
   * refunds.
   */
  totals: z.object({ claims: z.number(), payments: z.number(), paid: moneyOut }),
});

const timelineRow = z.object({
  kind: z.enum(TIMELINE_KINDS),
  /** When the event was created, the code was claimed, or the payment was received. */
  at: instantOut,
  /** The `event_id`, `redemption_id` or payment ID. */
  id: z.string(),
  /** Null for claims. */
  game_id: z.string().nullable(),
  event: z
    .object({
      event_type: z.string(),
      event_sub_type: z.string(),
      session_id: z.string(),
      anon_id: z.string().nullable(),
      /** Null if the player was not signed in. */
      user_id: z.string().nullable(),
      referral_link: z.string().nullable(),
      utms: z.record(z.string(), z.unknown()).nullable(),
    })
    .nullable(),
  claim: z
    .object({
      code: z.string(),
      code_id: z.number(),
      code_type: z.enum(CODE_TYPES),
      /** The code itself or, for a creator code, its referral code. */
      main_code_id: z.number(),
      campaign_id: z.number(),
      campaign_name: z.string(),
      creator_id: z.string().nullable(),
      creator_name: z.string().nullable(),
      linked: z.boolean(),
      report_status: z.enum(REPORT_STATUSES).nullable(),
      released_at: instantOut.nullable(),
    })
    .nullable(),
  payment: z
    .object({
      transaction_id: z.string().nullable(),
      /** Negative for a refund. */
      amount: moneyOut,
      paid: paidOut,
      refund_of: z.string().nullable(),
      /** The time of the payment according to the game. */
      created_at: instantOut,
    })
    .nullable(),
});

export const playerEndpoints = {
  getPlayer: define({
    method: 'GET',
    path: '/v1/admin/players/{user_id}',
    summary: 'Get a player’s link, claims, failed attempts and payments',
    access: perGame('live_ops', 'moderator'),
    params: z.object({ user_id: personId }),
    query: z.strictObject({ include_validates: flag.default(false) }),
    answer: { status: 200, schema: playerOut },
    refusals: ['not_found'],
  }),
  listPlayerTimeline: define({
    method: 'GET',
    path: '/v1/admin/players/{user_id}/timeline',
    summary:
      'List a player’s landings, other SDK events, claims, payments and refunds, newest first; a page can be short and still have a next_cursor',
    // The roles that can list SDK events.
    access: perGame('live_ops'),
    params: z.object({ user_id: personId }),
    query: z.strictObject({ ...keysetQuery, kind: z.enum(TIMELINE_KINDS).optional() }),
    answer: { status: 200, schema: keysetOf(timelineRow) },
    refusals: [],
  }),
};
