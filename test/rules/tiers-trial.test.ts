import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Terms } from '../../daemon/domain/commission.ts';
import type { Accrual, OpenAccrual, PaymentSnapshot } from '../../daemon/domain/payments/payment-batch.ts';
import { push } from '../../daemon/domain/payments/payment-batch.ts';
import { decidePayments } from '../../daemon/domain/payments/take-payments.ts';
import { decideLine, type LivingLine } from '../../daemon/domain/payouts/statement-amounts.ts';
import { decideTrial, type TrialSum } from '../../daemon/features/payouts/trial/trial-rules.ts';
import { idsFrom } from '../../daemon/hot/ids-from.ts';
import { emptyPaymentSnapshot } from '../../daemon/hot/pay/pay-needs.ts';
import { givenSeed } from '../support/amounts.ts';

// A trial with the terms in force equals what payout runs stored. A trial with other tiers equals what runs would
// have stored if the tiers had been changed at the start of the period.

const HISTORIES = 1000;
const DIGITS = 2;
const MINUTE_MS = 60_000;
const USERS = ['bob', 'cleo'];
type Tiers = Extract<Terms, { kind: 'tiers' }>['tiers'];

type Step =
  | { kind: 'pay'; amount: number }
  | { kind: 'refund'; user: number; amount: number }
  | { kind: 'refund of'; payment: number; amount: number }
  | { kind: 'tiers'; tiers: Tiers }
  | { kind: 'own percentage'; percent: number | null }
  | { kind: 'run' }
  | { kind: 'void' };

interface History {
  first: Tiers;
  steps: Step[];
}

const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
const tiers: fc.Arbitrary<Tiers> = fc
  .uniqueArray(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 3 })
  .chain((from) =>
    fc.tuple(
      ...from
        .toSorted((a, b) => a - b)
        .map((min_revenue) => fc.record({ min_revenue: fc.constant(min_revenue), percent })),
    ),
  );
const amount = fc.integer({ min: 1, max: 9999 });
const user = fc.nat({ max: USERS.length - 1 });
const steady: fc.Arbitrary<Step>[] = [
  fc.record({ kind: fc.constant('pay'), amount }),
  fc.record({ kind: fc.constant('pay'), amount }),
  fc.record({ kind: fc.constant('refund'), user, amount }),
  // A payment with a higher number can arrive after its refund.
  fc.record({ kind: fc.constant('refund of'), payment: fc.nat({ max: 12 }), amount }),
  fc.record({ kind: fc.constant('own percentage'), percent: fc.option(percent, { nil: null }) }),
  fc.constantFrom<Step>({ kind: 'run' }, { kind: 'run' }, { kind: 'void' }),
];
const historyOf = (...steps: fc.Arbitrary<Step>[]): fc.Arbitrary<History> =>
  fc
    .record({ first: tiers, steps: fc.array(fc.oneof(...steps), { minLength: 8, maxLength: 16 }) })
    .map(({ first, steps }) => ({ first, steps: [...steps, { kind: 'run' }] }));
const changing = historyOf(...steady, fc.record({ kind: fc.constant('tiers'), tiers }));

interface Received extends Accrual {
  receivedAt: number;
}
/** A payout run that is not void, with the total that such runs had paid by then. */
interface Run {
  at: number;
  paid: bigint;
}
interface Played {
  accruals: Received[];
  /** When each payment was received. */
  receipts: Map<number, number>;
  terms: Terms[];
  runs: Run[];
}

/** Other tiers that apply from an instant on, regardless of the history. */
interface Change {
  from: number;
  tiers: Tiers;
}

