import { expect, test } from 'vitest';
import { type CodeView, refusalOf } from '../../daemon/domain/redeem/check-redeem.ts';
import { decideRedeems, GUESS_LIMIT } from '../../daemon/domain/redeem/decide-redeems.ts';
import { hasFallen } from '../../daemon/domain/redeem/pool-stock.ts';
import type { RedeemItem, RedeemSnapshot } from '../../daemon/domain/redeem/redeem-batch.ts';
import { renderRedeem, withKeyValue } from '../../daemon/domain/redeem/redeem-response.ts';
import { WHOLE_ORGANISATION } from '../../daemon/domain/series.ts';

const NOW = 1_000_000;
const BOB = { userId: 'bob', gameId: 'c' };

const LEVEL_20 = [{ attribute: 'level', is: 'at_least', value: 20 }] as const;

const redeemCode = (change: Partial<CodeView> = {}): CodeView => ({
  codeId: 1,
  campaignId: 5,
  kind: 'redeem',
  code: 'Spring',
  status: 'approved',
  active: true,
  usageLimit: null,
  used: 0,
  rewardsJson: '{"gold":1.10}',
  creatorId: null,
  creatorSuspended: false,
  creatorsOtherIds: [],
  keyPoolId: null,
  ...{ startsAt: null, endsAt: null, recipient: null, conditions: null },
  base: { codeId: 1, active: true, usageLimit: null, used: 0, creatorUsageLimit: null },
  campaign: { stage: 'published', startsAt: NOW - 10, endsAt: NOW + 10, games: null },
  ...change,
});
const creatorCode = (change: Partial<CodeView> = {}): CodeView =>
  redeemCode({
    codeId: 2,
    kind: 'creator',
    creatorId: 'ann',
    base: { codeId: 9, active: true, usageLimit: null, used: 0, creatorUsageLimit: null },
    ...change,
  });
const campaign = (change: Partial<CodeView['campaign']>) => ({
  campaign: { stage: 'published' as const, startsAt: NOW - 10, endsAt: NOW + 10, games: null, ...change },
});
const base = (change: Partial<CodeView['base']>) => ({
  base: { codeId: 9, active: true, usageLimit: null, used: 0, creatorUsageLimit: null, ...change },
});

