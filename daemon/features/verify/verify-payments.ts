import { sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import type { Difference } from './verify-store.ts';

/**
 * Finds totals that differ from the sum of payments, refunds that exceed their payment, and payments wrongly marked as
 * matched or unmatched.
 */
export async function paymentFaults(handle: Handle): Promise<Difference[]> {
  return [...(await totalFaults(handle)), ...(await overTaken(handle)), ...(await matchFaults(handle))];
}

async function totalFaults({ db, t: { payments: p, payment_totals: s } }: Handle): Promise<Difference[]> {
  const [stored] = await db.select({ paid: sumText(s.paid), refunded: sumText(s.refunded) }).from(s);
  const [computed] = await db
    .select({
      paid: sumText(sql`case when ${p.amount} > 0 then ${p.amount} else 0 end`),
      refunded: sumText(sql`case when ${p.amount} < 0 then -${p.amount} else 0 end`),
    })
    .from(p);
  if (!stored || !computed) throw new Error('The query for the sums returned no rows');
  return (['paid', 'refunded'] as const).flatMap((key) =>
    stored[key] === computed[key]
      ? []
      : [{ table: 'payment_totals', key, stored: stored[key], computed: computed[key] }],
  );
}

async function overTaken({ db, t: { payments: p, counted_refunds: r } }: Handle): Promise<Difference[]> {
  const rows = await db
    .select({
      payment_id: r.payment_id,
      kind: r.kind,
      target_id: r.target_id,
      taken: sumText(r.amount),
      amount: sql<string>`cast(${p.amount} as text)`,
    })
    .from(r)
    .innerJoin(p, sql`${p.payment_id} = ${r.payment_id} and ${p.amount} >= 0`)
    .groupBy(r.payment_id, r.kind, r.target_id, p.amount)
    .having(sql`sum(${r.amount}) > ${p.amount}`);
  return rows.map(({ payment_id, kind, target_id, taken, amount }) => ({
    table: 'counted_refunds',
    key: `payment ${payment_id} ${kind} ${target_id}`,
    stored: taken,
    computed: `at most ${amount}`,
  }));
}

async function matchFaults({ db, t: { payments: p } }: Handle): Promise<Difference[]> {
  const isMatched = sql`(${p.counted_code_ids} <> '[]' or exists (select 1 from accruals a
    where a.payment_id = ${p.payment_id} and a.reverses_accrual_id is null))`;
  const rows = await db
    .select({ payment_id: p.payment_id, reason: p.unmatched_reason })
    .from(p)
    .where(sql`${p.amount} > 0 and (${p.unmatched_reason} is null) <> ${isMatched}`);
  return rows.map(({ payment_id, reason }) => ({
    table: 'payments',
    key: `payment ${payment_id}`,
    stored: reason ?? 'matched',
    computed: reason === null ? 'unmatched' : 'matched',
  }));
}