/** Plays a history with the product's own rules, one step per minute. */
function play({ first, steps }: History, change: Change | null = null): Played {
  const terms: Terms[] = [
    { kind: 'tiers', tiers: change?.tiers ?? first },
    { kind: 'tiers', tiers: first },
  ];
  let [ofCampaign, own, settlementNo]: [number, number | null, number] = [1, null, 1];
  const played: Played = { accruals: [], receipts: new Map(), terms, runs: [] };
  const lines: (LivingLine & { at: number })[] = [];
  const book = emptyPaymentSnapshot({
    ...{ currency: 'USD', currencyDigits: DIGITS, totals: { paid: 0n, refunded: 0n } },
    ...{ nextPaymentId: idsFrom(1), nextAccrualId: idsFrom(1) },
  });
  for (const userId of USERS) book.links.set(userId, 'ann');
  let payments = 0;
  for (const [minute, step] of steps.entries()) {
    const now = (minute + 1) * MINUTE_MS;
    const inForce = own ?? (change && now >= change.from ? 0 : ofCampaign);
    if (step.kind === 'tiers') ofCampaign = terms.push({ kind: 'tiers', tiers: step.tiers }) - 1;
    else if (step.kind === 'own percentage')
      own = step.percent === null ? null : terms.push({ kind: 'fixed', percent: step.percent }) - 1;
    else if (step.kind === 'void') {
      if (played.runs.pop())
        lines.splice(0, lines.length, ...lines.filter(({ at }) => at <= (played.runs.at(-1)?.at ?? 0)));
    } else if (step.kind === 'run') {
      const upTo = settlementNo;
      settlementNo += 1;
      const books = { sums: ledgerSums(played.accruals), lines, claims: 0, upTo, termsInForce: inForce };
      const line = decideLine(books, (id) => terms[id] as Terms, DIGITS);
      if (line) lines.push({ ...line, at: now });
      played.runs.push({ at: now, paid: lines.reduce((sum, { commission }) => sum + commission, 0n) });
    } else {
      if (step.kind === 'pay') payments += 1;
      takePayment(step, { book, played, now, payments, claim: { termsId: inForce, settlementNo } });
    }
  }
  return played;
}

interface Taking {
  book: PaymentSnapshot;
  played: Played;
  now: number;
  payments: number;
  claim: { termsId: number; settlementNo: number };
}

function takePayment(step: Extract<Step, { amount: number }>, { book, played, now, payments, claim }: Taking) {
  const payer = step.kind === 'pay' ? payments : step.kind === 'refund' ? step.user : step.payment;
  const userId = USERS[payer % USERS.length] as string;
  readOpen(book, played.accruals);
  book.settlementNo.set(1, claim.settlementNo);
  const claimed = { claimId: 1, codeId: 1, campaignId: 1, kind: 'creator' as const, creatorId: 'ann', claimedAt: 0 };
  book.claims.set(userId, [{ ...claimed, campaignEnd: Number.MAX_SAFE_INTEGER, games: null, ...claim }]);
  const event = {
    ...{ gameId: 'g', userId, createdAt: now },
    amount: BigInt(step.kind === 'pay' ? step.amount : -step.amount),
    transactionId: step.kind === 'pay' ? `t${payments}` : null,
    refundOf: step.kind === 'refund of' ? `t${step.payment}` : null,
  };
  const item = { familyId: 1, requestId: null, requestHash: '', currency: 'USD', currencyDigits: DIGITS };
  const { effects } = decidePayments([{ ...item, events: [event] }], book, now);
  for (const { paymentId } of effects.payments) played.receipts.set(paymentId, now);
  played.accruals.push(...effects.accruals.map((accrual) => ({ ...accrual, receivedAt: now })));
}

/** Reads the accruals with a remaining amount, as a request batch does. */
function readOpen({ openByUser, openByPayment }: PaymentSnapshot, accruals: readonly Received[]) {
  openByUser.clear();
  openByPayment.clear();
  for (const accrual of accruals) {
    if (accrual.reversesAccrualId !== null) continue;
    const reversals = accruals.filter(({ reversesAccrualId }) => reversesAccrualId === accrual.accrualId);
    const remaining = reversals.reduce((sum, reversal) => sum + reversal.amount, accrual.amount);
    const open: OpenAccrual = { ...accrual, remaining, rate: null };
    push(openByUser, accrual.userId, open);
    push(openByPayment, accrual.paymentId, open);
  }
}

const ledgerSums = (accruals: readonly Received[]) =>
  accruals.map(({ settlementNo, termsId, amount: revenue }) => ({
    ...{ settlementNo, termsId, revenue },
    ...{ refunds: 0n, payments: 1, youngRevenue: 0n },
  }));

/** Sums a ledger as `sumTrialLedger` does. */
function trialSums({ accruals, receipts }: Played, from: number, to: number): TrialSum[] {
  return accruals.flatMap(({ termsId, amount, paymentId, reversesAccrualId, receivedAt }) => {
    if (receivedAt >= to) return [];
    const none = { termsId, before: 0n, late: 0n, fresh: 0n };
    if (receivedAt < from) return [{ ...none, before: amount }];
    const paid = accruals.find(({ accrualId }) => accrualId === reversesAccrualId)?.paymentId ?? paymentId;
    return [(receipts.get(paid) ?? 0) < from ? { ...none, late: amount } : { ...none, fresh: amount }];
  });
}

