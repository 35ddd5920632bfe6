import { isCodeValue } from '../../contract/code-values.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { type CampaignTimes, isOver } from '../../domain/campaign-status.ts';
import { isCreatorId } from '../../domain/creator-id.ts';

export type CreatorCodeStatus = 'pending' | 'approved' | 'rejected' | 'disabled';
export type Decision = 'approve' | 'reject' | 'disable';
/** Which new codes a moderator must review: those with a value that the creator chose, all, or none. */
export type Moderation = 'custom' | 'all' | 'none';

export interface CreateFacts {
  creatorId: string;
  creatorSuspended: boolean;
  /** The requested main code; null if it does not exist. */
  base: { kind: 'redeem' | 'referral'; active: boolean; campaign: CampaignTimes } | null;
  /** Whether the creator has a pending, approved or disabled code from this base code. */
  hasCurrentCode: boolean;
  /** The normal form of the value that the creator requests; null if the daemon generates one. */
  requested: string | null;
  /** Whether another code already has that value. */
  taken: boolean;
}

/** Returns the first reason why a creator code cannot be created, in the order of the API contract; null if it can. */
export function refusalOfCreate(facts: CreateFacts, now: number): RefusalCode | null {
  const { base, requested } = facts;
  if (!isCreatorId(facts.creatorId)) return 'invalid_creator_id';
  if (!base) return 'code_not_found';
  if (base.kind !== 'referral') return 'not_a_referral_code';
  if (!base.active) return 'code_inactive';
  if (isOver(base.campaign, now)) return 'campaign_ended';
  if (facts.creatorSuspended) return 'creator_suspended';
  if (facts.hasCurrentCode) return 'creator_code_exists';
  if (requested !== null && !isCodeValue(requested)) return 'invalid_code';
  if (requested !== null && facts.taken) return 'code_taken';
  return null;
}

/** With the alphabet of codes, this length gives 44 random bits; creator codes need at least 40. */
export const CREATOR_CODE_LENGTH = 9;

export function firstStatus(moderation: Moderation, isCustom: boolean): 'pending' | 'approved' {
  if (moderation === 'all') return 'pending';
  return moderation === 'custom' && isCustom ? 'pending' : 'approved';
}

/**
 * Returns the status after a decision, or a refusal if the decision is not possible. A rejection frees the value and
 * can be undone only within `UNDO_MS`, so only pending codes can be rejected. A disabled code can be approved again.
 */
export function decide(status: CreatorCodeStatus, decision: Decision): CreatorCodeStatus | 'invalid_status_move' {
  if (decision === 'approve' && (status === 'pending' || status === 'disabled')) return 'approved';
  if (decision === 'reject' && status === 'pending') return 'rejected';
  if (decision === 'disable' && status === 'approved') return 'disabled';
  return 'invalid_status_move';
}

export interface UndoFacts {
  status: CreatorCodeStatus;
  /** When the decision was made. */
  decided_at: number | null;
  claims: number;
  /** Whether another code now has the value. */
  isTaken: boolean;
  /** Whether the creator now has another code from the same base code that is not rejected. */
  hasOther: boolean;
}

/** Returns why a decision cannot be undone; null if it can. */
export function refusalOfUndo({ status, decided_at, claims, isTaken, hasOther }: UndoFacts, since: number) {
  const isRecent = decided_at !== null && decided_at > since;
  if (!isRecent || claims > 0 || (status !== 'approved' && status !== 'rejected')) return 'invalid_status_move';
  if (isTaken) return 'code_taken';
  return hasOther ? 'creator_code_exists' : null;
}

/**
 * Returns the status after a program's decision, or a refusal. A program can decide only on pending codes; only staff can
 * approve a disabled code.
 */
export const decideAsProgram = (status: CreatorCodeStatus, decision: 'approve' | 'reject') =>
  status === 'pending' ? decide(status, decision) : 'invalid_status_move';

/** How long a moderator can undo a decision. Its message is sent after that. */
export const UNDO_MS = 10_000;
