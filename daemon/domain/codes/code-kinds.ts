// What depends on a code's kind stands here, in switches that do not compile while a kind is missing. Two more places know the
// kinds: partial indexes in db/tables/code-tables.ts, and the queries that use them, say `kind <> 'creator'` for main codes.

/**
 * Players use codes of kind redeem and creator. Creators make their own codes, of kind creator, from a code of kind referral,
 * which is the base of theirs.
 */
export type CodeKind = 'redeem' | 'referral' | 'creator';
export type CodeType = 'redeem' | 'referral';

/** `code_type` in answers and messages, which call a creator's own code `referral`. */
export function codeTypeOf(kind: CodeKind): CodeType {
  switch (kind) {
    case 'redeem':
      return 'redeem';
    case 'referral':
    case 'creator':
      return 'referral';
  }
}

/** A code with the limits that it and its base carry; a main code is its own base. */
export interface LimitedCode {
  kind: CodeKind;
  usageLimit: number | null;
  base: { usageLimit: number | null; creatorUsageLimit: number | null };
}

/** How many users may claim the code itself. */
export function ownLimitOf({ kind, usageLimit, base }: LimitedCode): number | null {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return usageLimit;
    case 'creator':
      return base.creatorUsageLimit ?? usageLimit;
  }
}

/** How many users may claim any of the creator codes of the code's base, together. */
export function sharedLimitOf({ kind, base }: LimitedCode): number | null {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return null;
    case 'creator':
      return base.usageLimit;
  }
}

/** Whose claims `codes.used` counts: those of the code, or those of all codes that have it as their base. */
export function usedCounts(kind: CodeKind): 'own claims' | 'claims of its codes' {
  switch (kind) {
    case 'creator':
      return 'own claims';
    case 'redeem':
    case 'referral':
      return 'claims of its codes';
  }
}

/** What a payment of a player who claimed the code does: count for the code alone, or accrue to its creator. */
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

/** Whether staff make codes of the kind; creators make the others. */
export function isMain(kind: CodeKind): kind is MainCodeKind {
  switch (kind) {
    case 'redeem':
    case 'referral':
      return true;
    case 'creator':
      return false;
  }
}

/** Whether players use codes of the kind. */
export function isRedeemable(kind: CodeKind): boolean {
  switch (kind) {
    case 'redeem':
    case 'creator':
      return true;
    case 'referral':
      return false;
  }
}
