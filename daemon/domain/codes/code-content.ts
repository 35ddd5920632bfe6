import { fieldFault } from '../../contract/field-faults.ts';
import type { FieldFault } from '../../contract/refusals.ts';
import type { MainCodeKind } from './code-kinds.ts';
import type { CodeWindow, StoredWindow } from './code-window.ts';

export interface Limits {
  usage_limit: number | null;
  creator_usage_limit: number | null;
}

/** The fields that staff set on every code, apart from its value and type. */
export interface CodeContent extends Limits, StoredWindow {
  name: string;
  root_url: string;
  active: boolean;
  rewards_json: string;
  key_pool_id: number | null;
  /** The stored form of the tags; null if there are none. */
  tags: string | null;
}

/** Returns only the content fields of a code. */
export const contentOf = (code: CodeContent): CodeContent => ({
  name: code.name,
  root_url: code.root_url,
  usage_limit: code.usage_limit,
  creator_usage_limit: code.creator_usage_limit,
  active: code.active,
  rewards_json: code.rewards_json,
  starts_at: code.starts_at,
  ends_at: code.ends_at,
  recipient: code.recipient,
  conditions: code.conditions,
  key_pool_id: code.key_pool_id,
  tags: code.tags,
});

/**
 * Returns a fault if a field does not fit the type of code: a redeem code has no creator codes to limit, and players do
 * not redeem a referral code.
 */
export function kindFault(
  kind: MainCodeKind,
  fields: Partial<Limits> & Pick<CodeWindow, 'recipient'>,
): FieldFault | null {
  if (kind === 'redeem' && (fields.creator_usage_limit ?? null) !== null)
    return fieldFault('', ['creator_usage_limit'], 'referral_only');
  return kind === 'referral' && (fields.recipient ?? null) !== null
    ? fieldFault('', ['recipient'], 'redeem_only')
    : null;
}

/**
 * Returns whether `used` of the code itself and of its creator codes must be counted again after a change to the
 * limits. `used` is kept only while a limit applies, so a new or changed limit starts with a count of the claims.
 */
export const recountsOf = (before: Limits, after: Limits) => ({
  own: after.usage_limit !== null && after.usage_limit !== before.usage_limit,
  creatorCodes: after.creator_usage_limit !== null && after.creator_usage_limit !== before.creator_usage_limit,
});
