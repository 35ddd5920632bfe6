import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { sumText } from '../../../db/query/sums.ts';
import { covers, parseRanges } from '../../../domain/payouts/settlement-ranges.ts';
import type { Minor } from '../../../lib/money.ts';
import type { LineRow } from './statements-store.ts';

/** The payments of a statement line that players made in one other currency. */
export interface ForeignPart {
  line_id: number;
  currency: string;
  digits: number;
  payments: number;
  /** In the minor units of `currency`, after refunds. */
  paid: Minor;
  /** What they add to the revenue of the line. */
  revenue: Minor;
}

/** Returns whether any rate exists. Without one, there are no payments in other currencies. */
export async function hasRates({ db, t: { exchange_rates: x } }: Handle): Promise<boolean> {
  return (await db.select({ rate_id: x.rate_id }).from(x).where(gt(x.rate_id, 0)).limit(1)).length > 0;
}

/** Sums the payments in other currencies of statement lines, for each line in the order of the currencies. */
export async function listForeignParts({ db, t }: Handle, lines: readonly LineRow[]): Promise<ForeignPart[]> {
  if (lines.length === 0) return [];
  const { payout_lines: l, accruals: a, payments: p } = t;
  const statements = [...new Set(lines.map((line) => line.statement_id))];
  const rows = await db
    .select({
      line_id: l.line_id,
      settlement_no: a.settlement_no,
      currency: p.paid_currency,
      digits: p.paid_digits,
      // The correction of a rate is neither a payment nor a refund.
      payments: sql<number | string>`sum(case when ${a.rate_id} is null then 1 else 0 end)`,
      paid: sumText(sql`case when ${a.rate_id} is null then ${p.paid_minor} else 0 end`),
      revenue: sumText(a.amount),
    })
    .from(l)
    .innerJoin(a, and(eq(a.campaign_id, l.campaign_id), eq(a.creator_id, l.creator_id)))
    .innerJoin(p, eq(p.payment_id, a.payment_id))
    .where(and(inArray(l.statement_id, statements), isNotNull(p.paid_currency)))
    .groupBy(l.line_id, a.settlement_no, p.paid_currency, p.paid_digits);
  const ranges = new Map(lines.map((line) => [line.line_id, parseRanges(line.settlements)]));
  const parts = new Map<string, ForeignPart>();
  for (const { line_id, settlement_no, currency, digits, ...row } of rows) {
    if (currency === null || digits === null || !covers(ranges.get(line_id) ?? [], settlement_no)) continue;
    const key = `${line_id} ${currency}`;
    const part = parts.get(key) ?? { line_id, currency, digits, payments: 0, paid: 0n, revenue: 0n };
    part.payments += Number(row.payments);
    part.paid += BigInt(row.paid);
    part.revenue += BigInt(row.revenue);
    parts.set(key, part);
  }
  return [...parts.values()].sort((one, other) => (one.currency < other.currency ? -1 : 1));
}
