/**
 * The kinds of entries in a player's timeline. `landing`: the start of a session through a referral link; `event`: any
 * other SDK event; `payment`: a payment or a refund.
 */
export const TIMELINE_KINDS = ['landing', 'event', 'claim', 'payment'] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
