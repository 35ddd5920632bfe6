import { z } from 'zod';
import { define } from '../endpoint.ts';
import { queryFlag as flag, instant, instantOut, keysetOf, keysetQuery, pathId, personId, queryId } from '../fields.ts';
import { CODE_TYPES, REMEDY_KINDS, REPORT_STATUSES } from '../words.ts';
import { perGame } from './access.ts';
import { maskedKeyOut } from './key-pools.ts';

const remedyOut = z.object({
  remedy_id: z.number(),
  kind: z.enum(REMEDY_KINDS),
  reason: z.string(),
  staff_id: z.number(),
  staff_name: z.string().nullable(),
  created_at: instantOut,
});

export const claimOut = z.object({
  redemption_id: z.string(),
  user_id: z.string(),
  code: z.string(),
  code_id: z.number(),
  code_type: z.enum(CODE_TYPES),
  campaign_id: z.number(),
  campaign_name: z.string(),
  /** Null for the manager's codes. */
  creator_id: z.string().nullable(),
  creator_name: z.string().nullable(),
  /** Whether this claim linked the player to the creator. */
  linked: z.boolean(),
  created_at: instantOut,
  /** When support released the claim. A released claim no longer counts. */
  released_at: instantOut.nullable(),
  report_status: z.enum(REPORT_STATUSES).nullable(),
  report_detail: z.string().nullable(),
  reported_at: instantOut.nullable(),
  /** The key that the claim took; null if the code had no key pool, or if the player was erased. */
  key: maskedKeyOut.nullable(),
  remedies: z.array(remedyOut),
});

const redemptionId = pathId('redemption_id');
const remedyBody = z.strictObject({ reason: z.string().trim().min(1).max(500) });

export const claimEndpoints = {
  listClaims: define({
    method: 'GET',
    path: '/v1/admin/claims',
    summary: 'List claims, newest first; a page can be short and still have a next_cursor',
    access: perGame('live_ops', 'moderator'),
    query: z.strictObject({
      ...keysetQuery,
      user_id: personId.optional(),
      /** A code of any type. A referral code selects the claims of its creator codes. */
      code: z.string().min(1).max(255).optional(),
      code_id: queryId.optional(),
      campaign_id: queryId.optional(),
      creator_id: personId.optional(),
      from: instant.optional(),
      /** Exclusive. */
      to: instant.optional(),
      released: flag.optional(),
      /** The delivery receipt for the rewards; `none` if the game has not sent one. */
      receipt: z.enum([...REPORT_STATUSES, 'none']).optional(),
    }),
    answer: { status: 200, schema: keysetOf(claimOut) },
    refusals: [],
  }),
  grantClaimAgain: define({
    method: 'POST',
    path: '/v1/admin/claims/{redemption_id}/grant-again',
    summary: 'Grant the code’s current rewards again to a player who did not receive the rewards of a claim',
    access: perGame('live_ops'),
    params: redemptionId,
    body: remedyBody,
    answer: {
      status: 200,
      schema: z.object({
        redemption_id: z.string(),
        rewards: z.array(z.record(z.string(), z.unknown())),
        code: z.string(),
        user_id: z.string(),
        /** The same key as before, masked. The game server can get its value with `getRedemption`. */
        key: maskedKeyOut.nullable(),
        remedies: z.array(remedyOut),
      }),
    },
    refusals: ['not_found', 'claim_released'],
  }),
  releaseClaim: define({
    method: 'POST',
    path: '/v1/admin/claims/{redemption_id}/release',
    summary:
      'Release a claim: the player can redeem the code again, and the claim no longer counts towards the code’s limit',
    access: perGame('live_ops'),
    params: redemptionId,
    body: remedyBody,
    answer: { status: 200, schema: claimOut },
    refusals: ['not_found', 'claim_released'],
  }),
};
