import type { PlayerAttributes } from '../../contract/code-conditions.ts';
import { failedAttribute } from '../../contract/condition-check.ts';
import type { RefusalCode } from '../../contract/refusals.ts';
import { type ShownStatus, type Stage, shownStatus } from '../campaign-status.ts';
import { type CodeKind, isRedeemable, ownLimitOf, sharedLimitOf } from '../codes/code-kinds.ts';
import type { Conditions } from '../codes/conditions.ts';
import { coversGame, type Games } from '../games.ts';

/** A code with the fields that the decision needs; for a creator code, these include fields of its base code. */
export interface CodeView {
  codeId: number;
  campaignId: number;
  kind: CodeKind;
  code: string;
  status: 'approved' | 'pending' | 'rejected' | 'disabled';
  active: boolean;
  usageLimit: number | null;
  used: number;
  rewardsJson: string;
  creatorId: string | null;
  creatorSuspended: boolean;
  /** Other creators who were merged with this one, because they are the same person. */
  creatorsOtherIds: readonly string[];
  /** The period in which the code can be redeemed, as set on the base code. */
  startsAt: number | null;
  endsAt: number | null;
  /** The only user who can redeem the code; null if any user can. */
  recipient: string | null;
  conditions: Conditions;
  /** The pool from which a claim takes a key, as set on the base code; null if there is no pool. */
  keyPoolId: number | null;
  base: { codeId: number; active: boolean; usageLimit: number | null; used: number; creatorUsageLimit: number | null };
  campaign: { stage: Stage; startsAt: number; endsAt: number; games: Games };
}

/**
 * Returns whether players of a game may learn about a code. Pending and rejected codes look unknown to them, and so do
 * codes in campaigns that do not cover their game.
 */
export const isKnown = (view: CodeView | undefined, gameId: string): view is CodeView =>
  view !== undefined &&
  view.status !== 'pending' &&
  view.status !== 'rejected' &&
  coversGame(view.campaign.games, gameId);
export const isLimited = (view: CodeView) => ownLimitOf(view) !== null;
export const isBaseLimited = (view: CodeView) => sharedLimitOf(view) !== null;

/** The refusal for each campaign status that is not active. */
const STATUS_REFUSALS = {
  archived: 'campaign_ended',
  draft: 'campaign_not_started',
  ended: 'campaign_ended',
  paused: 'campaign_paused',
  scheduled: 'campaign_not_started',
  active: null,
} as const satisfies Record<ShownStatus, RefusalCode | null>;

/** Test keys can also redeem in campaigns that have not started. */
const BEFORE_START: readonly ShownStatus[] = ['draft', 'scheduled'];

interface Asked {
  userId: string;
  gameId: string;
  attributes?: PlayerAttributes | undefined;
  isTest?: boolean;
}

/** Runs the checks in the contract's order; the first one that fails is the response. */
export function refusalOf(
  view: CodeView | undefined,
  { userId, gameId, attributes, isTest }: Asked,
  now: number,
  claimed: number | undefined,
  stock: { own: number; base: number; isPoolEmpty?: boolean },
): RefusalCode | null {
  if (!isKnown(view, gameId)) return 'code_not_found';
  if (!isRedeemable(view.kind)) return 'referral_base_not_redeemable';
  if (!view.active || !view.base.active || view.status === 'disabled') return 'code_inactive';
  const { stage, startsAt, endsAt } = view.campaign;
  const status = shownStatus({ stage, starts_at: startsAt, ends_at: endsAt }, now);
  const refused = STATUS_REFUSALS[status];
  if (refused && !(isTest && BEFORE_START.includes(status))) return refused;
  if (view.startsAt !== null && now < view.startsAt) return 'code_not_started';
  if (view.endsAt !== null && now >= view.endsAt) return 'code_expired';
  if (view.creatorSuspended) return 'creator_suspended';
  if (view.creatorId === userId || view.creatorsOtherIds.includes(userId)) return 'self_referral';
  if (view.recipient !== null && view.recipient !== userId) return 'not_the_recipient';
  if (failedAttribute(view.conditions, attributes) !== null) return 'conditions_not_met';
  if (claimed !== undefined) return 'already_redeemed';
  if (isReached(ownLimitOf(view), stock.own) || isReached(sharedLimitOf(view), stock.base)) return 'limit_reached';
  return stock.isPoolEmpty ? 'key_pool_empty' : null;
}

const isReached = (limit: number | null, used: number) => limit !== null && used >= limit;
