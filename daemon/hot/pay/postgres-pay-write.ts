import type pg from 'pg';
import type { PaymentEffects } from '../../domain/payments/payment-batch.ts';
import { startOfQuarter } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import { prepareQuery } from '../prepare-query.ts';
import { isForeign, paidRow, paymentRow } from './pay-rows.ts';

const INSERT_PAYMENTS = `
    insert into payments (payment_id, game_id, transaction_id, user_id, amount, refund_of, counted_code_ids,
      counted_campaign_ids, unmatched_reason, unmatched_amount, created_at, received_at)
    select x.*, {now} from unnest({payments.paymentId}::bigint[], {payments.gameId}::text[],
      {payments.transactionId}::text[], {payments.userId}::text[], {payments.amount}::bigint[],
      {payments.refundOf}::text[], {payments.countedCodeIds}::text[], {payments.countedCampaignIds}::text[],
      {payments.unmatchedReason}::text[], {payments.unmatchedAmount}::bigint[], {payments.createdAt}::bigint[]) as x`;

const INSERT_FOREIGN = `
    insert into payments (payment_id, game_id, transaction_id, user_id, amount, refund_of, counted_code_ids,
      counted_campaign_ids, unmatched_reason, unmatched_amount, created_at, paid_minor, paid_currency, paid_digits,
      rate_id, received_at)
    select x.*, {now} from unnest({payments.paymentId}::bigint[], {payments.gameId}::text[],
      {payments.transactionId}::text[], {payments.userId}::text[], {payments.amount}::bigint[],
      {payments.refundOf}::text[], {payments.countedCodeIds}::text[], {payments.countedCampaignIds}::text[],
      {payments.unmatchedReason}::text[], {payments.unmatchedAmount}::bigint[], {payments.createdAt}::bigint[],
      {foreign.paidMinor}::bigint[], {foreign.paidCurrency}::text[], {foreign.paidDigits}::int[], {foreign.rateId}::bigint[]) as x`;

const ADD_CURRENCIES = `
    insert into currency_hours (campaign_id, currency, digits, game_id, paid, revenue, hour, slot)
    select x.*, {hour}, {slot}::int from unnest({currencies.campaignId}::bigint[], {currencies.currency}::text[],
      {currencies.digits}::int[], {currencies.gameId}::text[], {currencies.paid}::bigint[],
      {currencies.revenue}::bigint[]) as x
    on conflict (campaign_id, hour, currency, digits, game_id, slot) do update
      set paid = currency_hours.paid + excluded.paid, revenue = currency_hours.revenue + excluded.revenue`;

const WRITE_THE_REST = `
  accrued as (
    insert into accruals (accrual_id, payment_id, reverses_accrual_id, user_id, code_id, campaign_id, creator_id, terms_id,
      settlement_no, amount, counted_at, received_at)
    select x.*, {now} from unnest({accruals.accrualId}::bigint[], {accruals.paymentId}::bigint[],
      {accruals.reversesAccrualId}::bigint[], {accruals.userId}::text[], {accruals.codeId}::bigint[],
      {accruals.campaignId}::bigint[], {accruals.creatorId}::text[], {accruals.termsId}::bigint[],
      {accruals.settlementNo}::bigint[], {accruals.amount}::bigint[], {accruals.countedAt}::bigint[]) as x),
  asked as (
    insert into payment_requests (family_id, request_id, request_hash, body, created_at)
    select x.*, {now} from unnest({requests.familyId}::bigint[], {requests.requestId}::text[],
      {requests.requestHash}::text[], {requests.body}::text[]) as x),
  summed as (
    insert into payment_totals (slot, paid, refunded) select {slot}::int, {paid}::bigint, {refunded}::bigint
    on conflict (slot) do update set paid = payment_totals.paid + excluded.paid,
      refunded = payment_totals.refunded + excluded.refunded),
  totals as (
    insert into code_counters (code_id, terms_id, game_id, payments, revenue, refunds, slot, claims)
    select x.*, {slot}::int, 0 from unnest({counters.codeId}::bigint[], {counters.termsId}::bigint[],
      {counters.gameId}::text[], {counters.payments}::bigint[], {counters.revenue}::bigint[],
      {counters.refunds}::bigint[]) as x
    on conflict (code_id, terms_id, game_id, slot) do update set payments = code_counters.payments + excluded.payments,
      revenue = code_counters.revenue + excluded.revenue, refunds = code_counters.refunds + excluded.refunds),
  series as (
    insert into campaign_hours (campaign_id, game_id, payments, revenue, refunds, creator_revenue, hour, slot, claims)
    select x.*, {hour}, {slot}::int, 0 from unnest({series.campaignId}::bigint[], {series.gameId}::text[],
      {series.payments}::bigint[], {series.revenue}::bigint[], {series.refunds}::bigint[],
      {series.creatorRevenue}::bigint[]) as x
    on conflict (campaign_id, hour, game_id, slot) do update set payments = campaign_hours.payments + excluded.payments,
      revenue = campaign_hours.revenue + excluded.revenue, refunds = campaign_hours.refunds + excluded.refunds,
      creator_revenue = campaign_hours.creator_revenue + excluded.creator_revenue)
  insert into code_hours (code_id, game_id, payments, revenue, refunds, hour, slot, claims)
  select c, g, sum(p), sum(v), sum(r), {hour}, {slot}::int, 0
    from unnest({counters.codeId}::bigint[], {counters.gameId}::text[], {counters.payments}::bigint[],
      {counters.revenue}::bigint[], {counters.refunds}::bigint[]) as x(c, g, p, v, r)
   group by c, g order by c, g
  on conflict (code_id, hour, game_id, slot) do update set payments = code_hours.payments + excluded.payments,
    revenue = code_hours.revenue + excluded.revenue, refunds = code_hours.refunds + excluded.refunds`;

