import { formatCount, formatPercent } from '../lib/format.ts';
import { tiers as t } from '../texts/tiers.ts';
import type { Tier } from './campaigns.ts';

/** Describes tiers briefly for a list; null means that the organisation's tiers apply. */
export function describeTiers(tiers: readonly Tier[] | null): string {
  if (!tiers) return t.short.default;
  const percents = tiers.map((tier) => tier.percent);
  const [first] = percents;
  if (first === undefined) return t.short.none;
  const [low, high] = [Math.min(...percents), Math.max(...percents)];
  return low === high ? formatPercent(first) : `${formatCount(low)}–${formatPercent(high)}`;
}

export interface TierRow {
  min_revenue: number | string;
  percent: number | string;
}

/** Returns the faults of each row by the daemon's rules; empty if there are none. */
export function tierFaults(rows: readonly TierRow[]): { row: number; field: keyof TierRow; message: string }[] {
  return rows.flatMap(({ min_revenue, percent }, row) => {
    const faults: { row: number; field: keyof TierRow; message: string }[] = [];
    const before = rows[row - 1]?.min_revenue;
    if (min_revenue === '') faults.push({ row, field: 'min_revenue', message: t.faults.amount });
    else if (typeof before === 'number' && Number(min_revenue) <= before)
      faults.push({ row, field: 'min_revenue', message: t.faults.order });
    if (percent === '') faults.push({ row, field: 'percent', message: t.faults.percent });
    else if (Number(percent) > 100) faults.push({ row, field: 'percent', message: t.faults.most });
    return faults;
  });
}

export const toTiers = (rows: readonly TierRow[]): Tier[] =>
  rows.map(({ min_revenue, percent }) => ({ min_revenue: Number(min_revenue), percent: Number(percent) }));
