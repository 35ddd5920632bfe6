import { fieldFault } from '../../contract/field-faults.ts';
import type { FieldFault } from '../../contract/refusals.ts';
import type { MainCodeKind } from './code-kinds.ts';

export interface Limits {
  usage_limit: number | null;
  creator_usage_limit: number | null;
}

/** The fields that staff set on every code, apart from its value and type. */
export interface CodeContent extends Limits {
  name: string;
  root_url: string;
  active: boolean;
  rewards_json: string;
  starts_at: number | null;
  ends_at: number | null;
  /** In their stored form. */
  conditions: string | null;
}

/** Returns the fault of an end that is not after the start. */
export const windowFault = ({
  starts_at: from,
  ends_at: to,
}: {
  starts_at?: number | null | undefined;
  ends_at?: number | null | undefined;
}): FieldFault | null =>
  from != null && to != null && to <= from ? fieldFault('', ['ends_at'], 'not_after_start') : null;

/** Returns the fault of a limit per creator code on a redeem code, which has no creator codes. */
export const limitFault = (kind: MainCodeKind, limits: Partial<Limits>): FieldFault | null =>
  kind === 'redeem' && (limits.creator_usage_limit ?? null) !== null
    ? fieldFault('', ['creator_usage_limit'], 'referral_only')
    : null;

/**
 * Returns which uses must be counted again after a change of limits. `used` is kept only while a limit applies, so a
 * new or changed limit starts with a count of the existing claims.
 */
export const recountsOf = (before: Limits, after: Limits) => ({
  own: after.usage_limit !== null && after.usage_limit !== before.usage_limit,
  creatorCodes: after.creator_usage_limit !== null && after.creator_usage_limit !== before.creator_usage_limit,
});
