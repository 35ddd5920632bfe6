import { commissionOf, type Terms } from '../../../domain/commission.ts';
import type { TermsOf } from '../../../domain/payouts/statement-amounts.ts';
import type { Minor } from '../../../lib/money.ts';

/** A creator's accruals in a campaign under one version of terms, in minor units, up to the end of the period. */
export interface TrialSum {
  termsId: number;
  /** Accruals received before the period. */
  before: Minor;
  /** Accruals received in the period that change earlier revenue, such as late refunds. */
  late: Minor;
  /** Accruals received in the period for payments also received in the period. */
  fresh: Minor;
}

export interface TrialTerms {
  /** Null to apply the stored terms. */
  tiers: Extract<Terms, { kind: 'tiers' }>['tiers'] | null;
  termsOf: TermsOf;
  digits: number;
}

export interface Earned {
  revenue: Minor;
  commission: Minor;
  trial: Minor;
}

/**
 * Returns what a period added to a creator's commission, and what it would have added if the trial tiers had been in
 * force from the start of the period. As in a payout run, terms apply to payments received while they are in force, a
 * refund keeps the terms of its payment, and the tier reached applies to the whole revenue. A creator's own percentage
 * has priority.
 */
export function decideTrial(sums: readonly TrialSum[], { tiers, termsOf, digits }: TrialTerms): Earned {
  const revenueBefore = total(sums, ({ before }) => before);
  const revenue = total(sums, ({ late, fresh }) => late + fresh);
  const soFar = (parts: { terms: Terms; revenue: Minor }[]) => commissionOf(parts, revenueBefore + revenue, digits);
  const stored = sums.map((sum) => ({ ...sum, terms: termsOf(sum.termsId) }));
  const earlier = commissionOf(
    stored.map(({ terms, before }) => ({ terms, revenue: before })),
    revenueBefore,
    digits,
  );
  const tried = (terms: Terms): Terms => (tiers === null || terms.kind === 'fixed' ? terms : { kind: 'tiers', tiers });
  return {
    revenue,
    commission:
      soFar(stored.map(({ terms, before, late, fresh }) => ({ terms, revenue: before + late + fresh }))) - earlier,
    trial:
      soFar(
        stored.flatMap(({ terms, before, late, fresh }) => [
          { terms, revenue: before + late },
          { terms: tried(terms), revenue: fresh },
        ]),
      ) - earlier,
  };
}

const total = (sums: readonly TrialSum[], of: (sum: TrialSum) => Minor) => sums.reduce((sum, row) => sum + of(row), 0n);
