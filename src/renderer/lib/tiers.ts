import type { Tier } from './campaigns.ts';

const percent = (value: number) => `${value} %`;

/** In a word or two, for a list. null: the organisation's own hold. */
export function describeTiers(tiers: readonly Tier[] | null): string {
  if (!tiers) return 'Default';
  const percents = tiers.map((tier) => tier.percent);
  const [first] = percents;
  if (first === undefined) return 'None';
  const [low, high] = [Math.min(...percents), Math.max(...percents)];
  return low === high ? percent(first) : `${low}–${percent(high)}`;
}

export interface TierRow {
  min_revenue: number | string;
  percent: number | string;
}

/** What is wrong with each row, as the daemon would see it; empty where nothing is. */
export function tierFaults(rows: readonly TierRow[]): { row: number; field: keyof TierRow; message: string }[] {
  return rows.flatMap(({ min_revenue, percent }, row) => {
    const faults: { row: number; field: keyof TierRow; message: string }[] = [];
    const before = rows[row - 1]?.min_revenue;
    if (min_revenue === '') faults.push({ row, field: 'min_revenue', message: 'Enter an amount' });
    else if (typeof before === 'number' && Number(min_revenue) <= before)
      faults.push({ row, field: 'min_revenue', message: 'More than the tier above' });
    if (percent === '') faults.push({ row, field: 'percent', message: 'Enter a percentage' });
    else if (Number(percent) > 100) faults.push({ row, field: 'percent', message: 'At most 100 %' });
    return faults;
  });
}

export const toTiers = (rows: readonly TierRow[]): Tier[] =>
  rows.map(({ min_revenue, percent }) => ({ min_revenue: Number(min_revenue), percent: Number(percent) }));
