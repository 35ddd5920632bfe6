import { hundredths } from '../../domain/commission.ts';
import { compare } from '../../lib/compare.ts';
import { compareMinor, divideHalfEven } from '../../lib/money.ts';

/** The figures of one creator in one campaign. */
export interface Share {
  creator_id: string;
  campaign_id: number;
  claims: bigint;
  revenue: bigint;
}

/** Combines the rows from several spans into one row for each creator in each campaign. */
export function sharesOf(
  rows: readonly { creator_id: string; campaign_id: number; claims: string; revenue: string }[],
): Share[] {
  const shares = new Map<string, Share>();
  for (const { creator_id, campaign_id, claims, revenue } of rows) {
    const key = `${campaign_id} ${creator_id}`;
    const share = shares.get(key) ?? { creator_id, campaign_id, claims: 0n, revenue: 0n };
    share.claims += BigInt(claims);
    share.revenue += BigInt(revenue);
    shares.set(key, share);
  }
  return [...shares.values()];
}

/**
 * Returns the total commission, computed with each creator's percentage in each campaign. Only the total is rounded. It
 * is negative if refunds exceed payments.
 */
export const commissionOfShares = (shares: readonly Share[], percentOf: (share: Share) => number): bigint =>
  divideHalfEven(
    shares.reduce((sum, share) => sum + hundredths(percentOf(share)) * share.revenue, 0n),
    10_000n,
  );

/** Returns the creators with the most revenue; those with equal revenue are sorted by claims. */
export function topCreators(shares: readonly Share[], most: number): Omit<Share, 'campaign_id'>[] {
  const creators = new Map<string, Omit<Share, 'campaign_id'>>();
  for (const { creator_id, claims, revenue } of shares) {
    const sum = creators.get(creator_id) ?? { creator_id, claims: 0n, revenue: 0n };
    sum.claims += claims;
    sum.revenue += revenue;
    creators.set(creator_id, sum);
  }
  return [...creators.values()]
    .sort(
      (a, b) =>
        compareMinor(b.revenue, a.revenue) || compareMinor(b.claims, a.claims) || compare(a.creator_id, b.creator_id),
    )
    .slice(0, most);
}
