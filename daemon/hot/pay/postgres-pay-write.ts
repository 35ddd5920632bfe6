import type pg from 'pg';
import type { PaymentEffects } from '../../domain/payments/payment-batch.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import { accrualColumns, paymentColumns } from './pay-rows.ts';

const WRITE = `
  with paid as (
    insert into payments (payment_id, game_id, transaction_id, user_id, amount, refund_of, counted_code_ids,
      counted_campaign_ids, unmatched_reason, unmatched_amount, created_at, received_at)
    select i, g, t, u, a, r, c, m, w, x, d, $1 from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[],
      $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[]) as x(i, g, t, u, a, r, c, m, w, x, d)),
  accrued as (
    insert into accruals (accrual_id, payment_id, reverses_accrual_id, user_id, code_id, campaign_id, creator_id, terms_id,
      settlement_no, amount, counted_at, received_at)
    select i, p, v, u, c, m, r, t, s, a, d, $1 from unnest($13::bigint[], $14::bigint[], $15::bigint[], $16::text[],
      $17::bigint[], $18::bigint[], $19::text[], $20::bigint[], $21::bigint[], $22::bigint[], $23::bigint[])
      as x(i, p, v, u, c, m, r, t, s, a, d)),
  asked as (
    insert into payment_requests (family_id, request_id, request_hash, body, created_at)
    select f, r, h, b, $1 from unnest($24::bigint[], $25::text[], $26::text[], $27::text[]) as x(f, r, h, b)),
  summed as (
    insert into payment_totals (slot, paid, refunded) select $28::int, $29::bigint, $30::bigint
    on conflict (slot) do update set paid = payment_totals.paid + excluded.paid,
      refunded = payment_totals.refunded + excluded.refunded),
  totals as (
    insert into code_counters (code_id, terms_id, game_id, slot, claims, payments, revenue, refunds)
    select c, t, g, $28::int, 0, p, v, r
      from unnest($31::bigint[], $32::bigint[], $33::text[], $34::bigint[], $35::bigint[], $36::bigint[])
      as x(c, t, g, p, v, r)
    on conflict (code_id, terms_id, game_id, slot) do update set payments = code_counters.payments + excluded.payments,
      revenue = code_counters.revenue + excluded.revenue, refunds = code_counters.refunds + excluded.refunds),
  series as (
    insert into campaign_hours (campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue)
    select m, $37, g, $28::int, 0, p, v, r, a
      from unnest($38::bigint[], $39::text[], $40::bigint[], $41::bigint[], $42::bigint[], $43::bigint[])
      as x(m, g, p, v, r, a)
    on conflict (campaign_id, hour, game_id, slot) do update set payments = campaign_hours.payments + excluded.payments,
      revenue = campaign_hours.revenue + excluded.revenue, refunds = campaign_hours.refunds + excluded.refunds,
      creator_revenue = campaign_hours.creator_revenue + excluded.creator_revenue)
  insert into code_hours (code_id, hour, game_id, slot, claims, payments, revenue, refunds)
  select c, $37, g, $28::int, 0, sum(p), sum(v), sum(r)
    from unnest($31::bigint[], $33::text[], $34::bigint[], $35::bigint[], $36::bigint[]) as x(c, g, p, v, r)
   group by c, g order by c, g
  on conflict (code_id, hour, game_id, slot) do update set payments = code_hours.payments + excluded.payments,
    revenue = code_hours.revenue + excluded.revenue, refunds = code_hours.refunds + excluded.refunds`;

const WRITE_REFUNDS = `
  with rematched as (
    update payments p set unmatched_reason = x.w, unmatched_amount = x.a
      from unnest($6::bigint[], $7::text[], $8::bigint[]) as x(i, w, a) where p.payment_id = x.i)
  insert into counted_refunds (payment_id, kind, target_id, refund_id, amount)
  select * from unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[])`;

const RESERVE_ACCRUALS = `select nextval('accruals_accrual_id_seq') as id from generate_series(1, $1::int)`;

/** Turns rows into columns: one array of values for each position in a row. */
const columnsOf = (rows: readonly unknown[][], width: number) =>
  Array.from({ length: width }, (_, at) => rows.map((row) => row[at]));

/** Writes a batch of payments in one statement. Refunds need a second one for their own rows. */
export async function writePayments(client: pg.PoolClient, effects: PaymentEffects, slot: number, now: number) {
  const { payments, totals } = effects;
  if (payments.length + effects.requests.length === 0) return;
  const accruals = await withRealIds(client, effects);
  const requests = effects.requests.sort((a, b) => a.familyId - b.familyId || compare(a.requestId, b.requestId));
  const series = [...effects.campaigns.values()].sort(
    (a, b) => a.campaignId - b.campaignId || compare(a.gameId, b.gameId),
  );
  const counters = [...effects.counters.values()].sort(
    (a, b) => a.codeId - b.codeId || a.termsId - b.termsId || compare(a.gameId, b.gameId),
  );
  await client.query({
    name: 'pay_write',
    text: WRITE,
    values: [
      now,
      ...columnsOf(payments.map(paymentColumns), 11),
      ...columnsOf(accruals, 11),
      requests.map((r) => r.familyId),
      requests.map((r) => r.requestId),
      requests.map((r) => r.requestHash),
      requests.map((r) => JSON.stringify(r.answer)),
      slot,
      totals.paid,
      totals.refunded,
      counters.map((c) => c.codeId),
      counters.map((c) => c.termsId),
      counters.map((c) => c.gameId),
      counters.map((c) => c.payments),
      counters.map((c) => c.revenue),
      counters.map((c) => c.refunds),
      startOfQuarter(now),
      series.map((c) => c.campaignId),
      series.map((c) => c.gameId),
      series.map((c) => c.payments),
      series.map((c) => c.revenue),
      series.map((c) => c.refunds),
      series.map((c) => c.creatorRevenue),
    ],
  });
  if (effects.countedRefunds.length + effects.rematched.length > 0) await writeRefunds(client, effects);
}

async function writeRefunds(client: pg.PoolClient, { countedRefunds, rematched }: PaymentEffects) {
  const values = [
    countedRefunds.map((r) => r.paymentId),
    countedRefunds.map((r) => r.kind),
    countedRefunds.map((r) => r.targetId),
    countedRefunds.map((r) => r.refundId),
    countedRefunds.map((r) => r.amount),
    rematched.map((r) => r.paymentId),
    rematched.map((r) => r.unmatched?.reason ?? null),
    rematched.map((r) => r.unmatched?.amount ?? null),
  ];
  await client.query({ name: 'pay_write_refunds', text: WRITE_REFUNDS, values });
}

/** Reserves the accruals' IDs, because their number is known only after the rules have decided. */
async function withRealIds(client: pg.PoolClient, { accruals }: PaymentEffects) {
  if (accruals.length === 0) return [];
  const { rows } = await client.query<{ id: string | number }>({
    name: 'pay_ids',
    text: RESERVE_ACCRUALS,
    values: [accruals.length],
  });
  const real = new Map(accruals.map((accrual, at) => [accrual.accrualId, Number(rows[at]?.id)]));
  return accruals.map((accrual) => {
    const { accrualId, reversesAccrualId: reversed } = accrual;
    const reversesAccrualId = reversed === null ? null : (real.get(reversed) ?? reversed);
    return accrualColumns({ ...accrual, accrualId: real.get(accrualId) as number, reversesAccrualId });
  });
}
