import { messageId } from '../../lib/message-id.ts';
import { type CodeKind, codeTypeOf } from '../codes/code-kinds.ts';
import { type Announcement, messageBody } from '../messages.ts';
import type { NewClaim, RedeemSnapshot } from './redeem-batch.ts';

export const SUCCESS_TYPE = 'redemption.succeeded';

export interface Success {
  claimId: number;
  userId: string;
  campaignId: number;
  code: string;
  kind: CodeKind;
  creatorId: string | null;
  linked: boolean;
  rewardsJson: string;
  /** The pool of the claim's key; null if it has none. */
  pool: string | null;
}

/** Describes a claim. @param again true if support grants the rewards of an earlier claim again */
export const successOf = (claim: Success, again: boolean): Announcement<typeof SUCCESS_TYPE> => ({
  type: SUCCESS_TYPE,
  data: {
    redemption_id: String(claim.claimId),
    user_id: claim.userId,
    campaign_id: claim.campaignId,
    code: claim.code,
    code_type: codeTypeOf(claim.kind),
    creator_id: claim.creatorId,
    linked: claim.linked,
    ...(claim.pool !== null && { key: { pool: claim.pool } }),
    again,
  },
  rewardsJson: claim.rewardsJson,
});

/** Creates the messages of a batch of claims, in their order. */
export function successMessages(
  claims: readonly NewClaim[],
  { codes, pools }: Pick<RedeemSnapshot, 'codes' | 'pools'>,
  now: number,
) {
  const views = new Map([...codes.values()].map((view) => [view.codeId, view]));
  return claims.flatMap(({ claimId, userId, codeId, linked, traceparent }) => {
    const view = views.get(codeId);
    if (!view) return [];
    const { campaignId, code, kind, creatorId, rewardsJson } = view;
    const success = {
      claimId,
      userId,
      campaignId,
      code,
      kind,
      creatorId,
      linked,
      rewardsJson,
      pool: (view.keyPoolId !== null && pools.get(view.keyPoolId)?.name) || null,
    };
    const { data } = successOf(success, false);
    return [{ messageId: messageId(now), body: messageBody(SUCCESS_TYPE, now, data, rewardsJson), traceparent }];
  });
}
