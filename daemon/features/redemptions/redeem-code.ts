import { createHash } from 'node:crypto';
import type { PlayerAttributes } from '../../contract/code-conditions.ts';
import { normalizeCode } from '../../contract/code-values.ts';
import { AppError } from '../../contract/refusals.ts';
import type { KeyPrincipal } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { openKey } from '../../domain/pool-keys.ts';
import type { KeptResponse, RedeemItem } from '../../domain/redeem/redeem-batch.ts';
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
export function redeemCode(deps: RedeemDeps, asked: RedeemAsked & { headers: Record<string, string | undefined> }) {
  const key = asked.headers['idempotency-key'];
  const idempotency = key === undefined ? undefined : { key, requestHash: hashOf(asked.body) };
  return ask(deps, itemOf(asked, 'redeem', idempotency), asked.principal);
}

/** Returns the response that a redeem request would get, without changing anything. */
export const validateCode = (deps: RedeemDeps, asked: RedeemAsked) =>
  ask(deps, itemOf(asked, 'validate'), asked.principal);

const itemOf = (
  { principal, body, requestId }: RedeemAsked,
  mode: RedeemItem['mode'],
  idempotency?: RedeemItem['idempotency'],
): RedeemItem => ({
  mode,
  idempotency,
  userId: body.user_id,
  typed: body.code,
  norm: normalizeCode(body.code),
  keyId: principal.keyId,
  familyId: principal.familyId,
  gameId: principal.gameId ?? '',
  requestId,
  traceparent: currentTrace(),
  attributes: body.attributes,
  isTest: principal.isTest,
});

/** Returned to test keys instead of a key from a pool, because only players may receive pool keys. */
const TEST_POOL_KEY = 'TEST-KEY';

async function ask({ db, hot }: RedeemDeps, item: RedeemItem, principal: KeyPrincipal) {
  const outcome = await hot.redeem(item);
  if ('ok' in outcome && !outcome.ok) throw new AppError(outcome.problem);
  const { status, body } = renderRedeem(outcome, item.requestId);
  const headers = 'replay' in outcome ? REPLAYED : undefined;
  const sealed = 'replay' in outcome ? await sealedKeyOf(db, outcome.replay) : outcome.key?.sealed;
  if (!sealed) return { rendered: { status, body, headers } };
  const keyValue = principal.isTest ? TEST_POOL_KEY : openKey(db.keys.secretKey, sealed);
  return { rendered: { status, body: withKeyValue(body, keyValue), headers } };
}

const REPLAYED = { 'Idempotent-Replayed': 'true' };

/** Returns the encrypted key of a stored response, which contains only the key's ID. */
const sealedKeyOf = async (db: RedeemDeps['db'], { poolKeyId }: KeptResponse) =>
  poolKeyId === null ? null : await db.read((handle) => getSealedKey(handle, poolKeyId));

/** For a request without attributes, returns the same hash as earlier versions. */
const hashOf = ({ user_id, code, attributes }: RedeemAsked['body']) =>
  createHash('sha256')
    .update(JSON.stringify(attributes === undefined ? [user_id, code] : [user_id, code, attributes]))
    .digest('base64url');
