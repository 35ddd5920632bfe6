import { describe, expect, it, test } from 'vitest';
import type { Terms } from '../../daemon/domain/commission.ts';
import {
  type CampaignBooks,
  decideLine,
  decideStatement,
  type LedgerSum,
  youngCommission,
  youngFrom,
} from '../../daemon/domain/payouts/statement-amounts.ts';

const TERMS: Record<number, Terms> = {
  1: {
    kind: 'tiers',
    tiers: [
      { min_revenue: 0, percent: 10 },
      { min_revenue: 100, percent: 20 },
    ],
  },
  2: { kind: 'fixed', percent: 5 },
  3: { kind: 'fixed', percent: 12.5 },
};
const termsOf = (id: number) => TERMS[id] ?? expect.unreachable();
/** Returns a ledger sum. Its revenue is in minor units and includes refunds. */
const sum = (settlementNo: number, revenue: number, change: Partial<LedgerSum> = {}): LedgerSum => ({
  settlementNo,
  termsId: 1,
  revenue: BigInt(revenue),
  refunds: 0n,
  payments: 1,
  youngRevenue: 0n,
  ...change,
});
const books = (change: Partial<CampaignBooks>): CampaignBooks => ({
  sums: [],
  lines: [],
  claims: 0,
  upTo: 1,
  termsInForce: 1,
  ...change,
});
const line = (commission: number, settlements: [number, number][], claims = 0) => ({
  settlements,
  commission: BigInt(commission),
  claims,
});

describe('a line', () => {
  it.each<[string, Partial<CampaignBooks>, number, object | null]>([
    ['without accruals does not exist', { sums: [] }, 2, null],
    ['for a campaign that is not in the run does not exist', { sums: [sum(1, 500)], upTo: null }, 2, null],
    ['for accruals after the cut-off does not exist', { sums: [sum(2, 500)], upTo: 1 }, 2, null],
    ['below the edge of a tier has the lower tier', { sums: [sum(1, 9_999)] }, 2, { commission: 1000n, tier: 10 }],
    ['at the edge of a tier has the higher tier', { sums: [sum(1, 10_000)] }, 2, { commission: 2000n, tier: 20 }],
    ['is right in a currency without decimal places', { sums: [sum(1, 105)] }, 0, { commission: 21n, revenue: 105n }],
    ['is right in a currency with three decimal places', { sums: [sum(1, 100_005)] }, 3, { commission: 20_001n }],
    ['rounds a half to the even unit below', { sums: [sum(1, 50, { termsId: 2 })] }, 2, { commission: 2n }],
    ['rounds a half to the even unit above', { sums: [sum(1, 70, { termsId: 2 })] }, 2, { commission: 4n }],
    [
      'is rounded once across all versions of the terms',
      { sums: [sum(1, 10, { termsId: 2 }), sum(1, 4, { termsId: 3 })] },
      2,
      { commission: 1n, revenue: 14n },
    ],
    [
      'with the creator’s own percentage in force keeps the terms of older accruals',
      { sums: [sum(1, 1000), sum(1, 1000, { termsId: 3 })], termsInForce: 3 },
      2,
      { commission: 225n, tier: 12.5 },
    ],
    [
      'of a second run contains only the new commission, including the higher tier for all revenue',
      { sums: [sum(1, 6000), sum(2, 6000)], lines: [line(600, [[1, 1]])], upTo: 2 },
      2,
      { revenue: 6000n, commission: 1800n, settlements: [[2, 2]] },
    ],
    [
      'of a refund that takes the revenue back below the edge of a tier has the lower tier',
      { sums: [sum(1, 12_000), sum(2, -4000, { refunds: 4000n })], lines: [line(2400, [[1, 1]])], upTo: 2 },
      2,
      { revenue: -4000n, refunds: 4000n, commission: -1600n, tier: 10 },
    ],
    [
      'of a full refund takes back all of the commission, and no more',
      { sums: [sum(1, 5000), sum(2, -5000)], lines: [line(500, [[1, 1]])], upTo: 2 },
      2,
      { commission: -500n },
    ],
    [
      'after a void run contains both settlements',
      { sums: [sum(1, 1000), sum(2, 1000)], lines: [], upTo: 2 },
      2,
      { settlements: [[1, 2]], revenue: 2000n, commission: 200n },
    ],
    [
      'contains the settlements of a void statement between two others',
      { sums: [1, 2, 3].map((no) => sum(no, 1000)), lines: [line(100, [[1, 1]]), line(100, [[3, 3]])], upTo: 4 },
      2,
      {
        settlements: [
          [2, 2],
          [4, 4],
        ],
        revenue: 1000n,
        commission: 100n,
      },
    ],
    [
      'counts only claims that no earlier line counted',
      { sums: [sum(1, 100), sum(2, 100)], lines: [line(10, [[1, 1]], 7)], claims: 9, upTo: 2 },
      2,
      { claims: 2, payments: 1 },
    ],
  ])('%s', (_, change, digits, expected) => {
    const decided = decideLine(books(change), termsOf, digits);
    if (expected === null) expect(decided).toBeNull();
    else expect(decided).toMatchObject(expected);
  });

  it('with any cut-offs, lines add up to the commission so far', () => {
    const amounts = [1234, 5678, -400, 99, 8765, -9000, 1, 33, -3, 4321];
    const sums = amounts.map((amount, at) => sum(at + 1, amount, { termsId: (at % 3) + 1 }));
    for (let cuts = 0; cuts < 2 ** (amounts.length - 1); cuts += 1) {
      const lines: CampaignBooks['lines'][number][] = [];
      for (let upTo = 1; upTo <= amounts.length; upTo += 1) {
        if (upTo < amounts.length && (cuts >> (upTo - 1)) % 2 === 0) continue;
        const made = decideLine(books({ sums, lines, upTo }), termsOf, 2);
        if (made) lines.push({ ...made, claims: 0 });
      }
      const whole = decideLine(books({ sums, upTo: amounts.length }), termsOf, 2);
      expect(lines.reduce((all, { commission }) => all + commission, 0n)).toBe(whole?.commission);
    }
  });
});

