import { and, asc, eq, gt, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Handle } from '../../../db/database.ts';
import { sumText } from '../../../db/query/sums.ts';
import { parseRanges } from '../../../domain/payouts/settlement-ranges.ts';
import type { LedgerSum, LivingLine } from '../../../domain/payouts/statement-amounts.ts';
import { groupBy } from '../../../lib/group-by.ts';

/** Returns the key in a map for a creator in a campaign. */
export const pairKey = (creatorId: string, campaignId: number) => `${campaignId}\n${creatorId}`;

/** Sums a creator's accruals in a campaign. Revenue received after `youngFrom` is young. */
const ledgerColumns = ({ t: { accruals: a } }: Handle, youngFrom: number) => ({
  creator_id: a.creator_id,
  campaign_id: a.campaign_id,
  settlement_no: a.settlement_no,
  terms_id: a.terms_id,
  revenue: sumText(a.amount).as('revenue'),
  // The correction of a rate is neither a payment nor a refund.
  refunds: sumText(sql`case when ${a.amount} < 0 and ${a.rate_id} is null then -${a.amount} else 0 end`).as('refunds'),
  young: sumText(sql`case when ${a.received_at} > ${youngFrom} then ${a.amount} else 0 end`).as('young'),
  payments: sql<number | string>`sum(case when ${a.rate_id} is null then 1 else 0 end)`.as('payments'),
});

export interface LedgerRow {
  creator_id: string;
  campaign_id: number;
  settlement_no: number;
  terms_id: number;
  revenue: string;
  refunds: string;
  young: string;
  payments: number | string;
}

/** Groups the rows by `pairKey`. */
export const ledgerOf = (rows: readonly LedgerRow[]): Map<string, LedgerSum[]> =>
  groupBy(
    rows,
    (row) => pairKey(row.creator_id, row.campaign_id),
    (row) => ({
      settlementNo: row.settlement_no,
      termsId: row.terms_id,
      revenue: BigInt(row.revenue),
      refunds: BigInt(row.refunds),
      payments: Number(row.payments),
      youngRevenue: BigInt(row.young),
    }),
  );

/** Sums the accruals of the given creators. */
export async function sumLedger(handle: Handle, creatorIds: readonly string[], youngFrom: number) {
  const { accruals: a, codes } = handle.t;
  const pairs = handle.db
    .selectDistinct({ creator_id: codes.creator_id, campaign_id: codes.campaign_id })
    .from(codes)
    .where(and(inArray(codes.creator_id, [...creatorIds]), eq(codes.kind, 'creator')))
    .as('pairs');
  const rows = await handle.db
    .select(ledgerColumns(handle, youngFrom))
    .from(pairs)
    .innerJoin(a, and(eq(a.campaign_id, pairs.campaign_id), eq(a.creator_id, pairs.creator_id)))
    .groupBy(a.creator_id, a.campaign_id, a.settlement_no, a.terms_id);
  return ledgerOf(rows);
}

/** Sums the accruals of all creators after the given one, in ID order. */
export function sumLedgerAfter(handle: Handle, after: string | null, youngFrom: number) {
  const { accruals: a } = handle.t;
  return handle.db
    .select(ledgerColumns(handle, youngFrom))
    .from(a)
    .where(after === null ? undefined : gt(a.creator_id, after))
    .groupBy(a.creator_id, a.campaign_id, a.settlement_no, a.terms_id)
    .orderBy(asc(a.creator_id));
}

/** Lists the creators' statement lines that are not void, grouped by `pairKey`. */
export async function listLivingLines({ db, t }: Handle, creatorIds: readonly string[]) {
  const { payout_lines: l, payout_statements: s, payout_runs: r } = t;
  const rows = await db
    .select({
      creator_id: l.creator_id,
      campaign_id: l.campaign_id,
      settlements: l.settlements,
      commission: l.commission,
      claims: l.claims,
    })
    .from(l)
    .innerJoin(s, eq(s.statement_id, l.statement_id))
    .innerJoin(r, eq(r.run_id, l.run_id))
    .where(and(inArray(l.creator_id, [...creatorIds]), isNull(s.voided_at), ne(r.status, 'void')));
  return groupBy(
    rows,
    (row) => pairKey(row.creator_id, row.campaign_id),
    ({ settlements, commission, claims }): LivingLine => ({
      settlements: parseRanges(settlements),
      commission,
      claims,
    }),
  );
}

/**
 * Sums each creator's unpaid balance over statements that are not void. A negative balance means that the creator was
 * paid too much.
 */
export async function sumBalances({ db, t }: Handle, creatorIds: readonly string[]): Promise<Map<string, bigint>> {
  const { payout_statements: s, payout_runs: r } = t;
  const rows = await db
    .select({ creator_id: s.creator_id, balance: sumText(sql`${s.commission} - ${s.payable}`) })
    .from(s)
    .innerJoin(r, eq(r.run_id, s.run_id))
    .where(and(inArray(s.creator_id, [...creatorIds]), isNull(s.voided_at), ne(r.status, 'void')))
    .groupBy(s.creator_id);
  return new Map(rows.map((row) => [row.creator_id, BigInt(row.balance)]));
}

/** Counts the claims of the creators' codes, by `pairKey`. */
export async function sumClaims({ db, t }: Handle, creatorIds: readonly string[]): Promise<Map<string, number>> {
  const { codes, code_counters: counters } = t;
  const rows = await db
    .select({ creator_id: codes.creator_id, campaign_id: codes.campaign_id, claims: sumText(counters.claims) })
    .from(codes)
    .innerJoin(counters, eq(counters.code_id, codes.code_id))
    .where(and(inArray(codes.creator_id, [...creatorIds]), eq(codes.kind, 'creator')))
    .groupBy(codes.creator_id, codes.campaign_id);
  return new Map(rows.map((row) => [pairKey(row.creator_id ?? '', row.campaign_id), Number(row.claims)]));
}
