import type pg from 'pg';
import {
  type OpenAccrual,
  type PaymentAnswer,
  type PaymentEffects,
  type PaymentOutcome,
  type PaymentRequestItem,
  type PaymentSnapshot,
  requestKey,
  transactionKey,
} from '../features/payments/payment-rules.ts';
import { decidePayments } from '../features/payments/take-payment-rules.ts';
import { startOfQuarter } from '../lib/clock.ts';
import { compare, emptyPaymentSnapshot, type PaymentNeeds, paymentNeeds, push } from './hot-needs.ts';
import {
  accrualColumns,
  knownPayment,
  OPEN_ACCRUAL_SQL,
  type OpenAccrualRow,
  openAccrual,
  type PayerClaimRow,
  type PaymentRow,
  payerClaim,
  payerClaimSql,
} from './hot-rows.ts';
import { REFUND_LOCK } from './locking.ts';

export async function postgresPay(
  client: pg.PoolClient,
  slot: number,
  items: readonly PaymentRequestItem[],
  now: number,
): Promise<PaymentOutcome[]> {
  const needs = paymentNeeds(items);
  const refunds = items.some(({ events }) => events.some(({ amount, refundOf }) => amount < 0 || refundOf !== null));
  await client.query(refunds ? LOCK_REFUNDS : LOCK_PAYMENTS);
  const snapshot = await readSnapshot(client, needs);
  const { outcomes, effects } = decidePayments(items, snapshot, now);
  await write(client, effects, slot, now);
  return outcomes;
}

// A refund must see every payment before it and none may pass it; payments alone pass each other freely.
const LOCK_REFUNDS = `select pg_advisory_xact_lock(${REFUND_LOCK})`;
const LOCK_PAYMENTS = `select pg_advisory_xact_lock_shared(${REFUND_LOCK})`;

const READ_BASICS = `
  select o.currency, o.currency_digits,
    (select json_agg(json_build_array(q.family_id, q.request_id, q.request_hash, q.body))
       from unnest($1::bigint[], $2::text[]) as x(f, r)
       join payment_requests q on q.family_id = x.f and q.request_id = x.r) as requests,
    (select json_agg(json_build_array(l.user_id, l.creator_id)) from links l where l.user_id = any($3::text[])) as links,
    array(select nextval('payments_payment_id_seq') from generate_series(1, $4::int)) as ids
  from organisation o where o.organisation_id = 1 for share of o`;

interface BasicsRow {
  currency: string;
  currency_digits: number;
  requests: [number, string, string, string][] | null;
  links: [string, string][] | null;
  ids: (string | number)[];
}

// FOR SHARE: a payout run that takes the next settlement number waits for the batch, or the batch for it.
// User by user, for the same reason as in redeem: `offset 0` keeps Postgres from joining the other way round.
const LIVING_CLAIMS = `unnest($1::text[]) as x(u) cross join lateral (
      select * from claims v where v.user_id = x.u and v.released_at is null offset 0) k`;
const READ_CLAIMS = `${payerClaimSql(LIVING_CLAIMS)} for share of p`;
const READ_PAYMENTS = `
  select m.* from unnest($1::text[], $2::text[]) as x(g, t) join payments m on m.game_id = x.g and m.transaction_id = x.t`;
const READ_REFUNDS = `
  select m.game_id, m.refund_of, m.payment_id, m.amount from unnest($1::text[], $2::text[]) as x(g, t)
    join payments m on m.game_id = x.g and m.refund_of = x.t order by m.payment_id`;
const READ_OPEN = `${OPEN_ACCRUAL_SQL}
  where a.amount > 0 and (a.user_id = any($1::text[]) or a.payment_id = any($2::bigint[])) order by a.accrual_id`;
const READ_SETTLEMENTS = `
  select campaign_id, settlement_no from campaigns where campaign_id = any($1::bigint[]) order by campaign_id for share`;

