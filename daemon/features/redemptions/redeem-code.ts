import { createHash } from 'node:crypto';
import type { PlayerAttributes } from '../../contract/code-conditions.ts';
import { normalizeCode } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { openKey } from '../../domain/pool-keys.ts';
import type { RedeemOutcome } from '../../domain/redeem/redeem-batch.ts';
import { renderRedeem, withKeyValue } from '../../domain/redeem/redeem-response.ts';
import type { HotBatches } from '../../hot/hot-batches.ts';
import { currentTrace } from '../../lib/trace-context.ts';
import { getSealedKey } from './redemption-store.ts';

export interface RedeemDeps {
  db: Pick<Database, 'read' | 'keys'>;
  hot: Pick<HotBatches, 'redeem'>;
}

interface RedeemAsked {
  principal: KeyPrincipal;
  body: { user_id: string; code: string; attributes?: PlayerAttributes | undefined };
  requestId: string;
}

/** Redeems a code for a player, in one batch with requests that arrive at the same moment. */
export async function redeemCode(
  deps: RedeemDeps,
  asked: RedeemAsked & { headers: Record<string, string | undefined> },
) {
  const key = asked.headers['idempotency-key'];
  const idempotency = key === undefined ? undefined : { key, requestHash: hashOf(asked.body) };
  return render(deps, await deps.hot.redeem({ ...itemOf(asked), mode: 'redeem', idempotency }), asked);
}

/** Returns the response that a redeem request would get, without changing anything. */
export const validateCode = async (deps: RedeemDeps, asked: RedeemAsked) =>
  render(deps, await deps.hot.redeem({ ...itemOf(asked), mode: 'validate' }), asked);

const itemOf = ({ principal, body, requestId }: RedeemAsked) => ({
  userId: body.user_id,
  typed: body.code,
  norm: normalizeCode(body.code),
  keyId: principal.keyId,
  familyId: principal.familyId,
  gameId: principal.gameId ?? '',
  requestId,
  traceparent: currentTrace(),
  attributes: body.attributes,
  ...(principal.isTest && { isTest: true }),
});

/** Returned to test keys instead of a key from a pool, because only players may receive those. */
const TEST_POOL_KEY = 'TEST-KEY';

async function render({ db }: RedeemDeps, outcome: RedeemOutcome, { requestId, principal }: RedeemAsked) {
  if ('ok' in outcome && !outcome.ok) throw new AppError(outcome.problem);
  const { status, body } = renderRedeem(outcome, requestId);
  const sealed = await sealedKeyOf(db, outcome);
  const keyValue = sealed !== null && (principal.isTest ? TEST_POOL_KEY : openKey(db.keys.secretKey, sealed));
  const whole = keyValue === false ? body : withKeyValue(body, keyValue);
  const headers = 'replay' in outcome ? { 'Idempotent-Replayed': 'true' } : undefined;
  return { rendered: { status, body: whole, ...(headers && { headers }) } };
}

/** Returns the encrypted key for a response; a stored response contains only the key's ID. */
async function sealedKeyOf(db: RedeemDeps['db'], outcome: RedeemOutcome): Promise<string | null> {
  if (!('replay' in outcome)) return (outcome.ok && outcome.key?.sealed) || null;
  const { poolKeyId } = outcome.replay;
  return poolKeyId === null ? null : db.read((handle) => getSealedKey(handle, poolKeyId));
}

/** For a request without attributes, returns the same hash as earlier versions. */
const hashOf = ({ user_id, code, attributes }: RedeemAsked['body']) =>
  createHash('sha256')
    .update(JSON.stringify(attributes === undefined ? [user_id, code] : [user_id, code, attributes]))
    .digest('base64url');
