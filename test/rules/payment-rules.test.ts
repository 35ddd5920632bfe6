import { describe, expect, test } from 'vitest';
import type {
  PayerClaim,
  PaymentEffects,
  PaymentRequestItem,
  PaymentSnapshot,
} from '../../daemon/domain/payments/payment-batch.ts';
import type { PaymentEvent } from '../../daemon/domain/payments/payment-event.ts';
import { decidePayments } from '../../daemon/domain/payments/take-payments.ts';
import { idsFrom } from '../../daemon/hot/ids-from.ts';
import { emptyPaymentSnapshot } from '../../daemon/hot/pay/pay-needs.ts';
import { MAX_SUM, type Minor } from '../../daemon/lib/money.ts';

const NOW = 10_000;
const claim = (change: Partial<PayerClaim> = {}): PayerClaim => ({
  claimId: 1,
  codeId: 1,
  campaignId: 1,
  kind: 'creator',
  creatorId: 'ann',
  claimedAt: 1000,
  campaignEnd: 20_000,
  games: null,
  termsId: 7,
  settlementNo: 1,
  ...change,
});
const pay = (amount: number, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  gameId: 'g',
  transactionId: null,
  userId: 'bob',
  amount: BigInt(amount),
  refundOf: null,
  createdAt: 5000,
  ...change,
});
const request = (events: PaymentEvent[], requestId: string | null = null, requestHash = 'h'): PaymentRequestItem => ({
  familyId: 1,
  requestId,
  requestHash,
  currency: 'USD',
  currencyDigits: 2,
  events,
});
function snapshot(claims: PayerClaim[] = [claim()], creatorId = 'ann'): PaymentSnapshot {
  const known = emptyPaymentSnapshot({
    ...{ currency: 'USD', currencyDigits: 2, totals: { paid: 0n, refunded: 0n } },
    ...{ nextPaymentId: idsFrom(1), nextAccrualId: idsFrom(1) },
  });
  known.claims.set('bob', claims);
  known.links.set('bob', creatorId);
  known.settlementNo.set(1, 1);
  return known;
}
const accrualsOf = (claims: PayerClaim[], events: PaymentEvent[], creatorId?: string) =>
  decidePayments([request(events)], snapshot(claims, creatorId), NOW).effects.accruals.map((a) => [
    a.codeId,
    Number(a.amount),
  ]);
const problemOf = (outcome: unknown) => (outcome as { problem?: { code: string } }).problem?.code;

test.each([
  ['a payment at the instant of the claim counts', claim({ claimedAt: 5000 }), 5000, 1],
  ['a payment two minutes before the claim counts, because clocks can lag', claim({ claimedAt: 125_000 }), 5000, 1],
  ['a payment more than two minutes before the claim does not count', claim({ claimedAt: 125_001 }), 5000, 0],
  ['a payment in the last millisecond of the campaign counts', claim({ campaignEnd: 5001 }), 5000, 1],
  ['a payment at the campaign’s end does not count', claim({ campaignEnd: 5000 }), 5000, 0],
  ['a payment dated in the future counts at the time of its receipt', claim({ campaignEnd: NOW + 1 }), NOW + 999, 1],
])('%s', (_name, only, createdAt, expected) => {
  expect(accrualsOf([only], [pay(100, { createdAt })])).toHaveLength(expected);
});

