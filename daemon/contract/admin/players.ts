import { z } from 'zod';
import { conditionList } from '../code-conditions.ts';
import { define } from '../endpoint.ts';
import { queryFlag as flag, instantOut, moneyOut, paidOut, personId } from '../fields.ts';
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
  /** The newest 100 claims, refused tries and payments each; `totals` counts all. */
  claims: z.array(claimOut),
  refused_tries: z.array(
    z.object({
      try_id: z.number(),
      code: z.string(),
      reason: z.string(),
      /** The attribute whose condition failed; null for other reasons. */
      attribute: z.string().nullable(),
      /** The code's conditions on that attribute; null if the code was changed after the attempt. */
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
      /** The part of the amount that counts towards a commission, with its creator; null if there is none. */
      accrued: moneyOut.nullable(),
      creator_id: z.string().nullable(),
      creator_name: z.string().nullable(),
    }),
  ),
  /** Claims that were not released; the number of payments and refunds; the sum of payments minus refunds. */
  totals: z.object({ claims: z.number(), payments: z.number(), paid: moneyOut }),
});

export const playerEndpoints = {
  getPlayer: define({
    method: 'GET',
    path: '/v1/admin/players/{user_id}',
    summary: 'Get a player: link, claims, refused tries, payments',
    access: perGame('live_ops', 'moderator'),
    params: z.object({ user_id: personId }),
    query: z.strictObject({ include_validates: flag.default(false) }),
    answer: { status: 200, schema: playerOut },
    refusals: ['not_found'],
  }),
};
