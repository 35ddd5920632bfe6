/** Payments that count for no creator and no redeem code. */
export const unmatched = {
  note: 'Payments and refunds, or parts of them, that count for no creator and no redeem code: no commission comes from them.',
  list: 'Unmatched payments',
  reason: 'Reason',
  anyReason: 'Any reason',
  player: 'Player’s id',
  transaction: 'Transaction id',
  game: 'Game’s id',
  columns: {
    received: 'Received',
    player: 'Player',
    amount: 'Amount',
    unmatched: 'Unmatched',
    transaction: 'Transaction',
    why: 'Why',
  },
  all: 'Full amount',
  refundOf: (id: string) => `Refund of ${id}`,
  refund: 'Refund',
  names: {
    no_claim: 'No claim',
    link_lapsed: 'Link without a claim',
    unknown_refund_of: 'Unknown payment',
    refund_of_other_user: 'Payment of another player',
    more_than_payment: 'More than the payment',
    nothing_to_refund: 'Nothing to take back',
  },
  reasons: {
    no_claim: 'The player has no claim that counts at this time. Most such payments are of players without a code.',
    link_lapsed:
      'The player is linked to a creator, but no claim of the creator’s codes counts any more: their campaigns have ended.',
    unknown_refund_of:
      'The payment that this refund names has not arrived. The refund counts when it does; if it never does, look for it in the game’s server.',
    refund_of_other_user:
      'The payment that this refund names belongs to another player. The refund takes nothing back: correct it in the game’s server.',
    more_than_payment:
      'The refunds of this payment arrived before it and are larger than it. The excess takes nothing back.',
    nothing_to_refund:
      'The payment that this refund names, or all of the player’s payments that count, have less left than its amount: earlier refunds took it.',
  },
  none: 'No unmatched payments',
  noneText: 'Every payment counts for a creator or a redeem code.',
  noMatch: 'No unmatched payment matches',
  noMatchText: 'Try another reason, player, transaction or game. Ids are compared exactly.',
  clear: 'Clear the filters',
};
