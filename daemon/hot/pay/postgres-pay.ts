import type pg from 'pg';
import { REFUND_LOCK } from '../../db/query/locking.ts';
import {
  type OpenAccrual,
  type PaymentAnswer,
  type PaymentOutcome,
  type PaymentRequestItem,
  type PaymentSnapshot,
  push,
  requestKey,
  transactionKey,
} from '../../domain/payments/payment-batch.ts';
import { isRefund } from '../../domain/payments/payment-event.ts';
import { decidePayments } from '../../domain/payments/take-payments.ts';
import { prepareQuery } from '../prepare-query.ts';
import { emptyPaymentSnapshot, type PaymentNeeds, paymentNeeds } from './pay-needs.ts';
import {
  correctedSql,
  JOIN_RATE,
  keepOpenCounts,
  knownPayment,
  namedRefund,
  OPEN_ACCRUAL_SQL,
  type OpenAccrualRow,
  openAccrual,
  type PayerClaimRow,
  type PaymentRow,
  payerClaim,
  payerClaimSql,
  type TakenRow,
  takenSql,
} from './pay-rows.ts';
import { writePayments } from './postgres-pay-write.ts';

export async function postgresPay(
  client: pg.PoolClient,
  slot: number,
  items: readonly PaymentRequestItem[],
  now: number,
): Promise<PaymentOutcome[]> {
  const needs = paymentNeeds(items);
  const refunds = items.some(({ events }) => events.some(isRefund));
  await client.query(refunds ? LOCK_REFUNDS : LOCK_PAYMENTS);
  const snapshot = await readSnapshot(client, needs);
  const { outcomes, effects } = decidePayments(items, snapshot, now);
  await writePayments(client, effects, slot, now);
  return outcomes;
}

// A batch with refunds must see every earlier payment, so it takes the lock exclusively. Other batches share it.
const LOCK_REFUNDS = `select pg_advisory_xact_lock(${REFUND_LOCK})`;
const LOCK_PAYMENTS = `select pg_advisory_xact_lock_shared(${REFUND_LOCK})`;

const basicsQuery = prepareQuery(
  'pay_basics',
  `select o.currency, o.currency_digits,
    (select coalesce(sum(paid), 0)::text from payment_totals) as paid,
    (select coalesce(sum(refunded), 0)::text from payment_totals) as refunded,
    (select json_agg(json_build_array(q.family_id, q.request_id, q.request_hash, q.body))
       from unnest({requests.familyId}::bigint[], {requests.requestId}::text[]) as x(f, r)
       join payment_requests q on q.family_id = x.f and q.request_id = x.r) as requests,
    (select json_agg(json_build_array(l.user_id, l.creator_id))
       from links l where l.user_id = any({users}::text[])) as links,
    array(select nextval('payments_payment_id_seq') from generate_series(1, {events}::int)) as ids
  from organisation o where o.organisation_id = 1 for share of o`,
);

interface BasicsRow {
  currency: string;
  currency_digits: number;
  paid: string;
  refunded: string;
  requests: [number, string, string, string][] | null;
  links: [string, string][] | null;
  ids: (string | number)[];
}

// FOR SHARE prevents a payout run from taking the next settlement number until the batch commits; the batch also waits
// for such a run. Claims are looked up user by user for the reason given in postgres-redeem.ts, and `offset 0` keeps
// Postgres from turning this into a join.
const LIVING_CLAIMS = `unnest($1::text[]) as x(u) cross join lateral (
      select * from claims v where v.user_id = x.u and v.released_at is null offset 0) k`;
const READ_CLAIMS = `${payerClaimSql(LIVING_CLAIMS)} for share of p`;
const READ_PAYMENTS = `
  select p.*, x.rate from unnest($1::text[], $2::text[]) as n(g, t)
    join payments p on p.game_id = n.g and p.transaction_id = n.t ${JOIN_RATE}`;
const READ_REFUNDS = `
  select p.*, x.rate from unnest($1::text[], $2::text[]) as n(g, t)
    join payments p on p.game_id = n.g and p.refund_of = n.t ${JOIN_RATE} order by p.payment_id`;
