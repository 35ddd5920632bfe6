import { expect, test } from 'vitest';
import { emptyPaymentSnapshot, idsFrom } from '../../daemon/db/hot-needs.ts';
import type {
  PayerClaim,
  PaymentEvent,
  PaymentRequestItem,
  PaymentSnapshot,
} from '../../daemon/features/payments/payment-rules.ts';
import { decidePayments } from '../../daemon/features/payments/take-payment-rules.ts';

const NOW = 10_000;
const claim = (change: Partial<PayerClaim> = {}): PayerClaim => ({
  claimId: 1,
  codeId: 1,
  campaignId: 1,
  kind: 'creator',
  creatorId: 'ann',
  claimedAt: 1000,
  campaignEnd: 20_000,
  termsId: 7,
  settlementNo: 1,
  ...change,
});
const pay = (amount: number, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  gameId: 'g',
  transactionId: null,
  userId: 'bob',
  amount,
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
  const known = emptyPaymentSnapshot('USD', 2, idsFrom(1), idsFrom(1));
  known.claims.set('bob', claims);
  known.links.set('bob', creatorId);
  known.settlementNo.set(1, 1);
  return known;
}
const accrualsOf = (claims: PayerClaim[], events: PaymentEvent[], creatorId?: string) =>
  decidePayments([request(events)], snapshot(claims, creatorId), NOW).effects.accruals.map((a) => [a.codeId, a.amount]);
const problemOf = (outcome: unknown) => (outcome as { problem?: { code: string } }).problem?.code;

test.each([
  ['at the very claim', claim({ claimedAt: 5000 }), 5000, 1],
  ['before the claim', claim({ claimedAt: 5001 }), 5000, 0],
  ['last millisecond of the campaign', claim({ campaignEnd: 5001 }), 5000, 1],
  ['at the campaign’s end', claim({ campaignEnd: 5000 }), 5000, 0],
  ['a date in the future counts as received', claim({ campaignEnd: NOW + 1 }), NOW + 999, 1],
])('%s', (_name, only, createdAt, expected) => {
  expect(accrualsOf([only], [pay(100, { createdAt })])).toHaveLength(expected);
});

test('at most one accrual: the latest counting claim of a code of the linked creator', () => {
  const claims = [
    claim({ claimId: 1, codeId: 1, claimedAt: 1000 }),
    claim({ claimId: 2, codeId: 2, claimedAt: 2000 }),
    claim({ claimId: 3, codeId: 3, claimedAt: 3000, creatorId: 'cleo' }),
    claim({ claimId: 4, codeId: 4, claimedAt: 9000 }),
  ];
  expect(accrualsOf(claims, [pay(100)])).toEqual([[2, 100]]);
  expect(accrualsOf(claims, [pay(100)], 'cleo')).toEqual([[3, 100]]);
});

test('every redeem-type claim counts, and nobody is owed for it', () => {
  const claims = [
    claim({ codeId: 1, kind: 'redeem', creatorId: null }),
    claim({ codeId: 2, kind: 'redeem', creatorId: null }),
  ];
  const { effects } = decidePayments([request([pay(100)])], snapshot(claims), NOW);
  expect(effects.accruals).toEqual([]);
  expect(effects.payments[0]?.countedCodeIds).toEqual([1, 2]);
  expect([...effects.counters.values()].map((c) => c.revenue)).toEqual([100, 100]);
});

test('the same transaction counts once, other content is a conflict and refuses the whole request', () => {
  const known = snapshot();
  const first = request([pay(100, { transactionId: 't' }), pay(100, { transactionId: 't' })]);
  const conflict = request([pay(50), pay(101, { transactionId: 't' })]);
  const { outcomes, effects } = decidePayments([first, conflict], known, NOW);
  expect(outcomes[0]).toMatchObject({ ok: true, answer: { accepted: 1, duplicates: 1 } });
  expect(problemOf(outcomes[1])).toBe('transaction_conflict');
  expect(effects.payments).toHaveLength(1);
});

test('a request id answers again, with other events it is refused', () => {
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
  accrualsOf([claim()], events).reduce((sum, [, amount]) => sum + (amount ?? 0), 0);
const paid = pay(100, { transactionId: 't' });
const refund = (amount: number, change: Partial<PaymentEvent> = {}) => pay(-amount, { refundOf: 't', ...change });

test.each([
  ['a refund reverses', [paid, refund(40)], 60],
  ['whatever its date', [paid, refund(40, { createdAt: 0 })], 60],
  ['before its payment too', [refund(40), paid], 60],
  ['in parts up to all of it', [paid, refund(60), refund(40)], 0],
  ['without a name it takes from the newest', [pay(10), pay(20), pay(-25)], 5],
  ['none below zero', [pay(10), pay(-25)], 0],
])('%s', (_name, events, expected) => {
  expect(total(events)).toBe(expected);
});

test('refunds over the payment are refused, with a pointer, and nothing is kept', () => {
  const { outcomes, effects } = decidePayments([request([paid, refund(60), refund(41)])], snapshot(), NOW);
  expect(problemOf(outcomes[0])).toBe('refund_exceeds_payment');
  expect(effects.payments).toEqual([]);
});

test('a reversal copies the terms of what it reverses and falls into the open settlement', () => {
  const known = snapshot();
  decidePayments([request([paid])], known, NOW);
  known.claims.set('bob', [claim({ termsId: 8, settlementNo: 2 })]);
  known.settlementNo.set(1, 2);
  const { effects } = decidePayments([request([refund(100)])], known, NOW);
  expect(effects.accruals[0]).toMatchObject({ termsId: 7, settlementNo: 2, amount: -100, reversesAccrualId: 1 });
});

test('amounts read under another currency are read again', () => {
  const stale = { ...request([pay(1)]), currencyDigits: 0 };
  expect(decidePayments([stale], snapshot(), NOW).outcomes[0]).toEqual({ ok: false, stale: true });
});

test('all that is paid moves the organisation’s series, what accrues and is reversed its campaign’s', () => {
  const events = [
    pay(100, { transactionId: 't' }),
    pay(50, { userId: 'nobody' }),
    pay(-30, { refundOf: 't' }),
    pay(-90),
  ];
  const { effects } = decidePayments([request(events)], snapshot(), NOW);
  expect(Object.fromEntries(effects.campaigns)).toEqual({
    0: { payments: 4, revenue: 30, refunds: 120 },
    // Of the second refund only what is left of the first payment.
    1: { payments: 3, revenue: 0, refunds: 100 },
  });
});
