// All rules that depend on a code's kind are switches here, which do not compile if a kind is missing. Partial indexes
// (db/tables/code-tables.ts) and their queries also contain the kinds, as `kind <> 'creator'` for main codes.

/**
 * Players redeem codes of the kinds `redeem` and `creator`. Creators create their codes, of the kind `creator`, from a
 * base code of the kind `referral`.
 */
export type CodeKind = 'redeem' | 'referral' | 'creator';
export type CodeType = 'redeem' | 'referral';

/** Returns `code_type` for responses and messages, in which a creator code is `referral`. */
export function codeTypeOf(kind: CodeKind): CodeType {
  switch (kind) {
    case 'redeem':
      return 'redeem';
    case 'referral':
    case 'creator':
      return 'referral';
  }
}

/** A code with its limits and those of its base code; a main code is its own base code. */
export interface LimitedCode {
  kind: CodeKind;
  usageLimit: number | null;
  base: { usageLimit: number | null; creatorUsageLimit: number | null };
}

/** Returns how many users can claim the code itself; null for no limit. */
export function ownLimitOf({ kind, usageLimit, base }: LimitedCode): number | null {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return usageLimit;
    case 'creator':
      return base.creatorUsageLimit ?? usageLimit;
  }
}

/** Returns how many users in total can claim creator codes of the same base code; null for no limit. */
export function sharedLimitOf({ kind, base }: LimitedCode): number | null {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return null;
    case 'creator':
      return base.usageLimit;
  }
}

/** Returns which claims `codes.used` counts: the code's own, or those of all codes with this base code. */
export function usedCounts(kind: CodeKind): 'own claims' | 'claims of its codes' {
  switch (kind) {
    case 'creator':
      return 'own claims';
    case 'redeem':
    case 'referral':
      return 'claims of its codes';
  }
}

/**
 * Returns the effect of a payment by a player who claimed the code: it counts for the code, or accrues to its creator.
 */
export function paymentsOf(kind: CodeKind): 'count' | 'accrue' | 'nothing' {
  switch (kind) {
    case 'redeem':
      return 'count';
    case 'creator':
      return 'accrue';
    case 'referral':
      return 'nothing';
  }
}

export type MainCodeKind = Exclude<CodeKind, 'creator'>;
export const MAIN_KINDS = ['redeem', 'referral'] as const satisfies readonly MainCodeKind[];

/** Returns whether staff create codes of the kind. Creators create the others. */
export function isMain(kind: CodeKind): kind is MainCodeKind {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return true;
    case 'creator':
      return false;
  }
}

/** Returns whether players redeem codes of the kind. */
export function isRedeemable(kind: CodeKind): boolean {
  switch (kind) {
    case 'redeem':
    case 'creator':
      return true;
    case 'referral':
      return false;
  }
}
