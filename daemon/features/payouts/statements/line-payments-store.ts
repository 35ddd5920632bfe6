import { and, between, desc, eq, isNotNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../../db/database.ts';
import { paidColumns } from '../../../db/query/paid-columns.ts';
import { parseRanges, type Range } from '../../../domain/payouts/settlement-ranges.ts';
import type { LineRow } from './statements-store.ts';

/**
 * Lists the accruals of a statement line, newest first.
 * @param before only accruals with lower IDs
 */
export async function listLinePayments({ db, t }: Handle, line: LineRow, before: number | null, limit: number) {
  const { accruals: a, payments: p, codes: c, exchange_rates: x } = t;
  const reversed = alias(a, 'reversed');
  const isHeld = parseRanges(line.settlements).map(([from, to]: Range) => between(a.settlement_no, from, to));
  return (
    db
      .select({
        accrual_id: a.accrual_id,
        payment_id: a.payment_id,
        game_id: p.game_id,
        transaction_id: p.transaction_id,
        refund_of: p.refund_of,
        user_id: a.user_id,
        code: c.code,
        amount: a.amount,
        is_correction: sql<boolean>`${a.rate_id} is not null`.mapWith(Boolean),
        paid: paidColumns(t),
        terms_id: a.terms_id,
        created_at: p.created_at,
        received_at: a.received_at,
      })
      .from(a)
      .innerJoin(p, eq(p.payment_id, a.payment_id))
      .innerJoin(c, eq(c.code_id, a.code_id))
      .leftJoin(reversed, and(isNotNull(a.rate_id), eq(reversed.accrual_id, a.reverses_accrual_id)))
      // A correction reverses an amount at its old rate, and accrues the amount at the new rate.
      .leftJoin(
        x,
        eq(
          x.rate_id,
          sql`case when ${a.rate_id} is null then ${p.rate_id} when ${a.reverses_accrual_id} is null then ${a.rate_id}
            else coalesce(${reversed.rate_id}, ${p.rate_id}) end`,
        ),
      )
      .where(
        and(
          eq(a.campaign_id, line.campaign_id),
          eq(a.creator_id, line.creator_id),
          or(...isHeld),
          before === null ? undefined : lt(a.accrual_id, before),
        ),
      )
      // If the rows were sorted by the bare ID, Postgres would scan the whole ledger backwards to avoid the sort.
      .orderBy(desc(sql`${a.accrual_id} + 0`))
      .limit(limit)
  );
}