function tryOn(played: Played, { from, to }: { from: number; to: number }, tried: Tiers | null) {
  const termsOf = (id: number) => played.terms[id] as Terms;
  return decideTrial(trialSums(played, from, to), { tiers: tried, termsOf, digits: DIGITS });
}

/** Returns the periods between any two runs that are not void, with what the runs stored for them. */
const periodsOf = ({ runs }: Played) =>
  [{ at: 0, paid: 0n }, ...runs].flatMap((start, at) =>
    runs.slice(at).map((end) => ({ from: start.at, to: end.at, stored: end.paid - start.paid })),
  );

const seed = givenSeed ?? 20_261_125;

test('with the terms in force, a trial returns the stored commission of 1,000 histories exactly', () => {
  let compared = 0;
  const check = (history: History) => {
    const played = play(history);
    const areTiersSteady = history.steps.every(({ kind }) => kind !== 'tiers');
    for (const { stored, ...period } of periodsOf(played))
      for (const tried of areTiersSteady ? [null, history.first] : [null]) {
        const { commission, trial } = tryOn(played, period, tried);
        if (commission !== stored || trial !== stored) expect({ commission, trial }).toBe(stored);
        if (stored !== 0n) compared += 1;
      }
  };
  fc.assert(fc.property(fc.oneof(changing, historyOf(...steady)), check), { numRuns: HISTORIES, seed });
  expect(compared).toBeGreaterThan(HISTORIES);
});

test('with other tiers, a trial returns what runs would have stored after a change of the tiers', () => {
  let differences = 0;
  const check = (history: History, tried: Tiers, pick: number) => {
    const played = play(history);
    const periods = periodsOf(played);
    const { stored, ...period } = periods[pick % periods.length] ?? expect.unreachable();
    const changed = play(history, { from: period.from, tiers: tried });
    const paidAt = (instant: number) => changed.runs.find(({ at }) => at === instant)?.paid ?? 0n;
    const { commission, trial } = tryOn(played, period, tried);
    expect([commission, trial]).toEqual([stored, paidAt(period.to) - paidAt(period.from)]);
    if (trial !== commission) differences += 1;
  };
  fc.assert(fc.property(changing, tiers, fc.nat(), check), { numRuns: HISTORIES / 4, seed });
  expect(differences).toBeGreaterThan(HISTORIES / 20);
});

const TERMS: Terms[] = [
  { kind: 'tiers', tiers: [{ min_revenue: 0, percent: 10 }] },
  { kind: 'fixed', percent: 5 },
];
const sum = (change: Partial<TrialSum>): TrialSum => ({ termsId: 0, before: 0n, late: 0n, fresh: 0n, ...change });

test.each<[string, Partial<TrialSum>[], [revenue: bigint, commission: bigint, trial: bigint]]>([
  ['a payment earns commission by the tried tiers', [{ fresh: 10_000n }], [10_000n, 1000n, 3000n]],
  ['below the first tier, a payment earns nothing', [{ fresh: 4999n }], [4999n, 500n, 0n]],
  [
    'revenue before the period counts towards the tier and keeps its terms',
    [{ before: 9000n, fresh: 1000n }],
    [1000n, 100n, 300n],
  ],
  [
    'a late refund takes back what was earned under its own terms',
    [{ before: 20_000n, late: -5000n, fresh: 1000n }],
    [-4000n, -400n, -200n],
  ],
  ['a creator’s own percentage is kept', [{ termsId: 1, fresh: 10_000n }], [10_000n, 500n, 500n]],
  ['without revenue there is no commission', [], [0n, 0n, 0n]],
])('%s', (_, sums, [revenue, commission, trial]) => {
  const tiers = [
    { min_revenue: 50, percent: 20 },
    { min_revenue: 100, percent: 30 },
  ];
  const decided = decideTrial(sums.map(sum), { tiers, termsOf: (id) => TERMS[id] as Terms, digits: DIGITS });
  expect(decided).toEqual({ revenue, commission, trial });
});
