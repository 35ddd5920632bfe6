import { createHash } from 'node:crypto';
import type { PlayerAttributes } from '../../contract/code-conditions.ts';
import { normalizeCode } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { RedeemOutcome } from '../../domain/redeem/redeem-batch.ts';
import { renderRedeem } from '../../domain/redeem/redeem-response.ts';
import type { HotBatches } from '../../hot/hot-batches.ts';

export interface RedeemDeps {
  hot: Pick<HotBatches, 'redeem'>;
}

interface RedeemAsked {
  principal: KeyPrincipal;
  body: { user_id: string; code: string; attributes?: PlayerAttributes | undefined };
  requestId: string;
}

/** Redeems a code for a player, in one batch with requests that arrive at the same moment. */
export async function redeemCode(
  { hot }: RedeemDeps,
  asked: RedeemAsked & { headers: Record<string, string | undefined> },
) {
  const key = asked.headers['idempotency-key'];
  const idempotency = key === undefined ? undefined : { key, requestHash: hashOf(asked.body) };
  return render(await hot.redeem({ ...itemOf(asked), mode: 'redeem', idempotency }), asked.requestId);
}

/** Returns the response that redeeming would get, without changing anything. */
export const validateCode = async ({ hot }: RedeemDeps, asked: RedeemAsked) =>
  render(await hot.redeem({ ...itemOf(asked), mode: 'validate' }), asked.requestId);

const itemOf = ({ principal, body, requestId }: RedeemAsked) => ({
  userId: body.user_id,
  typed: body.code,
  norm: normalizeCode(body.code),
  keyId: principal.keyId,
  familyId: principal.familyId,
  gameId: principal.gameId ?? '',
  requestId,
  attributes: body.attributes,
});

function render(outcome: RedeemOutcome, requestId: string) {
  if ('ok' in outcome && !outcome.ok) throw new AppError(outcome.problem);
  const rendered = renderRedeem(outcome, requestId);
  return { rendered: 'replay' in outcome ? { ...rendered, headers: { 'Idempotent-Replayed': 'true' } } : rendered };
}

/** A request without attributes has the hash of earlier versions. */
const hashOf = ({ user_id, code, attributes }: RedeemAsked['body']) =>
  createHash('sha256')
    .update(JSON.stringify(attributes === undefined ? [user_id, code] : [user_id, code, attributes]))
    .digest('base64url');