test('a payment has at most one accrual: for the linked creator’s code with the latest claim that counts', () => {
  const claims = [
    claim({ claimId: 1, codeId: 1, claimedAt: 1000 }),
    claim({ claimId: 2, codeId: 2, claimedAt: 2000 }),
    claim({ claimId: 3, codeId: 3, claimedAt: 3000, creatorId: 'cleo' }),
    claim({ claimId: 4, codeId: 4, claimedAt: 900_000 }),
  ];
  expect(accrualsOf(claims, [pay(100)])).toEqual([[2, 100]]);
  expect(accrualsOf(claims, [pay(100)], 'cleo')).toEqual([[3, 100]]);
  // The clock of the daemon that stored the second claim was behind.
  const behind = [claim({ claimId: 6, codeId: 6, claimedAt: 2000 }), claim({ claimId: 7, codeId: 7, claimedAt: 1000 })];
  expect(accrualsOf(behind, [pay(100)])).toEqual([[6, 100]]);
  const atOnce = [claim({ claimId: 9, codeId: 9, claimedAt: 1000 }), claim({ claimId: 8, codeId: 8, claimedAt: 1000 })];
  expect(accrualsOf(atOnce, [pay(100)])).toEqual([[9, 100]]);
});

test('every claim of a redeem code counts, each campaign once, and no creator earns commission', () => {
  const claims = [
    claim({ codeId: 1, kind: 'redeem', creatorId: null }),
    claim({ codeId: 2, kind: 'redeem', creatorId: null }),
    claim({ codeId: 3, campaignId: 2, creatorId: 'cleo' }),
  ];
  const { effects } = decidePayments([request([pay(100)])], snapshot(claims), NOW);
  expect(effects.accruals).toEqual([]);
  expect(effects.payments[0]).toMatchObject({ countedCodeIds: [1, 2], countedCampaignIds: [1, 2], unmatched: null });
  expect([...effects.counters.values()].map((c) => [c.codeId, c.revenue])).toEqual([
    [1, 100n],
    [2, 100n],
  ]);
  expect(campaignsIn(effects)).toEqual({ 0: [1, 100, 0, 0], 1: [1, 100, 0, 0], 2: [1, 100, 0, 0] });
});

/** Returns payments, revenue, refunds and accruals by campaign. */
const campaignsIn = ({ campaigns }: PaymentEffects) =>
  Object.fromEntries(
    [...campaigns.values()].map(({ campaignId, payments, revenue, refunds, creatorRevenue }) => [
      campaignId,
      [payments, revenue, refunds, creatorRevenue].map(Number),
    ]),
  );

test('a repeated transaction counts once; with different content it is a conflict, and the whole request is refused', () => {
  const known = snapshot();
  const first = request([pay(100, { transactionId: 't' }), pay(100, { transactionId: 't' })]);
  const conflict = request([pay(50), pay(101, { transactionId: 't' })]);
  const { outcomes, effects } = decidePayments([first, conflict], known, NOW);
  expect(outcomes[0]).toMatchObject({ ok: true, answer: { accepted: 1, duplicates: 1 } });
  expect(problemOf(outcomes[1])).toBe('transaction_conflict');
  expect(effects.payments).toHaveLength(1);
});

test('a repeated request ID gets the same response; with other events it is refused', () => {
  const { outcomes, effects } = decidePayments(
    [request([pay(1)], 'r'), request([pay(1)], 'r'), request([pay(2)], 'r', 'other')],
    snapshot(),
    NOW,
  );
  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(problemOf(outcomes[2])).toBe('duplicate_request');
  expect(effects.payments).toHaveLength(1);
});

const total = (events: PaymentEvent[]) =>
  accrualsOf([claim()], events).reduce((sum, [, amount = 0]) => sum + amount, 0);
const paid = pay(100, { transactionId: 't' });
const refund = (amount: number, change: Partial<PaymentEvent> = {}) => pay(-amount, { refundOf: 't', ...change });

test.each([
  ['a refund reverses its payment', [paid, refund(40)], 60],
  ['a refund reverses its payment, whatever its date', [paid, refund(40, { createdAt: 0 })], 60],
  ['a refund can arrive before its payment', [refund(40), paid], 60],
  ['several refunds can add up to the whole payment', [paid, refund(60), refund(40)], 0],
  ['a refund without refund_of reverses the newest payments', [pay(10), pay(20), pay(-25)], 5],
  ['a refund never takes the revenue below zero', [pay(10), pay(-25)], 0],
])('%s', (_name, events, expected) => {
  expect(total(events)).toBe(expected);
});

