import { and, eq, gte, lt } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import { compareMinor, formatAmount, type Minor } from '../../lib/money.ts';
import { createSlices } from '../../lib/slices.ts';
import type { Span, Whose } from './dashboard-store.ts';

const SLICES_FRESH_MS = 300_000;
const SLICE_MS = 10 * DAY_MS;
const MAX_SLICES = 100;

/** What players paid in another currency, minus refunds. */
export interface CurrencyRevenue {
  currency: string;
  digits: number;
  /** In minor units of `currency`. */
  paid: Minor;
  /** In the organisation's currency. */
  revenue: Minor;
}

export type ReadCurrencies = ReturnType<typeof createReadCurrencies>;

/**
 * Creates a function that reads a span's revenue in other currencies, highest first. It caches the sums of past days.
 */
export function createReadCurrencies() {
  const slices = createSlices<CurrencyRevenue[]>({
    ...{ sliceMs: SLICE_MS, settledMs: HOUR_MS, freshMs: SLICES_FRESH_MS, max: MAX_SLICES },
  });
  return async (handle: Handle, whose: Whose, span: Span, now: number): Promise<CurrencyRevenue[]> => {
    const name = JSON.stringify([whose.campaignId, whose.games]);
    const parts = await slices(name, span, now, (slice) => sumCurrencies(handle, whose, slice));
    return merge(parts.flat());
  };
}

/** Returns the response's rows, the organisation's currency first; none if players paid in no other currency. */
export function shownCurrencies(
  foreign: readonly CurrencyRevenue[],
  total: Minor,
  { currency: own, currency_digits }: { currency: string; currency_digits: number },
) {
  if (foreign.length === 0) return [];
  const rest = foreign.reduce((left, { revenue }) => left - revenue, total);
  const all = [{ currency: own, digits: currency_digits, paid: rest, revenue: rest }, ...foreign];
  return all.map(({ currency, digits, paid, revenue }) => ({
    paid: { amount: formatAmount(paid, digits), currency },
    revenue: { amount: formatAmount(revenue, currency_digits), currency: own },
  }));
}

async function sumCurrencies(handle: Handle, { campaignId, games }: Whose, { from, to }: Span) {
  const { currency_hours: h } = handle.t;
  const rows = await handle.db
    .select({ currency: h.currency, digits: h.digits, paid: sumText(h.paid), revenue: sumText(h.revenue) })
    .from(h)
    .where(and(eq(h.campaign_id, campaignId), gte(h.hour, from), lt(h.hour, to), gameWithin(games, h.game_id)))
    .groupBy(h.currency, h.digits);
  return rows.map((row) => ({ ...row, paid: BigInt(row.paid), revenue: BigInt(row.revenue) }));
}

/** Sums the parts by currency; a currency's number of decimal places may have changed between parts. */
function merge(parts: readonly CurrencyRevenue[]): CurrencyRevenue[] {
  const sums = new Map<string, CurrencyRevenue>();
  for (const { currency, ...part } of parts) {
    const sum = sums.get(currency) ?? { currency, digits: 0, paid: 0n, revenue: 0n };
    const digits = Math.max(sum.digits, part.digits);
    const paid = scaled(sum, digits) + scaled(part, digits);
    sums.set(currency, { currency, digits, paid, revenue: sum.revenue + part.revenue });
  }
  return [...sums.values()].sort((a, b) => compareMinor(b.revenue, a.revenue) || compare(a.currency, b.currency));
}

const scaled = ({ paid, digits }: Pick<CurrencyRevenue, 'paid' | 'digits'>, to: number) =>
  paid * 10n ** BigInt(to - digits);