async function readSnapshot(client: pg.PoolClient, needs: PaymentNeeds): Promise<PaymentSnapshot> {
  const basics = await client.query<BasicsRow>({
    name: 'pay_basics',
    text: READ_BASICS,
    values: [needs.requests.map((r) => r.familyId), needs.requests.map((r) => r.requestId), needs.users, needs.events],
  });
  const row = basics.rows[0] as BasicsRow;
  const paymentIds = row.ids.map(Number).reverse();
  const snapshot = emptyPaymentSnapshot(
    row.currency,
    row.currency_digits,
    () => paymentIds.pop() as number,
    localIds(),
  );
  for (const [familyId, requestId, requestHash, body] of row.requests ?? [])
    snapshot.requests.set(requestKey(familyId, requestId), { requestHash, answer: JSON.parse(body) as PaymentAnswer });
  for (const [userId, creatorId] of row.links ?? []) snapshot.links.set(userId, creatorId);
  const claims = await client.query<PayerClaimRow>({ name: 'pay_claims', text: READ_CLAIMS, values: [needs.users] });
  for (const claim of claims.rows) push(snapshot.claims, claim.user_id, payerClaim(claim));
  await readTransactions(client, needs, snapshot);
  return snapshot;
}

/** Accruals get their real ids when they are written; until then reversals of one batch name local ones. */
function localIds(): () => number {
  let next = 0;
  return () => {
    next -= 1;
    return next;
  };
}

async function readTransactions(client: pg.PoolClient, needs: PaymentNeeds, snapshot: PaymentSnapshot) {
  const named = (list: PaymentNeeds['transactions']) => [list.map((t) => t.gameId), list.map((t) => t.transactionId)];
  if (needs.transactions.length > 0) {
    const payments = await client.query<PaymentRow>({
      name: 'pay_payments',
      text: READ_PAYMENTS,
      values: named(needs.transactions),
    });
    for (const payment of payments.rows)
      snapshot.payments.set(transactionKey(payment.game_id, payment.transaction_id ?? ''), knownPayment(payment));
  }
  if (needs.refunded.length > 0) {
    const refunds = await client.query<{ game_id: string; refund_of: string; payment_id: number; amount: number }>({
      name: 'pay_refunds',
      text: READ_REFUNDS,
      values: named(needs.refunded),
    });
    for (const { game_id, refund_of, payment_id, amount } of refunds.rows)
      push(snapshot.refunds, transactionKey(game_id, refund_of), { paymentId: payment_id, amount });
  }
  const payments = needs.refunded.flatMap(
    ({ gameId, transactionId }) => snapshot.payments.get(transactionKey(gameId, transactionId))?.paymentId ?? [],
  );
  if (needs.usersRefunded.length + payments.length > 0) await readOpen(client, needs.usersRefunded, payments, snapshot);
}

async function readOpen(client: pg.PoolClient, users: string[], payments: number[], snapshot: PaymentSnapshot) {
  const { rows } = await client.query<OpenAccrualRow>({ name: 'pay_open', text: READ_OPEN, values: [users, payments] });
  const wanted = new Set(users);
  for (const row of rows) {
    const accrual: OpenAccrual = openAccrual(row);
    push(snapshot.openByPayment, accrual.paymentId, accrual);
    if (wanted.has(accrual.userId)) push(snapshot.openByUser, accrual.userId, accrual);
  }
  const campaigns = [...new Set(rows.map((row) => row.campaign_id))].sort((a, b) => a - b);
  const settlements = await client.query<{ campaign_id: number; settlement_no: number }>({
    name: 'pay_settlements',
    text: READ_SETTLEMENTS,
    values: [campaigns],
  });
  for (const { campaign_id, settlement_no } of settlements.rows) snapshot.settlementNo.set(campaign_id, settlement_no);
}