describe('commission on revenue that is too recent', () => {
  it.each<[string, Partial<CampaignBooks>, bigint]>([
    ['is zero if all revenue is old', { sums: [sum(1, 5000)] }, 0n],
    ['is the whole commission if all revenue is recent', { sums: [sum(1, 5000, { youngRevenue: 5000n })] }, 500n],
    [
      'includes the effect of the tier that this revenue reached',
      { sums: [sum(1, 12_000, { youngRevenue: 4000n })] },
      1600n,
    ],
    ['does not include what a recent refund deducted', { sums: [sum(1, 1000, { youngRevenue: -500n })] }, 0n],
    ['does not include what comes after the cut-off', { sums: [sum(1, 100), sum(2, 100, { youngRevenue: 100n })] }, 0n],
    [
      'includes what earlier lines contain, in a campaign that is not in the run',
      { sums: [sum(1, 5000, { youngRevenue: 5000n })], lines: [line(500, [[1, 1]])], upTo: null },
      500n,
    ],
    [
      'excludes what no line contains, in a campaign that is not in the run',
      { sums: [sum(1, 5000, { youngRevenue: 5000n })], upTo: null },
      0n,
    ],
  ])('%s', (_, change, expected) => {
    expect(youngCommission(books(change), termsOf, 2)).toBe(expected);
  });

  test('covers the given number of days before the run', () => {
    expect(youngFrom(1_000_000_000, 10)).toBe(1_000_000_000 - 10 * 86_400_000);
    expect(youngFrom(1_000_000_000, 0)).toBe(Number.MAX_SAFE_INTEGER);
  });
});

describe('a statement', () => {
  it.each<
    [string, [commission: bigint, carriedIn: bigint, young: bigint, minimum: bigint], [bigint, bigint, string | null]]
  >([
    ['pays what is due', [500n, 0n, 0n, 0n], [500n, 0n, null]],
    ['pays what was carried in', [500n, 250n, 0n, 0n], [750n, 0n, null]],
    ['of nothing pays nothing', [0n, 0n, 0n, 1000n], [0n, 0n, null]],
    ['below the minimum carries everything', [999n, 0n, 0n, 1000n], [0n, 999n, 'below_minimum']],
    ['reaches the minimum with what was carried in', [600n, 400n, 0n, 1000n], [1000n, 0n, null]],
    ['below zero carries the debt', [-300n, 100n, 0n, 0n], [0n, -200n, 'negative']],
    ['nets a debt first', [500n, -200n, 0n, 0n], [300n, 0n, null]],
    ['that adds up to zero carries nothing', [200n, -200n, 0n, 1000n], [0n, 0n, null]],
    ['holds back recent revenue', [500n, 0n, 200n, 0n], [300n, 200n, 'held']],
    ['holds back everything if all of it is recent', [500n, 0n, 500n, 0n], [0n, 500n, 'held']],
    ['holds back everything if the rest is a debt', [500n, -100n, 450n, 0n], [0n, 400n, 'held']],
    ['applies the minimum to what is not held back', [500n, 0n, 200n, 400n], [0n, 500n, 'below_minimum']],
    ['does not hold back debts', [-500n, 0n, 100n, 0n], [0n, -500n, 'negative']],
  ])('%s', (_, [commission, carriedIn, young, minimum], [payable, carried_out, carry_reason]) => {
    const decided = decideStatement(commission, { carriedIn, young, minimum, isFrozen: false });
    expect(decided).toEqual({ commission, carried_in: carriedIn, payable, carried_out, carry_reason });
    expect(decided.payable + decided.carried_out).toBe(commission + carriedIn);
  });

  it.each<[string, bigint, bigint, string | null]>([
    ['what is due', 500n, 500n, 'held'],
    ['what was carried in, too', 0n, 250n, 'held'],
    ['no debt', -300n, -50n, 'negative'],
    ['nothing if nothing is payable', -250n, 0n, null],
  ])('of a frozen creator withholds %s', (_, commission, carried_out, carry_reason) => {
    const terms = { carriedIn: commission === 500n ? 0n : 250n, young: 0n, minimum: 0n, isFrozen: true };
    expect(decideStatement(commission, terms)).toMatchObject({ payable: 0n, carried_out, carry_reason });
  });
});