test('refunds of more than the payment are refused, with a pointer, and nothing is stored', () => {
  const { outcomes, effects } = decidePayments([request([paid, refund(60), refund(41)])], snapshot(), NOW);
  expect(problemOf(outcomes[0])).toBe('refund_exceeds_payment');
  expect(effects.payments).toEqual([]);
});

test('a reversal copies the terms of its accrual and belongs to the open settlement', () => {
  const known = snapshot();
  // If a batch contains a refund, the remaining amounts of its payments are stored.
  decidePayments([request([paid, pay(-1, { userId: 'eve' })])], known, NOW);
  known.claims.set('bob', [claim({ termsId: 8, settlementNo: 2 })]);
  known.settlementNo.set(1, 2);
  const { effects } = decidePayments([request([refund(100)])], known, NOW);
  expect(effects.accruals[0]).toMatchObject({ termsId: 7, settlementNo: 2, amount: -100n, reversesAccrualId: 1 });
});

test('amounts that were parsed for another currency must be parsed again', () => {
  const stale = { ...request([pay(1)]), currencyDigits: 0 };
  expect(decidePayments([stale], snapshot(), NOW).outcomes[0]).toEqual({ ok: false, stale: true });
});

test('every payment counts in the organisation’s series; a payment by a campaign’s player also counts in the campaign’s series', () => {
  const events = [
    pay(100, { transactionId: 't' }),
    pay(50, { userId: 'player_x' }),
    pay(-30, { refundOf: 't' }),
    pay(-90),
  ];
  const { effects } = decidePayments([request(events)], snapshot(), NOW);
  expect(campaignsIn(effects)).toEqual({
    0: [4, 30, 120, 0],
    // The second refund reverses only what is left of the first payment.
    1: [3, 0, 100, 0],
  });
});

test('figures count for the game of the payment or refund', () => {
  const events = [pay(100), pay(40, { gameId: 'h' }), pay(-120, { gameId: 'h' })];
  const { effects } = decidePayments([request(events)], snapshot(), NOW);
  const byGame = [...effects.counters.values()].map((c) => [c.gameId, c.payments, c.revenue, c.refunds]);
  expect(byGame).toEqual([
    ['g', 1, 100n, 0n],
    ['h', 3, -80n, 120n],
  ]);
});

describe('a refund of a redeem code’s revenue', () => {
  const gift = [claim({ kind: 'redeem', creatorId: null })];
  const revenueOf = (events: PaymentEvent[], codeId = 1, claims = gift) => {
    const { counters } = decidePayments([request(events)], snapshot(claims), NOW).effects;
    const ofCode = [...counters.values()].filter((change) => change.codeId === codeId);
    return ofCode.reduce((sum, { revenue }) => sum + Number(revenue), 0);
  };

  test.each([
    ['reverses the newest payments', [pay(10), pay(20), pay(-25)], 5],
    ['never takes the revenue below zero', [pay(10), pay(-25)], 0],
    ['does not take the revenue below zero after another refund, either', [pay(10), pay(-6), pay(-6)], 0],
    ['has no effect if nothing was paid', [pay(-25), pay(10)], 10],
    ['leaves the rest of a payment to the refund that names it', [paid, pay(5), pay(-65), refund(100)], 0],
    ['that names its payment reverses only that payment', [paid, pay(5), refund(100)], 5],
    ['that arrives before its payment takes effect with the payment', [refund(30), paid], 70],
  ])('%s', (_name, events, expected) => {
    expect(revenueOf(events)).toBe(expected);
  });

  test('reduces the revenue of each code separately', () => {
    const both = [...gift, claim({ claimId: 2, codeId: 2, kind: 'redeem', creatorId: null, claimedAt: 200_000 })];
    const events = [pay(10, { createdAt: 5000 }), pay(-15)];
    expect([1, 2].map((codeId) => revenueOf(events, codeId, both))).toEqual([0, 0]);
  });
});