const WRITE = `
  with paid as (
    insert into payments (payment_id, game_id, transaction_id, user_id, amount, refund_of, counted_code_ids, created_at, received_at)
    select i, g, t, u, a, r, c, d, $1 from unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[],
      $8::text[], $9::bigint[]) as x(i, g, t, u, a, r, c, d)),
  accrued as (
    insert into accruals (accrual_id, payment_id, reverses_accrual_id, user_id, code_id, campaign_id, creator_id, terms_id,
      settlement_no, amount, counted_at, received_at)
    select i, p, v, u, c, m, r, t, s, a, d, $1 from unnest($10::bigint[], $11::bigint[], $12::bigint[], $13::text[],
      $14::bigint[], $15::bigint[], $16::text[], $17::bigint[], $18::bigint[], $19::bigint[], $20::bigint[])
      as x(i, p, v, u, c, m, r, t, s, a, d)),
  asked as (
    insert into payment_requests (family_id, request_id, request_hash, body, created_at)
    select f, r, h, b, $1 from unnest($21::bigint[], $22::text[], $23::text[], $24::text[]) as x(f, r, h, b)),
  totals as (
    insert into code_counters (code_id, terms_id, slot, claims, payments, revenue, refunds)
    select c, t, $30::int, 0, p, v, r from unnest($25::bigint[], $26::bigint[], $27::bigint[], $28::bigint[], $29::bigint[])
      as x(c, t, p, v, r)
    on conflict (code_id, terms_id, slot) do update set payments = code_counters.payments + excluded.payments,
      revenue = code_counters.revenue + excluded.revenue, refunds = code_counters.refunds + excluded.refunds),
  series as (
    insert into campaign_hours (campaign_id, hour, slot, claims, payments, revenue, refunds)
    select m, $31, $30::int, 0, p, v, r from unnest($32::bigint[], $33::bigint[], $34::bigint[], $35::bigint[])
      as x(m, p, v, r)
    on conflict (campaign_id, hour, slot) do update set payments = campaign_hours.payments + excluded.payments,
      revenue = campaign_hours.revenue + excluded.revenue, refunds = campaign_hours.refunds + excluded.refunds)
  insert into code_hours (code_id, hour, slot, claims, payments, revenue, refunds)
  select c, $31, $30::int, 0, sum(p), sum(v), sum(r)
    from unnest($25::bigint[], $27::bigint[], $28::bigint[], $29::bigint[]) as x(c, p, v, r) group by c order by c
  on conflict (code_id, hour, slot) do update set payments = code_hours.payments + excluded.payments,
    revenue = code_hours.revenue + excluded.revenue, refunds = code_hours.refunds + excluded.refunds`;

const RESERVE_ACCRUALS = `select nextval('accruals_accrual_id_seq') as id from generate_series(1, $1::int)`;

async function write(client: pg.PoolClient, effects: PaymentEffects, slot: number, now: number) {
  const { payments } = effects;
  if (payments.length + effects.requests.length === 0) return;
  const accruals = await withRealIds(client, effects);
  const column = (at: number) => accruals.map((accrual) => accrual[at]);
  const requests = effects.requests.sort((a, b) => a.familyId - b.familyId || compare(a.requestId, b.requestId));
  const series = [...effects.campaigns].sort(([a], [b]) => a - b);
  const counters = [...effects.counters.values()].sort((a, b) => a.codeId - b.codeId || a.termsId - b.termsId);
  await client.query({
    name: 'pay_write',
    text: WRITE,
    values: [
      now,
      payments.map((p) => p.paymentId),
      payments.map((p) => p.event.gameId),
      payments.map((p) => p.event.transactionId),
      payments.map((p) => p.event.userId),
      payments.map((p) => p.event.amount),
      payments.map((p) => p.event.refundOf),
      payments.map((p) => JSON.stringify(p.countedCodeIds)),
      payments.map((p) => p.event.createdAt),
      ...Array.from({ length: 11 }, (_, at) => column(at)),
      requests.map((r) => r.familyId),
      requests.map((r) => r.requestId),
      requests.map((r) => r.requestHash),
      requests.map((r) => JSON.stringify(r.answer)),
      counters.map((c) => c.codeId),
      counters.map((c) => c.termsId),
      counters.map((c) => c.payments),
      counters.map((c) => c.revenue),
      counters.map((c) => c.refunds),
      slot,
      startOfQuarter(now),
      series.map(([campaignId]) => campaignId),
      series.map(([, change]) => change.payments),
      series.map(([, change]) => change.revenue),
      series.map(([, change]) => change.refunds),
    ],
  });
}

/** How many accruals a batch makes is known only after the decision, so their ids are reserved here. */
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
