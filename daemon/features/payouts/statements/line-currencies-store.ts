import { and, between, eq, gt, or, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../../db/database.ts';
import { sumText } from '../../../db/query/sums.ts';
import { covers, parseRanges, type Range } from '../../../domain/payouts/settlement-ranges.ts';
import type { Minor } from '../../../lib/money.ts';
import type { LineRow } from './statements-store.ts';

/** The payments in a statement line that players made in one currency other than the organisation's. */
export interface ForeignPart {
  line_id: number;
  currency: string;
  digits: number;
  payments: number;
  /** In minor units of `currency`, after refunds. */
  paid: Minor;
  /** The revenue that these payments add to the line. */
  revenue: Minor;
}

/** Returns whether any rate exists. Without one, there are no payments in other currencies. */
export async function hasRates({ db, t: { exchange_rates: x } }: Handle): Promise<boolean> {
  return (await db.select({ rate_id: x.rate_id }).from(x).where(gt(x.rate_id, 0)).limit(1)).length > 0;
}

/**
 * Both databases look up the lines of a short list in the index. For a long list, Postgres would read the whole ledger.
 */
const LINES_AT_ONCE = 50;

/** Sums the payments in other currencies for statement lines, sorted by currency within each line. */
export async function listForeignParts(handle: Handle, lines: readonly LineRow[]): Promise<ForeignPart[]> {
  const parts: ForeignPart[] = [];
  for (let at = 0; at < lines.length; at += LINES_AT_ONCE)
    parts.push(...(await sumForeignParts(handle, lines.slice(at, at + LINES_AT_ONCE))));
  return parts;
}

async function sumForeignParts({ db, t }: Handle, lines: readonly LineRow[]): Promise<ForeignPart[]> {
  const { accruals: a, payments: p } = t;
  const held = lines.map((line) => ({ ...line, ranges: parseRanges(line.settlements) }));
  const rows = await db
    .select({
      campaign_id: a.campaign_id,
      creator_id: a.creator_id,
      settlement_no: a.settlement_no,
      currency: p.paid_currency,
      digits: p.paid_digits,
      // The correction of a rate is neither a payment nor a refund.
      payments: sql<number | string>`sum(case when ${a.rate_id} is null then 1 else 0 end)`,
      paid: sumText(sql`case when ${a.rate_id} is null then ${p.paid_minor} else 0 end`),
      revenue: sumText(a.amount),
    })
    .from(a)
    .innerJoin(p, eq(p.payment_id, a.payment_id))
    // The query has no condition on the currency, because Postgres might then start with all payments.
    .where(or(...held.flatMap((line) => line.ranges.map((range) => isSettled(a, line, range)))))
    .groupBy(a.campaign_id, a.creator_id, a.settlement_no, p.paid_currency, p.paid_digits);
  const parts = new Map<string, ForeignPart>();
  for (const { currency, digits, ...row } of rows) {
    if (currency === null || digits === null) continue;
    const line = held.find(
      ({ campaign_id, creator_id, ranges }) =>
        campaign_id === row.campaign_id && creator_id === row.creator_id && covers(ranges, row.settlement_no),
    );
    if (!line) continue;
    const key = `${line.line_id} ${currency}`;
    const part = parts.get(key) ?? { line_id: line.line_id, currency, digits, payments: 0, paid: 0n, revenue: 0n };
    part.payments += Number(row.payments);
    part.paid += BigInt(row.paid);
    part.revenue += BigInt(row.revenue);
    parts.set(key, part);
  }
  return [...parts.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}

const isSettled = (a: Tables['accruals'], { campaign_id, creator_id }: LineRow, [from, to]: Range) =>
  and(eq(a.campaign_id, campaign_id), eq(a.creator_id, creator_id), between(a.settlement_no, from, to));
