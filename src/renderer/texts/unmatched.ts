import { inLanguage } from './language.ts';

/** Payments that do not count for any creator or redeem code. */
const english = {
  note: 'Payments and refunds, or parts of them, that do not count for any creator or redeem code. They do not earn commission.',
  list: 'Unmatched payments',
  reason: 'Reason',
  anyReason: 'Any reason',
  player: 'Player ID',
  transaction: 'Transaction ID',
  game: 'Game ID',
  columns: {
    received: 'Received',
    player: 'Player',
    amount: 'Amount',
    unmatched: 'Unmatched',
    transaction: 'Transaction',
    why: 'Reason',
  },
  all: 'Full amount',
  refundOf: (id: string) => `Refund of ${id}`,
  refund: 'Refund',
  names: {
    no_claim: 'No claim',
    link_lapsed: 'Link without a claim',
    unknown_refund_of: 'Unknown payment',
    refund_of_other_user: 'Payment by another player',
    refund_in_other_currency: 'Payment in another currency',
    more_than_payment: 'More than the payment',
    nothing_to_refund: 'Nothing left to refund',
  },
  reasons: {
    no_claim:
      'The player had no valid claim at the time of the payment. Most of these payments come from players who have never redeemed a code.',
    link_lapsed:
      'The player is linked to a creator, but the claims of the creator’s codes no longer count, because their campaigns have ended.',
    unknown_refund_of:
      'The payment that this refund names has not arrived. The refund will count once the payment arrives. If it never arrives, check the game server.',
    refund_of_other_user:
      'The payment that this refund names belongs to another player. The refund does not reverse anything. Correct it in the game server.',
    refund_in_other_currency:
      'The payment that this refund names is in another currency. The refund does not reverse anything. Correct it in the game server.',
    more_than_payment:
      'Refunds that arrived before this payment add up to more than the payment. The excess does not reverse anything.',
    nothing_to_refund:
      'Earlier refunds have already reversed all or part of the payment that this refund names or, if it names none, of the player’s payments. The amount left is less than this refund.',
  },
  none: 'No unmatched payments',
  noneText: 'Every payment counts for a creator or a redeem code.',
  noMatch: 'No payments match the filters',
  noMatchText: 'Try another reason, player, transaction or game. IDs must match exactly.',
  clear: 'Clear the filters',
};

export const unmatched = await inLanguage(english, 'unmatched');