// Each row breaks one rule and later ones, so the table also covers the order of the checks.
const everythingAfter = { creatorSuspended: true, creatorId: 'bob', usageLimit: 0 };
test.each([
  ['unknown', undefined, 'code_not_found'],
  ['pending', creatorCode({ status: 'pending', active: false }), 'code_not_found'],
  ['rejected', creatorCode({ status: 'rejected' }), 'code_not_found'],
  ['of another game', redeemCode({ active: false, ...campaign({ games: ['a', 'b'] }) }), 'code_not_found'],
  ['referral base', redeemCode({ kind: 'referral', active: false }), 'referral_base_not_redeemable'],
  ['deactivated', redeemCode({ active: false, ...campaign({ stage: 'draft' }) }), 'code_inactive'],
  ['base deactivated', creatorCode({ ...base({ active: false }), ...campaign({ stage: 'draft' }) }), 'code_inactive'],
  ['disabled', creatorCode({ status: 'disabled', ...campaign({ stage: 'archived' }) }), 'code_inactive'],
  ['draft', creatorCode({ ...everythingAfter, ...campaign({ stage: 'draft' }) }), 'campaign_not_started'],
  ['scheduled', creatorCode({ ...everythingAfter, ...campaign({ startsAt: NOW + 1 }) }), 'campaign_not_started'],
  ['ended, to the millisecond', creatorCode({ ...everythingAfter, ...campaign({ endsAt: NOW }) }), 'campaign_ended'],
  ['archived', creatorCode({ ...everythingAfter, ...campaign({ stage: 'archived' }) }), 'campaign_ended'],
  ['paused and ended', creatorCode(campaign({ stage: 'paused', endsAt: NOW })), 'campaign_ended'],
  ['paused', creatorCode({ ...everythingAfter, ...campaign({ stage: 'paused' }) }), 'campaign_paused'],
  ['paused before its start', creatorCode(campaign({ stage: 'paused', startsAt: NOW + 1 })), 'campaign_paused'],
  ['draft that is over', creatorCode(campaign({ stage: 'draft', endsAt: NOW })), 'campaign_not_started'],
  ['archived before its start', creatorCode(campaign({ stage: 'archived', startsAt: NOW + 1 })), 'campaign_ended'],
  ['not started', creatorCode({ ...everythingAfter, startsAt: NOW + 1, endsAt: NOW }), 'code_not_started'],
  ['expired, to the millisecond', creatorCode({ ...everythingAfter, startsAt: NOW, endsAt: NOW }), 'code_expired'],
  ['in its last millisecond', redeemCode({ startsAt: NOW, endsAt: NOW + 1 }), null],
  ['suspended creator', creatorCode({ ...everythingAfter }), 'creator_suspended'],
  ['own code', creatorCode({ creatorId: 'bob', ...base({ usageLimit: 0 }) }), 'self_referral'],
  [
    'code of a merged creator',
    creatorCode({ creatorsOtherIds: ['ann', 'bob'], ...base({ usageLimit: 0 }) }),
    'self_referral',
  ],
  ['the creator’s own code with conditions', creatorCode({ creatorId: 'bob', conditions: LEVEL_20 }), 'self_referral'],
  ['recipient', redeemCode({ recipient: 'bob' }), null],
  ['another recipient', redeemCode({ recipient: 'Bob', conditions: LEVEL_20 }), 'not_the_recipient'],
  ['condition that fails', redeemCode({ usageLimit: 0, conditions: LEVEL_20 }), 'conditions_not_met'],
  ['first millisecond', creatorCode(campaign({ startsAt: NOW })), null],
  ['last use', redeemCode({ usageLimit: 1 }), null],
] as const)('redeeming a code (%s) returns %s', (_name, view, expected) => {
  expect(refusalOf(view, BOB, NOW, undefined, { own: 0, base: 0 })).toBe(expected);
});

test('a condition is checked before a duplicate', () => {
  const code = redeemCode({ conditions: LEVEL_20 });
  expect(refusalOf(code, { ...BOB, attributes: { level: 19 } }, NOW, 5, { own: 0, base: 0 })).toBe(
    'conditions_not_met',
  );
  expect(refusalOf(code, { ...BOB, attributes: { level: 20 } }, NOW, 5, { own: 0, base: 0 })).toBe('already_redeemed');
});

test('a duplicate is reported before a limit', () => {
  const full = creatorCode(base({ usageLimit: 1, used: 1 }));
  expect(refusalOf(full, BOB, NOW, 5, { own: 0, base: 1 })).toBe('already_redeemed');
  expect(refusalOf(full, BOB, NOW, undefined, { own: 0, base: 1 })).toBe('limit_reached');
});

test.each([
  ['a redeem code’s limit', redeemCode({ usageLimit: 3 }), { own: 3, base: 3 }],
  ['each creator code’s limit', creatorCode(base({ creatorUsageLimit: 2 })), { own: 2, base: 2 }],
  [
    'the base’s limit across all codes',
    creatorCode(base({ usageLimit: 5, creatorUsageLimit: 5 })),
    { own: 1, base: 5 },
  ],
])('%s holds', (_name, view, used) => {
  expect(refusalOf(view, BOB, NOW, undefined, used)).toBe('limit_reached');
});

test('a duplicate and a limit are reported before an empty key pool', () => {
  const code = redeemCode({ usageLimit: 1, keyPoolId: 3 });
  expect(refusalOf(code, BOB, NOW, 5, { own: 0, base: 0, isPoolEmpty: true })).toBe('already_redeemed');
  expect(refusalOf(code, BOB, NOW, undefined, { own: 1, base: 1, isPoolEmpty: true })).toBe('limit_reached');
  expect(refusalOf(code, BOB, NOW, undefined, { own: 0, base: 0, isPoolEmpty: true })).toBe('key_pool_empty');
});

