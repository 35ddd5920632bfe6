import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instantOut, keysetOf, keysetQuery, moneyOut, paidOut, paymentNamed, personId } from '../fields.ts';
import { perGame } from './access.ts';

/**
 * Why a payment, a refund or a part of it does not count for any creator or redeem code:
 * - `no_claim`: the player has no claim that counts.
 * - `link_lapsed`: none of the player's claims of the linked creator's codes count any longer.
 * - `unknown_refund_of`: the payment that a refund refers to has not arrived.
 * - `refund_of_other_user`: that payment belongs to another user.
 * - `refund_in_other_currency`: that payment is in another currency.
 * - `more_than_payment`: refunds that arrived before their payment exceed it.
 * - `nothing_to_refund`: earlier refunds left too little of that payment, or of all the player's payments.
 */
export const UNMATCHED_REASONS = [
  'no_claim',
  'link_lapsed',
  'unknown_refund_of',
  'refund_of_other_user',
  'refund_in_other_currency',
  'more_than_payment',
  'nothing_to_refund',
] as const;

export const paymentEndpoints = {
  listUnmatchedPayments: define({
    method: 'GET',
    path: '/v1/admin/payments/unmatched',
    summary:
      'List payments and refunds that do not count for any creator or redeem code, with the reason, newest first',
    access: perGame('finance', 'live_ops'),
    query: z.strictObject({
      ...keysetQuery,
      reason: z.enum(UNMATCHED_REASONS).optional(),
      user_id: personId.optional(),
      game_id: gameId.optional(),
      /** The exact transaction_id of the payment, or of the payment that a refund refers to. */
      q: z.string().min(1).max(255).optional(),
    }),
    answer: {
      status: 200,
      schema: keysetOf(
        z.object({
          ...paymentNamed,
          /** Negative for a refund. */
          amount: moneyOut,
          paid: paidOut,
          refund_of: z.string().nullable(),
          reason: z.enum(UNMATCHED_REASONS),
          /** The part of the amount that does not count for any creator or redeem code. */
          unmatched: moneyOut,
          created_at: instantOut,
          received_at: instantOut,
        }),
      ),
    },
    refusals: [],
  }),
};
