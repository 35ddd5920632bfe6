import { divideHalfEven } from '../lib/money.ts';

interface CommissionTier {
  min_revenue: number;
  percent: number;
}
/** Stored terms: tiers, or a creator's own fixed percentage. */
export type Terms = { kind: 'tiers'; tiers: CommissionTier[] } | { kind: 'fixed'; percent: number };

/** @throws if the content is not valid */
export function parseTerms(kind: string, content: string): Terms {
  if (kind !== 'fixed') return { kind: 'tiers', tiers: JSON.parse(content) as CommissionTier[] };
  const percent = Number(content);
  if (Number.isNaN(percent)) throw new Error(`Commission terms cannot be read: ${content}`);
  return { kind: 'fixed', percent };
}

/**
 * Returns the percentage for a revenue in minor units: that of the highest tier reached, or 0 below the first tier. It
 * applies to the whole revenue.
 */
export function percentOf(terms: Terms, revenue: bigint, currencyDigits: number): number {
  if (terms.kind === 'fixed') return terms.percent;
  const reached = terms.tiers.filter((tier) => toMinor(tier.min_revenue, currencyDigits) <= revenue);
  return (
    reached.reduce(
      (best, tier) => (best === null || tier.min_revenue > best.min_revenue ? tier : best),
      null as CommissionTier | null,
    )?.percent ?? 0
  );
}

/** Returns the lowest tier above this revenue, and the revenue needed to reach it; null if there is no such tier. */
export function nextTierOf(
  terms: Terms,
  revenue: bigint,
  currencyDigits: number,
): { percent: number; missing: bigint } | null {
  if (terms.kind === 'fixed') return null;
  const [next] = terms.tiers
    .map(({ min_revenue, percent }) => ({ percent, missing: toMinor(min_revenue, currencyDigits) - revenue }))
    .filter(({ missing }) => missing > 0n)
    .sort((a, b) => (a.missing < b.missing ? -1 : 1));
  return next ?? null;
}

/** Converts an amount to minor units. It uses decimal text, because products of doubles are inexact from 2^53 on. */
export const toMinor = (amount: number, digits: number) => BigInt(amount.toFixed(digits).replace('.', ''));

/** Percentages have two decimals, so hundredths of a percent are whole numbers. */
export const hundredths = (percent: number) => BigInt(Math.round(percent * 100));

/**
 * Returns the commission so far in minor units: the sum of percent × revenue over all versions of terms, rounded once,
 * half to even. It is 0 for negative revenue.
 * @param creatorRevenue the creator's revenue in the campaign over all their codes, which selects the tier
 */
export function commissionOf(
  parts: readonly { terms: Terms; revenue: bigint }[],
  creatorRevenue: bigint,
  currencyDigits: number,
): bigint {
  const owed = parts.reduce(
    (sum, { terms, revenue }) => sum + hundredths(percentOf(terms, creatorRevenue, currencyDigits)) * revenue,
    0n,
  );
  return owed <= 0n ? 0n : divideHalfEven(owed, 10_000n);
}