const item = (userId: string, change: Partial<RedeemItem> = {}): RedeemItem => ({
  mode: 'redeem',
  userId,
  typed: 'x',
  norm: 'X',
  keyId: 1,
  familyId: 1,
  gameId: '',
  requestId: 'r',
  traceparent: null,
  ...change,
});
function snapshot(view: CodeView): RedeemSnapshot {
  let next = 1;
  return {
    codes: new Map([['X', view]]),
    claims: new Map(),
    links: new Map(),
    guesses: new Map(),
    kept: new Map(),
    pools: new Map(),
    nextClaimId: () => next++,
  };
}
const codesOf = (outcomes: ReturnType<typeof decideRedeems>['outcomes']) =>
  outcomes.map((outcome) => ('replay' in outcome ? 'replay' : outcome.ok ? 'ok' : outcome.problem.code));

test('a limit holds within one batch, and a refused duplicate does not count', () => {
  const { outcomes, effects } = decideRedeems(
    [item('a'), item('a'), item('b'), item('c')],
    snapshot(redeemCode({ usageLimit: 2 })),
    NOW,
  );
  expect(codesOf(outcomes)).toEqual(['ok', 'already_redeemed', 'ok', 'limit_reached']);
  expect(effects.uses.get(1)).toBe(2);
});

test('validate writes only its refusals, which are marked as validations', () => {
  const validate = { mode: 'validate' } as const;
  const { outcomes, effects } = decideRedeems(
    [item('a', validate), item('a', { ...validate, norm: 'NO' }), item('ann', validate), item('ann')],
    snapshot(creatorCode()),
    NOW,
  );
  expect(codesOf(outcomes)).toEqual(['ok', 'code_not_found', 'self_referral', 'self_referral']);
  expect(effects.claims).toEqual([]);
  expect(effects.tries.map(({ userId, reason, isValidate }) => [userId, reason, isValidate])).toEqual([
    ['a', 'code_not_found', true],
    ['ann', 'self_referral', true],
    ['ann', 'self_referral', false],
  ]);
});

test('among refused validations, only those with unknown codes count as guesses', () => {
  const validate = { mode: 'validate' } as const;
  const known = Array.from({ length: GUESS_LIMIT + 1 }, () => item('ann', validate));
  const unknown = Array.from({ length: GUESS_LIMIT + 1 }, () => item('a', { ...validate, norm: 'NO' }));
  const { outcomes, effects } = decideRedeems([...known, ...unknown], snapshot(creatorCode()), NOW);
  const codes = codesOf(outcomes);
  expect(new Set(codes.slice(0, known.length))).toEqual(new Set(['self_referral']));
  expect(codes.slice(-2)).toEqual(['code_not_found', 'too_many_guesses']);
  expect(effects.tries).toHaveLength(2 * GUESS_LIMIT + 1);
});

test('twenty unknown codes lock out one user, and the lockout itself is not stored', () => {
  const tries = Array.from({ length: GUESS_LIMIT + 1 }, () => item('a', { norm: 'NO' }));
  const { outcomes, effects } = decideRedeems([...tries, item('a'), item('b')], snapshot(redeemCode()), NOW);
  expect(codesOf(outcomes).slice(-4)).toEqual(['code_not_found', 'too_many_guesses', 'too_many_guesses', 'ok']);
  expect(effects.tries).toHaveLength(GUESS_LIMIT);
});

test('a repeated idempotency key gets the same bytes; with another body, it is a mismatch', () => {
  const keyed = (requestHash: string, requestId: string) =>
    item('a', { requestId, idempotency: { key: 'k', requestHash } });
  const { outcomes } = decideRedeems(
    [keyed('h', '1'), keyed('h', '2'), keyed('other', '3')],
    snapshot(redeemCode()),
    NOW,
  );
  expect(codesOf(outcomes)).toEqual(
    ['ok', 'replay', 'ok'].map((code, at) => (at === 2 ? 'idempotency_mismatch' : code)),
  );
  const [first, second] = outcomes.map((outcome, at) => renderRedeem(outcome, String(at)));
  expect(second).toEqual(first);
});

