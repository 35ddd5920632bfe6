import { failedAttribute } from '../../contract/condition-check.ts';
import type { Problem } from '../../contract/refusals.ts';
import { pick } from '../../lib/pick.ts';
import { codeTypeOf } from '../codes/code-kinds.ts';
import { WHOLE_ORGANISATION } from '../series.ts';
import { type CodeView, isBaseLimited, isLimited, refusalOf } from './check-redeem.ts';
import {
  type ClaimCount,
  claimKey,
  guessKey,
  idempotencyKey,
  type RedeemEffects,
  type RedeemItem,
  type RedeemOutcome,
  type RedeemRefusal,
  type RedeemSnapshot,
  type RedeemSuccess,
} from './redeem-batch.ts';
import { renderRedeem } from './redeem-response.ts';

/**
 * The number of unknown codes that a player can try with one API key within the window. After that, the response is 429
 * `too_many_guesses`.
 */
export const GUESS_LIMIT = 20;
/** The length of the window. Attempts dated further in the future than this come from a wrong clock and are ignored. */
export const GUESS_WINDOW_MS = 600_000;

/**
 * Decides a batch in the order of its items; each item sees the effects of the earlier ones. It is pure except that it
 * updates the snapshot's maps.
 */
export function decideRedeems(
  items: readonly RedeemItem[],
  snapshot: RedeemSnapshot,
  now: number,
): { outcomes: RedeemOutcome[]; effects: RedeemEffects } {
  const effects: RedeemEffects = {
    claims: [],
    links: [],
    uses: new Map(),
    counts: new Map(),
    campaignCounts: new Map(),
    tries: [],
    kept: [],
    keys: [],
    keysTaken: new Map(),
  };
  const outcomes = items.map((item) => {
    const { idempotency } = item;
    if (!idempotency) return decideOne(item, snapshot, effects, now);
    const slot = idempotencyKey(item.familyId, idempotency.key);
    const earlier = snapshot.kept.get(slot);
    if (earlier) {
      if (earlier.requestHash !== idempotency.requestHash) return refusal({ code: 'idempotency_mismatch' });
      return { replay: pick(earlier, ['status', 'body', 'poolKeyId']) };
    }
    const outcome = decideOne(item, snapshot, effects, now);
    const rendered = renderRedeem(outcome, item.requestId);
    if (rendered.status !== 429) {
      const poolKeyId = ('key' in outcome && outcome.key?.keyId) || null;
      const record = { requestHash: idempotency.requestHash, ...rendered, poolKeyId };
      snapshot.kept.set(slot, record);
      effects.kept.push({ familyId: item.familyId, key: idempotency.key, ...record });
    }
    return outcome;
  });
  return { outcomes, effects };
}

function decideOne(
  item: RedeemItem,
  snapshot: RedeemSnapshot,
  effects: RedeemEffects,
  now: number,
): RedeemSuccess | RedeemRefusal {
  const guesses = snapshot.guesses.get(guessKey(item.familyId, item.userId)) ?? [];
  const oldest = guesses[guesses.length - GUESS_LIMIT];
  if (oldest !== undefined) {
    const retryAfterSeconds = Math.max(1, Math.ceil((oldest + GUESS_WINDOW_MS - now) / 1000));
    return refusal({ code: 'too_many_guesses', retryAfterSeconds });
  }
  const view = snapshot.codes.get(item.norm);
  const claimed = view && snapshot.claims.get(claimKey(item.userId, view.base.codeId));
  const code = refusalOf(view, item, now, claimed, stockOf(view, snapshot, effects));
  if (code || !view) {
    const reason = code ?? 'code_not_found';
    if (reason === 'code_not_found') snapshot.guesses.set(guessKey(item.familyId, item.userId), [...guesses, now]);
    const attribute =
      reason === 'conditions_not_met' && view ? failedAttribute(view.conditions, item.attributes) : null;
    const { userId, typed, familyId, mode } = item;
    effects.tries.push({ userId, code: typed, reason, attribute, isValidate: mode === 'validate', familyId });
    return refusal({
      code: reason,
      ...(reason === 'already_redeemed' ? { extra: { redemption_id: String(claimed) } } : {}),
      ...(attribute === null ? {} : { extra: { attribute } }),
    });
  }
  const linked = view.creatorId !== null && !snapshot.links.has(item.userId);
  const success = {
    ok: true as const,
    claimId: null,
    rewardsJson: view.rewardsJson,
    code: view.code,
    codeType: codeTypeOf(view.kind),
    creatorId: view.creatorId,
    linked,
  };
  if (item.mode === 'validate') return success;
  const claimId = claim(item, view, linked, snapshot, effects);
  const key = takeKey(view, claimId, snapshot, effects);
  return { ...success, claimId, ...(key && { key }) };
}

/**
 * Returns how often a code and its base code have been used at this point in the batch, and whether its key pool is
 * empty.
 */
function stockOf(view: CodeView | undefined, { pools }: RedeemSnapshot, { uses }: RedeemEffects) {
  if (!view) return { own: 0, base: 0, isPoolEmpty: false };
  return {
    own: view.used + (uses.get(view.codeId) ?? 0),
    base: view.base.used + (uses.get(view.base.codeId) ?? 0),
    isPoolEmpty: view.keyPoolId !== null && !pools.get(view.keyPoolId)?.keys.length,
  };
}

/** Takes the oldest unused key of the code's pool, if it has one. */
function takeKey(view: CodeView, claimId: number, { pools }: RedeemSnapshot, effects: RedeemEffects) {
  const pool = view.keyPoolId === null ? undefined : pools.get(view.keyPoolId);
  const key = pool?.keys.shift();
  if (!pool || !key) return undefined;
  effects.keys.push({ keyId: key.keyId, claimId });
  add(effects.keysTaken, pool.poolId);
  return { pool: pool.name, ...key };
}

function claim(
  item: RedeemItem,
  view: CodeView,
  linked: boolean,
  snapshot: RedeemSnapshot,
  effects: RedeemEffects,
): number {
  const claimId = snapshot.nextClaimId();
  const baseCodeId = view.base.codeId;
  snapshot.claims.set(claimKey(item.userId, baseCodeId), claimId);
  const { userId, keyId, traceparent } = item;
  effects.claims.push({ claimId, userId, codeId: view.codeId, baseCodeId, linked, keyId, traceparent });
  if (linked && view.creatorId !== null) {
    snapshot.links.set(item.userId, view.creatorId);
    effects.links.push({ userId: item.userId, creatorId: view.creatorId, claimId });
  }
  if (isLimited(view)) add(effects.uses, view.codeId);
  if (isBaseLimited(view)) add(effects.uses, baseCodeId);
  countClaim(effects.counts, view.codeId, item.gameId);
  countClaim(effects.campaignCounts, view.campaignId, item.gameId);
  countClaim(effects.campaignCounts, WHOLE_ORGANISATION, item.gameId);
  return claimId;
}

const add = (map: Map<number, number>, key: number) => map.set(key, (map.get(key) ?? 0) + 1);
function countClaim(counts: Map<string, ClaimCount>, id: number, gameId: string) {
  const key = `${id}\n${gameId}`;
  const count = counts.get(key);
  if (count) count.claims += 1;
  else counts.set(key, { id, gameId, claims: 1 });
}
const refusal = (problem: Problem): RedeemRefusal => ({ ok: false, problem });
