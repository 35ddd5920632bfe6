import { expect, test } from 'vitest';
import { commissionOf, percentOf, type Terms } from '../../daemon/domain/commission.ts';

const tiers: Terms = {
  kind: 'tiers',
  tiers: [
    { min_revenue: 100, percent: 5 },
    { min_revenue: 1000, percent: 7.25 },
  ],
};

test.each([
  [-1n, 0],
  [9_999n, 0],
  [10_000n, 5],
  [99_999n, 5],
  [100_000n, 7.25],
])('revenue of $0 cents earns $1%', (revenue, percent) => {
  expect(percentOf(tiers, revenue, 2)).toBe(percent);
});

test('a creator’s own percentage applies to any revenue', () => {
  expect(percentOf({ kind: 'fixed', percent: 12.5 }, -5n, 2)).toBe(12.5);
});

test.each([
  ['rounds a half to the even unit below', [{ terms: { kind: 'fixed' as const, percent: 5 }, revenue: 10n }], 0n],
  ['rounds a half to the even unit above', [{ terms: { kind: 'fixed' as const, percent: 5 }, revenue: 30n }], 2n],
  ['is 0 for negative revenue', [{ terms: { kind: 'fixed' as const, percent: 5 }, revenue: -1000n }], 0n],
  [
    'is rounded once across all versions of the terms',
    [
      { terms: { kind: 'fixed' as const, percent: 0.5 }, revenue: 100n },
      { terms: { kind: 'fixed' as const, percent: 0.25 }, revenue: 400n },
    ],
    2n,
  ],
])('commission %s', (_name, parts, expected) => {
  expect(commissionOf(parts, 0n, 2)).toBe(expected);
});

test('the creator’s revenue in the campaign selects the tier, not the revenue of one code', () => {
  expect(commissionOf([{ terms: tiers, revenue: 10_000n }], 100_000n, 2)).toBe(725n);
});
