import { and, eq, gt, gte, lt, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../../../db/database.ts';
import { sumText } from '../../../db/query/sums.ts';
import { groupBy } from '../../../lib/group-by.ts';

export interface TrialScope {
  campaignId: number;
  from: number;
  /** Exclusive. */
  to: number;
}

/**
 * Returns when an accrual's payment was received. A reversal belongs to the payment whose accrual is reversed, and an
 * accrual at a corrected rate to the payment that is converted again. All other accruals contain the time themselves.
 */
function paidAt({ db, t: { accruals: a, payments } }: Handle) {
  const reversed = alias(a, 'reversed');
  const paid = alias(payments, 'paid');
  const reversedPayment = db
    .select({ payment_id: reversed.payment_id })
    .from(reversed)
    .where(eq(reversed.accrual_id, a.reverses_accrual_id));
  const found = db
    .select({ received_at: paid.received_at })
    .from(paid)
    .where(eq(paid.payment_id, sql`coalesce(${reversedPayment}, ${a.payment_id})`));
  return sql`case when ${a.reverses_accrual_id} is null and ${a.rate_id} is null then ${a.received_at} else ${found} end`;
}

/** Sums the accruals of the campaign's creators after `after` up to and including `last`, by creator and terms. */
export async function sumTrialLedger(handle: Handle, scope: TrialScope, after: string | null, last: string) {
  const { accruals: a } = handle.t;
  const isInPeriod = gte(a.received_at, scope.from);
  const rows = await handle.db
    .select({
      creator_id: a.creator_id,
      terms_id: a.terms_id,
      before: sumText(sql`case when ${isInPeriod} then 0 else ${a.amount} end`),
      within: sumText(sql`case when ${isInPeriod} then ${a.amount} else 0 end`),
      fresh: sumText(sql`case when ${isInPeriod} and ${paidAt(handle)} >= ${scope.from} then ${a.amount} else 0 end`),
      entries: sumText(sql`case when ${isInPeriod} then 1 else 0 end`),
    })
    .from(a)
    .where(
      and(
        eq(a.campaign_id, scope.campaignId),
        after === null ? undefined : gt(a.creator_id, after),
        lte(a.creator_id, last),
        lt(a.received_at, scope.to),
      ),
    )
    .groupBy(a.creator_id, a.terms_id);
  return groupBy(
    rows,
    ({ creator_id }) => creator_id,
    (row) => ({
      termsId: row.terms_id,
      before: BigInt(row.before),
      late: BigInt(row.within) - BigInt(row.fresh),
      fresh: BigInt(row.fresh),
      entries: Number(row.entries),
    }),
  );
}
