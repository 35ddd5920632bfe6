import { type CodeKind, ownLimitOf, sharedLimitOf } from '../../domain/codes/code-kinds.ts';

/** A claim with the current data of its code, campaign and creator. */
export interface ClaimRow {
  claim_id: number;
  user_id: string;
  code_id: number;
  base_code_id: number;
  linked: boolean;
  created_at: number;
  report_status: 'granted' | 'failed' | null;
  report_detail: string | null;
  reported_at: number | null;
  released_at: number | null;
  code: string;
  kind: CodeKind;
  creator_id: string | null;
  creator_name: string | null;
  campaign_id: number;
  campaign_name: string;
  /** The pool of the key that the claim took, and the encrypted key; null if the claim took no key. */
  pool_id: number | null;
  pool: string | null;
  pool_key_id: number | null;
  sealed_key: string | null;
}

export type RemedyKind = 'grant_again' | 'release';

export interface RemedyRow {
  remedy_id: number;
  claim_id: number;
  kind: RemedyKind;
  reason: string;
  staff_id: number;
  staff_name: string | null;
  created_at: number;
}

export interface RemediedClaim extends ClaimRow {
  /** Oldest first. */
  remedies: RemedyRow[];
}

/** The fields of a code that determine where its claims are counted. */
export interface LimitsRow {
  code_id: number;
  kind: CodeKind;
  usage_limit: number | null;
  creator_usage_limit: number | null;
}

/**
 * Returns the codes whose `used` counted a claim and must be reduced when the claim is released: the claim's code if it
 * has a limit, and the base code of a creator code if the base code has a limit for all creators together.
 */
export function usesToGiveBack(codes: readonly LimitsRow[], codeId: number, baseCodeId: number): number[] {
  const own = codes.find((code) => code.code_id === codeId);
  const base = codes.find((code) => code.code_id === baseCodeId);
  if (!own || !base) throw new Error(`A claim's code ${codeId} or ${baseCodeId} no longer exists`);
  const limited = {
    kind: own.kind,
    usageLimit: own.usage_limit,
    base: { usageLimit: base.usage_limit, creatorUsageLimit: base.creator_usage_limit },
  };
  return [
    ...(ownLimitOf(limited) === null ? [] : [codeId]),
    ...(sharedLimitOf(limited) === null ? [] : [baseCodeId]),
  ].sort((a, b) => a - b);
}