const writeQuery = prepareQuery('pay_write', `with paid as (${INSERT_PAYMENTS}), ${WRITE_THE_REST}`);
const writeForeignQuery = prepareQuery(
  'pay_write_foreign',
  `with paid as (${INSERT_FOREIGN}), converted as (${ADD_CURRENCIES}), ${WRITE_THE_REST}`,
);

const writeRefundsQuery = prepareQuery(
  'pay_write_refunds',
  `with rematched as (
    update payments p set unmatched_reason = x.w, unmatched_amount = x.a
      from unnest({rematched.paymentId}::bigint[], {rematched.reason}::text[], {rematched.amount}::bigint[]) as x(i, w, a)
     where p.payment_id = x.i)
  insert into counted_refunds (payment_id, kind, target_id, refund_id, amount)
  select * from unnest({refunds.paymentId}::bigint[], {refunds.kind}::text[], {refunds.targetId}::bigint[],
    {refunds.refundId}::bigint[], {refunds.amount}::bigint[])`,
);

const RESERVE_ACCRUALS = `select nextval('accruals_accrual_id_seq') as id from generate_series(1, $1::int)`;

/** Writes a batch of payments in one statement. Refunds need a second one, which stores what they reverse. */
export async function writePayments(client: pg.PoolClient, effects: PaymentEffects, slot: number, now: number) {
  const { payments, totals } = effects;
  if (payments.length + effects.requests.length === 0) return;
  const accruals = await withRealIds(client, effects);
  const requests = effects.requests
    .map(({ answer, ...request }) => ({ ...request, body: JSON.stringify(answer) }))
    .sort((a, b) => a.familyId - b.familyId || compare(a.requestId, b.requestId));
  const series = [...effects.campaigns.values()].sort(
    (a, b) => a.campaignId - b.campaignId || compare(a.gameId, b.gameId),
  );
  const counters = [...effects.counters.values()].sort(
    (a, b) => a.codeId - b.codeId || a.termsId - b.termsId || compare(a.gameId, b.gameId),
  );
  const currencies = [...effects.currencies.values()].sort(
    (a, b) =>
      a.campaignId - b.campaignId ||
      compare(a.currency, b.currency) ||
      a.digits - b.digits ||
      compare(a.gameId, b.gameId),
  );
  const hour = startOfQuarter(now);
  const rest = { accruals, requests, ...totals, counters, series, slot, hour, now };
  const rows = payments.map(paymentRow);
  await client.query(
    payments.some(isForeign)
      ? writeForeignQuery({ payments: rows, foreign: payments.map(paidRow), currencies, ...rest })
      : writeQuery({ payments: rows, ...rest }),
  );
  if (effects.countedRefunds.length + effects.rematched.length > 0) await writeRefunds(client, effects);
}

async function writeRefunds(client: pg.PoolClient, { countedRefunds: refunds, rematched }: PaymentEffects) {
  const rows = rematched.map(({ paymentId, unmatched }) => ({
    paymentId,
    reason: unmatched?.reason ?? null,
    amount: unmatched?.amount ?? null,
  }));
  await client.query(writeRefundsQuery({ refunds, rematched: rows }));
}

/**
 * Replaces the local IDs of accruals with real ones, which it reserves only now, because the number of accruals is
 * known only after the rules have decided.
 */
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
    return { ...accrual, accrualId: real.get(accrualId) as number, reversesAccrualId };
  });
}