describe('unmatched amounts are stored with the right reason for', () => {
  const unmatchedIn = (events: PaymentEvent[], known = snapshot()) =>
    decidePayments(
      events.map((event) => request([event])),
      known,
      NOW,
    ).effects.payments.map(({ unmatched }) => unmatched && [unmatched.reason, Number(unmatched.amount)]);
  const stranger = (amount: number, change: Partial<PaymentEvent> = {}) => pay(amount, { userId: 'eve', ...change });

  test.each([
    ['a payment without a claim', [stranger(10)], [['no_claim', 10]]],
    ['a payment of 0, which is never unmatched', [stranger(0)], [null]],
    ['a payment that accrues', [pay(10)], [null]],
    ['a payment by a linked player after the campaign', [pay(10, { createdAt: -200_000 })], [['link_lapsed', 10]]],
    ['a refund of an unknown payment', [refund(10)], [['unknown_refund_of', -10]]],
    ['a refund that arrives before its payment', [refund(10), paid], [null, null]],
    [
      'a refund of another user’s payment that arrives before the payment',
      [refund(10, { userId: 'eve' }), paid],
      [['refund_of_other_user', -10], null],
    ],
    ['a refund that arrives before a smaller payment', [refund(130), paid], [['more_than_payment', -30], null]],
    ['a refund without a payment to reduce', [stranger(-10)], [['nothing_to_refund', -10]]],
    ['a refund of more than was paid', [pay(10), pay(-25)], [null, ['nothing_to_refund', -15]]],
    ['a refund of everything that was paid', [pay(10), pay(-10)], [null, null]],
    [
      'a refund whose payment was already refunded',
      [paid, pay(-70), refund(60)],
      [null, null, ['nothing_to_refund', -30]],
    ],
    [
      'a refund of a payment that counts only for a campaign',
      [pay(10, { transactionId: 't', createdAt: -200_000 }), refund(10)],
      [['link_lapsed', 10], null],
    ],
    [
      'a refund of a payment that counts for nothing',
      [stranger(10, { transactionId: 't' }), refund(10, { userId: 'eve' })],
      [['no_claim', 10], null],
    ],
  ])('%s', (_name, events, expected) => {
    expect(unmatchedIn(events)).toEqual(expected);
  });
});

test('a refund of another user’s payment is refused', () => {
  const { outcomes, effects } = decidePayments([request([paid, refund(10, { userId: 'eve' })])], snapshot(), NOW);
  expect(outcomes[0]).toMatchObject({
    problem: { code: 'refund_mismatch', errors: [{ pointer: '/events/1/refund_of' }] },
  });
  expect(effects.payments).toEqual([]);
});

test('a payment or refund that would raise the sum of all payments or of all refunds above 2^62 is refused; others are not', () => {
  const known = snapshot();
  known.totals = { paid: MAX_SUM - 100n, refunded: MAX_SUM - 1n };
  const over = request([pay(60), pay(41)]);
  const { outcomes, effects } = decidePayments([over, request([pay(-2)]), request([pay(100), pay(-1)])], known, NOW);
  expect(outcomes.map(problemOf)).toEqual(['amount_out_of_range', 'amount_out_of_range', undefined]);
  expect(outcomes[0]).toMatchObject({ problem: { errors: [{ pointer: '/events/1/event/amount' }] } });
  expect(effects.totals).toEqual({ paid: 100n, refunded: 1n });
});

test('the compiler refuses to add a number to an amount of money', () => {
  const amount: Minor = 2n ** 60n;
  // @ts-expect-error: a double would lose the last digits
  expect(() => amount + 0).toThrow(TypeError);
  // @ts-expect-error: a sum that starts with a plain 0 would lose them, too
  expect(() => [amount].reduce((sum, one) => sum + one, 0)).toThrow(TypeError);
});
