import { isCodeValue } from '../../contract/code-values.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { type CampaignTimes, isOver } from '../../domain/campaign-status.ts';
import { isCreatorId } from '../../domain/creator-id.ts';

export type CreatorCodeStatus = 'pending' | 'approved' | 'rejected' | 'disabled';
export type Decision = 'approve' | 'reject' | 'disable';
/** Which new codes wait for a moderator: those with a value that the creator chose, all, or none. */
export type Moderation = 'custom' | 'all' | 'none';

export interface CreateFacts {
  creatorId: string;
  creatorSuspended: boolean;
  /** The named main code; null if there is none. */
  base: { kind: 'redeem' | 'referral'; active: boolean; campaign: CampaignTimes } | null;
  /** The creator has a pending, approved or disabled code of this base code. */
  hasLivingCode: boolean;
  /** The normal form of the value that the creator asks for; null if the daemon generates one. */
  wished: string | null;
  /** A code has that value already. */
  taken: boolean;
}

/** Why a creator code cannot be made. The order is the contract's: the first check that fails is the answer. */
export function refusalOfCreate(facts: CreateFacts, now: number): RefusalCode | null {
  const { base, wished } = facts;
  if (!isCreatorId(facts.creatorId)) return 'invalid_creator_id';
  if (!base) return 'code_not_found';
  if (base.kind !== 'referral') return 'not_a_referral_code';
  if (!base.active) return 'code_inactive';
  if (isOver(base.campaign, now)) return 'campaign_ended';
  if (facts.creatorSuspended) return 'creator_suspended';
  if (facts.hasLivingCode) return 'creator_code_exists';
  if (wished !== null && !isCodeValue(wished)) return 'invalid_code';
  if (wished !== null && facts.taken) return 'code_taken';
  return null;
}

/** 44 bits from the alphabet of codes; creators' codes need 40. */
export const CREATOR_CODE_LENGTH = 9;

export function firstStatus(moderation: Moderation, isCustom: boolean): 'pending' | 'approved' {
  if (moderation === 'all') return 'pending';
  return moderation === 'custom' && isCustom ? 'pending' : 'approved';
}

/**
 * The status after a decision, or that the decision is not possible. A rejection is final and frees the value, so only
 * a code that was never approved can be rejected. A code that players may have used is disabled, and can be approved
 * again.
 */
export function decide(status: CreatorCodeStatus, decision: Decision): CreatorCodeStatus | 'invalid_status_move' {
  if (decision === 'approve' && (status === 'pending' || status === 'disabled')) return 'approved';
  if (decision === 'reject' && status === 'pending') return 'rejected';
  if (decision === 'disable' && status === 'approved') return 'disabled';
  return 'invalid_status_move';
}

export interface UndoFacts {
  status: CreatorCodeStatus;
  /** When the code left the queue. */
  decided_at: number | null;
  claims: number;
  /** Another code has the value now. */
  isTaken: boolean;
  /** The creator now has another code of the same base code that is not rejected. */
  hasOther: boolean;
}

/** Why a decision cannot be undone; null if it can. */
export function refusalOfUndo({ status, decided_at, claims, isTaken, hasOther }: UndoFacts, since: number) {
  const isRecent = decided_at !== null && decided_at > since;
  if (!isRecent || claims > 0 || (status !== 'approved' && status !== 'rejected')) return 'invalid_status_move';
  if (isTaken) return 'code_taken';
  return hasOther ? 'creator_code_exists' : null;
}

/** Programs decide pending codes only; only staff can enable a disabled code. */
export const decideAsProgram = (status: CreatorCodeStatus, decision: 'approve' | 'reject') =>
  status === 'pending' ? decide(status, decision) : 'invalid_status_move';

/** How long a moderator can undo a decision before its message is sent. */
export const UNDO_MS = 10_000;