test('the first creator code links the player, and a later one does not', () => {
  const known = snapshot(creatorCode());
  known.codes.set('Y', creatorCode({ codeId: 3, creatorId: 'cleo', base: { ...creatorCode().base, codeId: 10 } }));
  const { effects } = decideRedeems([item('a'), item('a', { norm: 'Y' })], known, NOW);
  expect(effects.claims.map((claim) => claim.linked)).toEqual([true, false]);
  expect(effects.links).toEqual([{ userId: 'a', creatorId: 'ann', claimId: 1 }]);
});

test('rewards are returned as the text that was entered, and a single object is returned as an array of one', () => {
  const { outcomes } = decideRedeems([item('a')], snapshot(redeemCode()), NOW);
  expect(outcomes[0] && renderRedeem(outcomes[0], 'r').body).toContain('"rewards":[{"gold":1.10}]');
});

test('claims are added up by campaign and for the whole organisation; refusals and validations do not count', () => {
  const known = snapshot(creatorCode());
  known.codes.set('Y', redeemCode({ codeId: 3, campaignId: 6, base: { ...redeemCode().base, codeId: 3 } }));
  const items = [item('a'), item('a'), item('b'), item('b', { norm: 'Y' }), item('c', { mode: 'validate' })];
  const { effects } = decideRedeems(items, known, NOW);
  const counts = [...effects.campaignCounts.values()].map(({ id, claims }) => [id, claims]);
  expect(Object.fromEntries(counts)).toEqual({ [WHOLE_ORGANISATION]: 3, 5: 2, 6: 1 });
});

test('each claim of a batch takes one key, the oldest first; validate takes none', () => {
  const keys = [1, 2].map((keyId) => ({ keyId, sealed: `sealed ${keyId}` }));
  const pool = { poolId: 3, name: 'Steam', lowStock: 1, keysLeft: 2, keys };
  const shot = { ...snapshot(redeemCode({ keyPoolId: 3 })), pools: new Map([[3, pool]]) };
  const { outcomes, effects } = decideRedeems(
    [item('v', { mode: 'validate' }), item('a'), item('a'), item('b'), item('c')],
    shot,
    NOW,
  );
  expect(codesOf(outcomes)).toEqual(['ok', 'ok', 'already_redeemed', 'ok', 'key_pool_empty']);
  expect(outcomes.map((outcome) => 'key' in outcome && outcome.key?.keyId)).toEqual([false, 1, false, 2, false]);
  expect(effects.keys).toEqual([
    { keyId: 1, claimId: 1 },
    { keyId: 2, claimId: 2 },
  ]);
  expect([...effects.keysTaken]).toEqual([[3, 2]]);
});

test('a rendered response contains the name of the pool, but the value of the key only once it has been added', () => {
  const key = { pool: 'Steam "EU"', keyId: 1, sealed: 'sealed' };
  const outcome = {
    ...{ ok: true as const, claimId: 7, rewardsJson: '[]', code: 'Spring', codeType: 'redeem' as const },
    ...{ creatorId: null, linked: false, key },
  };
  const { body } = renderRedeem(outcome, 'r');
  expect(JSON.parse(body).key).toEqual({ pool: 'Steam "EU"' });
  expect(JSON.parse(withKeyValue(body, 'A"B')).key).toEqual({ pool: 'Steam "EU"', value: 'A"B' });
});

test.each([
  [{ lowStock: 5, keysLeft: 5 }, { lowStock: 5, keysLeft: 4 }, true],
  [{ lowStock: 5, keysLeft: 4 }, { lowStock: 5, keysLeft: 3 }, false],
  [{ lowStock: 0, keysLeft: 1 }, { lowStock: 0, keysLeft: 0 }, false],
  [{ lowStock: 3, keysLeft: 4 }, { lowStock: 5, keysLeft: 4 }, true],
  [{ lowStock: 5, keysLeft: 2 }, { lowStock: 5, keysLeft: 9 }, false],
])('a pool from %o to %o falls below its low stock: %s', (before, after, expected) => {
  expect(hasFallen(before, after)).toBe(expected);
});