const READ_OPEN = `${OPEN_ACCRUAL_SQL}
  where a.amount > 0 and (a.user_id = any($1::text[]) or a.payment_id = any($2::bigint[])) order by a.accrual_id`;
const READ_COUNTED = `
  select p.* from payments p where p.amount > 0 and (p.counted_code_ids <> '[]' or p.counted_campaign_ids <> '[]')
    and (p.user_id = any($1::text[]) or p.payment_id = any($2::bigint[])) order by p.payment_id`;
const READ_TAKEN = takenSql('counted_refunds r where r.payment_id = any($1::bigint[])');
const READ_CORRECTED = correctedSql('unnest($1::bigint[]) as asked(id)', 'asked.id');
const READ_SETTLEMENTS = `
  select campaign_id, settlement_no from campaigns where campaign_id = any($1::bigint[]) order by campaign_id for share`;

async function readSnapshot(client: pg.PoolClient, needs: PaymentNeeds): Promise<PaymentSnapshot> {
  const { requests, users, events } = needs;
  const basics = await client.query<BasicsRow>(basicsQuery({ requests, users, events }));
  const row = basics.rows[0] as BasicsRow;
  const paymentIds = row.ids.map(Number).reverse();
  const snapshot = emptyPaymentSnapshot({
    currency: row.currency,
    currencyDigits: row.currency_digits,
    totals: { paid: BigInt(row.paid), refunded: BigInt(row.refunded) },
    nextPaymentId: () => paymentIds.pop() as number,
    nextAccrualId: localIds(),
  });
  for (const [familyId, requestId, requestHash, body] of row.requests ?? [])
    snapshot.requests.set(requestKey(familyId, requestId), { requestHash, answer: JSON.parse(body) as PaymentAnswer });
  for (const [userId, creatorId] of row.links ?? []) snapshot.links.set(userId, creatorId);
  const claims = await client.query<PayerClaimRow>({ name: 'pay_claims', text: READ_CLAIMS, values: [users] });
  for (const claim of claims.rows) push(snapshot.claims, claim.user_id, payerClaim(claim));
  if (needs.rates.length > 0) await readCorrected(client, needs.rates, snapshot);
  await readTransactions(client, needs, snapshot);
  return snapshot;
}

async function readCorrected(client: pg.PoolClient, rates: number[], { correctedRates }: PaymentSnapshot) {
  const values = [rates];
  const { rows } = await client.query<{ rate_id: number }>({ name: 'pay_corrected', text: READ_CORRECTED, values });
  for (const { rate_id } of rows) correctedRates.add(Number(rate_id));
}

/**
 * Creates a function that returns local IDs. Reversals refer to accruals of the same batch by these IDs until the write
 * assigns real ones.
 */
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
    const refunds = await client.query<PaymentRow & { refund_of: string }>({
      name: 'pay_refunds',
      text: READ_REFUNDS,
      values: named(needs.refunded),
    });
    for (const row of refunds.rows)
      push(snapshot.refunds, transactionKey(row.game_id, row.refund_of), namedRefund(row));
  }
  const payments = needs.refunded.flatMap(
    ({ gameId, transactionId }) => snapshot.payments.get(transactionKey(gameId, transactionId))?.paymentId ?? [],
  );
  if (needs.usersRefunded.length + payments.length === 0) return;
  await readOpen(client, needs.usersRefunded, payments, snapshot);
  await readCounts(client, needs.usersRefunded, payments, snapshot);
}

async function readCounts(client: pg.PoolClient, users: string[], payments: number[], snapshot: PaymentSnapshot) {
  const counted = await client.query<PaymentRow>({
    name: 'pay_counted',
    text: READ_COUNTED,
    values: [users, payments],
  });
  const ids = counted.rows.map((row) => row.payment_id);
  const taken = await client.query<TakenRow>({ name: 'pay_taken', text: READ_TAKEN, values: [ids] });
  keepOpenCounts(snapshot, counted.rows.map(knownPayment), taken.rows);
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
