import { problemBody, statusOf } from '../../contract/refusals.ts';
import { pick } from '../../lib/pick.ts';
import type { RedeemOutcome } from './redeem-batch.ts';

/** Wraps a single rewards object in an array. The text is not parsed again. */
export const rewardsArray = (rewardsJson: string) =>
  rewardsJson.trimStart().startsWith('[') ? rewardsJson : `[${rewardsJson}]`;

/** Renders a response. Rewards are inserted as the text that staff typed; the value of a key is added later. */
export function renderRedeem(outcome: RedeemOutcome, requestId: string): { status: number; body: string } {
  if ('replay' in outcome) return pick(outcome.replay, ['status', 'body']);
  if (!outcome.ok) {
    return { status: statusOf(outcome.problem.code), body: problemBody(outcome.problem, requestId) };
  }
  const head = outcome.claimId === null ? '{"valid":true' : `{"redemption_id":"${outcome.claimId}"`;
  const tail = outcome.claimId === null ? 'would_link' : 'linked';
  const key = outcome.key ? `,"key":{"pool":${JSON.stringify(outcome.key.pool)}}` : '';
  return {
    status: 200,
    body: `${head},"rewards":${rewardsArray(outcome.rewardsJson)},"code":${JSON.stringify(outcome.code)},"code_type":"${outcome.codeType}","creator_id":${JSON.stringify(outcome.creatorId)},"${tail}":${outcome.linked}${key}}`,
  };
}

/** Adds the value to the key of a rendered response, which ends with the key. */
export const withKeyValue = (body: string, value: string) => `${body.slice(0, -2)},"value":${JSON.stringify(value)}}}`;
