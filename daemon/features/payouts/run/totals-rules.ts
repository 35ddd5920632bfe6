import type { Minor } from '../../../lib/money.ts';

/** The sums over the statements of a payout run. Money is in minor units. */
export interface RunTotals {
  creators: number;
  creators_paid: number;
  addresses_changed: number;
  revenue: Minor;
  refunds: Minor;
  commission: Minor;
  carried_in: Minor;
  payable: Minor;
  carried_out: Minor;
}

const MONEY = ['revenue', 'refunds', 'commission', 'carried_in', 'payable', 'carried_out'] as const;
const COUNTS = ['creators', 'creators_paid', 'addresses_changed'] as const;

export const NO_TOTALS: RunTotals = {
  ...{ creators: 0, creators_paid: 0, addresses_changed: 0 },
  ...{ revenue: 0n, refunds: 0n, commission: 0n, carried_in: 0n, payable: 0n, carried_out: 0n },
};

type Summed = Record<(typeof MONEY)[number], Minor> & { address_changed: boolean };

export function addToTotals(totals: RunTotals, statement: Summed): void {
  totals.creators += 1;
  if (statement.payable > 0n) totals.creators_paid += 1;
  if (statement.address_changed) totals.addresses_changed += 1;
  for (const name of MONEY) totals[name] += statement[name];
}

/** Parses the totals stored with a payout run; returns null if it has none yet. */
export function totalsOf(text: string): RunTotals | null {
  const kept = JSON.parse(text) as Partial<Record<keyof RunTotals, string | number>>;
  if (kept.creators === undefined) return null;
  return {
    ...(Object.fromEntries(COUNTS.map((name) => [name, Number(kept[name])])) as Record<
      (typeof COUNTS)[number],
      number
    >),
    ...(Object.fromEntries(MONEY.map((name) => [name, BigInt(kept[name] ?? 0)])) as Record<
      (typeof MONEY)[number],
      bigint
    >),
  };
}
