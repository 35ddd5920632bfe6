import { problemBody, statusOf } from '../../contract/refusals.ts';
import type { RedeemOutcome } from './redeem-batch.ts';

/** Wraps a single rewards object in an array. The text is not parsed again. */
export const rewardsArray = (rewardsJson: string) =>
  rewardsJson.trimStart().startsWith('[') ? rewardsJson : `[${rewardsJson}]`;

/** Renders a response. Rewards are inserted as the text that staff typed. */
export function renderRedeem(outcome: RedeemOutcome, requestId: string): { status: number; body: string } {
  if ('replay' in outcome) return outcome.replay;
  if (!outcome.ok) {
    return { status: statusOf(outcome.problem.code), body: problemBody(outcome.problem, requestId) };
  }
  const head = outcome.claimId === null ? '{"valid":true' : `{"redemption_id":"${outcome.claimId}"`;
  const tail = outcome.claimId === null ? 'would_link' : 'linked';
  return {
    status: 200,
    body: `${head},"rewards":${rewardsArray(outcome.rewardsJson)},"code":${JSON.stringify(outcome.code)},"code_type":"${outcome.codeType}","creator_id":${JSON.stringify(outcome.creatorId)},"${tail}":${outcome.linked}}`,
  };
}
