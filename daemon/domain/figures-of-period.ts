import type { PeriodFigures } from '../contract/admin/period-figures.ts';
import { isoInstant } from '../lib/clock.ts';
import { formatAmount } from '../lib/money.ts';
import { foldHours, type Period } from './periods.ts';

const NAMES = ['claims', 'payments', 'revenue', 'refunds'] as const;
type Sums = Record<(typeof NAMES)[number], bigint>;
type Row = Record<(typeof NAMES)[number], string> & { hour: number };

interface Organisation {
  currency: string;
  currency_digits: number;
  time_zone: string;
}

/** Returns the figures of a period. Each row contains the sums for a quarter of an hour or a step of the period. */
export function figuresOfPeriod(period: Period, rows: readonly Row[], organisation: Organisation): PeriodFigures {
  const { currency, currency_digits: digits, time_zone } = organisation;
  const money = (minor: bigint) => ({ amount: formatAmount(minor, digits), currency });
  const shown = ({ claims, payments, revenue }: Sums) => ({
    claims: Number(claims),
    payments: Number(payments),
    revenue: money(revenue),
  });
  const all = nothing();
  for (const row of rows) add(all, row);
  return {
    from: isoInstant(period.from),
    to: isoInstant(period.to),
    step: period.step,
    time_zone,
    totals: { ...shown(all), refunds: money(all.refunds) },
    series: foldHours(period.points, rows, nothing, add).map(({ at, sum }) => ({ at: isoInstant(at), ...shown(sum) })),
  };
}

const nothing = (): Sums => ({ claims: 0n, payments: 0n, revenue: 0n, refunds: 0n });

function add(sums: Sums, row: Row) {
  for (const name of NAMES) sums[name] += BigInt(row[name]);
}
