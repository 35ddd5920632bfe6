import type { Problem, RefusalCode } from '../../contract/refusals.ts';
import type { CodeType } from '../codes/code-kinds.ts';
import type { CodeView } from './check-redeem.ts';

// What deciding and storing redeems share: the items of a batch, the known data about them, and their effects.

export interface RedeemItem {
  mode: 'redeem' | 'validate';
  userId: string;
  /** The code as the player typed it, and its normal form. */
  typed: string;
  norm: string;
  keyId: number;
  familyId: number;
  /** The game of the key; '' if the key is not bound to a game. */
  gameId: string;
  requestId: string;
  /** With an Idempotency-Key: the key, and the hash of the request. */
  idempotency?: { key: string; requestHash: string } | undefined;
}

export interface RedeemSuccess {
  ok: true;
  claimId: number | null;
  rewardsJson: string;
  code: string;
  codeType: CodeType;
  creatorId: string | null;
  linked: boolean;
}
export interface RedeemRefusal {
  ok: false;
  problem: Problem;
}
/** The bytes of an earlier answer, sent again. */
interface RedeemReplay {
  replay: { status: number; body: string };
}
export type RedeemOutcome = RedeemSuccess | RedeemRefusal | RedeemReplay;

/** The data that a batch reads before it decides. */
export interface RedeemSnapshot {
  codes: Map<string, CodeView>;
  /** claim id by user and base code, see `claimKey`. */
  claims: Map<string, number>;
  /** creator by user, from the links. */
  links: Map<string, string>;
  /** Times of unknown codes tried within the window, oldest first, by family and user, see `guessKey`. */
  guesses: Map<string, number[]>;
  /** Stored answers by idempotency key, see `idempotencyKey`. */
  kept: Map<string, { requestHash: string; status: number; body: string }>;
  nextClaimId: () => number;
}

export interface NewClaim {
  claimId: number;
  userId: string;
  codeId: number;
  baseCodeId: number;
  linked: boolean;
  keyId: number;
}
/** A number of claims of a code or in a campaign. */
export interface ClaimCount {
  id: number;
  gameId: string;
  claims: number;
}
export interface RedeemEffects {
  claims: NewClaim[];
  links: { userId: string; creatorId: string; claimId: number }[];
  /** Uses to add to codes with a limit. */
  uses: Map<number, number>;
  /** Claims to count, by the used code and its game. */
  counts: Map<string, ClaimCount>;
  /** The same by campaign, and in total under `WHOLE_ORGANISATION`. */
  campaignCounts: Map<string, ClaimCount>;
  tries: { userId: string; code: string; reason: RefusalCode; isValidate: boolean; familyId: number }[];
  kept: { familyId: number; key: string; requestHash: string; status: number; body: string }[];
}

export const claimKey = (userId: string, baseCodeId: number) => `${baseCodeId}\n${userId}`;
export const guessKey = (familyId: number, userId: string) => `${familyId}\n${userId}`;
export const idempotencyKey = (familyId: number, key: string) => `${familyId}\n${key}`;
