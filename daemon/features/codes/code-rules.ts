import type { FieldFault } from '../../contract/refusals.ts';

export type MainCodeKind = 'redeem' | 'referral';

export interface Limits {
  usage_limit: number | null;
  creator_usage_limit: number | null;
}

/** A limit for each creator's code means nothing on a code that creators make none from. */
export const limitFault = (kind: MainCodeKind, limits: Partial<Limits>): FieldFault | null =>
  kind === 'redeem' && (limits.creator_usage_limit ?? null) !== null
    ? { pointer: '/creator_usage_limit', detail: 'only a referral code can limit its creator codes' }
    : null;

/**
 * Which counts of uses a change of limits makes necessary. `used` is kept only while a limit applies, so a limit that
 * is set or changed starts from the claims there are.
 */
export const recountsOf = (before: Limits, after: Limits) => ({
  own: after.usage_limit !== null && after.usage_limit !== before.usage_limit,
  creatorCodes: after.creator_usage_limit !== null && after.creator_usage_limit !== before.creator_usage_limit,
});
