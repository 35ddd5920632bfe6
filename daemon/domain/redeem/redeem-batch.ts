import type { PlayerAttributes } from '../../contract/code-conditions.ts';
import type { Problem, RefusalCode } from '../../contract/refusals.ts';
import type { CodeType } from '../codes/code-kinds.ts';
import type { CodeView } from './check-redeem.ts';

// Types and keys for deciding and storing redeems: the items of a batch, its snapshot and its effects.

export interface RedeemItem {
  mode: 'redeem' | 'validate';
  userId: string;
  /** The code as the player typed it; `norm` is its normal form. */
  typed: string;
  norm: string;
  keyId: number;
  familyId: number;
  /** The game of the API key; '' if the key is not limited to a game. */
  gameId: string;
  requestId: string;
  /** The `traceparent` of the request; null if it has none. */
  traceparent: string | null;
  /** The player's attributes from the game's server, for conditions. */
  attributes?: PlayerAttributes | undefined;
  /** The Idempotency-Key and the hash of the request; absent without this header. */
  idempotency?: { key: string; requestHash: string } | undefined;
  /** Whether the request uses a test key, for which the campaign need not have started. */
  isTest?: boolean;
}

export interface RedeemSuccess {
  ok: true;
  claimId: number | null;
  rewardsJson: string;
  code: string;
  codeType: CodeType;
  creatorId: string | null;
  linked: boolean;
  /** The key that the claim took; absent if the code has no key pool. */
  key?: TakenKey;
}
/** A key with the name of its pool. It stays encrypted until the response is sent. */
interface TakenKey {
  pool: string;
  keyId: number;
  sealed: string;
}
export interface RedeemRefusal {
  ok: false;
  problem: Problem;
}
/** A stored response. Its body does not contain the value of a key. */
export interface KeptResponse {
  status: number;
  body: string;
  /** The key in the response; null if it has none. */
  poolKeyId: number | null;
}
/** An earlier response, sent again. */
interface RedeemReplay {
  replay: KeptResponse;
}
export type RedeemOutcome = RedeemSuccess | RedeemRefusal | RedeemReplay;

/** A locked key pool, with as many of its unused keys as the batch can take. */
export interface PoolView {
  poolId: number;
  name: string;
  lowStock: number;
  keysLeft: number;
  keys: Omit<TakenKey, 'pool'>[];
}

/** The data that is read before a batch is decided. */
export interface RedeemSnapshot {
  codes: Map<string, CodeView>;
  /** Claim IDs by user and base code, see `claimKey`. */
  claims: Map<string, number>;
  /** Linked creators by user. */
  links: Map<string, string>;
  /** Times of attempts with unknown codes within the window, oldest first, see `guessKey`. */
  guesses: Map<string, number[]>;
  /** Stored responses by idempotency key, see `idempotencyKey`. */
  kept: Map<string, { requestHash: string } & KeptResponse>;
  /** The key pools of the codes. */
  pools: Map<number, PoolView>;
  nextClaimId: () => number;
}

export interface NewClaim {
  claimId: number;
  userId: string;
  codeId: number;
  baseCodeId: number;
  linked: boolean;
  keyId: number;
  traceparent: string | null;
}
/** The number of claims of a code or in a campaign. */
export interface ClaimCount {
  id: number;
  gameId: string;
  claims: number;
}
export interface RedeemEffects {
  claims: NewClaim[];
  links: { userId: string; creatorId: string; claimId: number }[];
  /** Claims to add to `used`, by code; only for codes with a limit. */
  uses: Map<number, number>;
  /** Claims by code and game. */
  counts: Map<string, ClaimCount>;
  /** Claims by campaign and game, in total under `WHOLE_ORGANISATION`. */
  campaignCounts: Map<string, ClaimCount>;
  tries: {
    userId: string;
    code: string;
    reason: RefusalCode;
    /** The attribute whose condition failed; null for other reasons. */
    attribute: string | null;
    isValidate: boolean;
    familyId: number;
  }[];
  kept: ({ familyId: number; key: string; requestHash: string } & KeptResponse)[];
  keys: { keyId: number; claimId: number }[];
  /** The number of keys taken from each pool. */
  keysTaken: Map<number, number>;
}

export const claimKey = (userId: string, baseCodeId: number) => `${baseCodeId}\n${userId}`;
export const guessKey = (familyId: number, userId: string) => `${familyId}\n${userId}`;
export const idempotencyKey = (familyId: number, key: string) => `${familyId}\n${key}`;
