import type BetterSqlite3 from 'better-sqlite3';
import {
  type Accrual,
  type OpenAccrual,
  type PaymentAnswer,
  type PaymentEffects,
  type PaymentOutcome,
  type PaymentRequestItem,
  type PaymentSnapshot,
  push,
  requestKey,
  transactionKey,
} from '../../domain/payments/payment-batch.ts';
import { decidePayments } from '../../domain/payments/take-payments.ts';
import { idsFrom } from '../ids-from.ts';
import type { CounterWriter } from '../sqlite-counters.ts';
import { prepareInserts } from '../sqlite-rows.ts';
import { emptyPaymentSnapshot, type PaymentNeeds, paymentNeeds } from './pay-needs.ts';
import {
  correctedSql,
  isForeign,
  JOIN_RATE,
  keepOpenCounts,
  knownPayment,
  namedRefund,
  OPEN_ACCRUAL_SQL,
  type OpenAccrualRow,
  openAccrual,
  type PayerClaimRow,
  type PaymentRow,
  paidRow,
  payerClaim,
  payerClaimSql,
  paymentRow,
  type TakenRow,
  takenSql,
} from './pay-rows.ts';

type PaymentColumns = ReturnType<typeof paymentRow>;
type PaidColumns = ReturnType<typeof paidRow>;

const PAYMENT_COLUMNS = {
  payment_id: ({ paymentId }: PaymentColumns) => paymentId,
  game_id: ({ gameId }: PaymentColumns) => gameId,
  transaction_id: ({ transactionId }: PaymentColumns) => transactionId,
  user_id: ({ userId }: PaymentColumns) => userId,
  amount: ({ amount }: PaymentColumns) => amount,
  refund_of: ({ refundOf }: PaymentColumns) => refundOf,
  counted_code_ids: ({ countedCodeIds }: PaymentColumns) => countedCodeIds,
  counted_campaign_ids: ({ countedCampaignIds }: PaymentColumns) => countedCampaignIds,
  unmatched_reason: ({ unmatchedReason }: PaymentColumns) => unmatchedReason,
  unmatched_amount: ({ unmatchedAmount }: PaymentColumns) => unmatchedAmount,
  created_at: ({ createdAt }: PaymentColumns) => createdAt,
  received_at: (_: PaymentColumns, now: number) => now,
};
const PAID_COLUMNS = {
  paid_minor: ({ paidMinor }: PaidColumns) => paidMinor,
  paid_currency: ({ paidCurrency }: PaidColumns) => paidCurrency,
  paid_digits: ({ paidDigits }: PaidColumns) => paidDigits,
  rate_id: ({ rateId }: PaidColumns) => rateId,
};

export function createSqlitePay(db: BetterSqlite3.Database, count: CounterWriter, slot: number) {
  const reads = prepareReads(db);
  const write = createWriter(db, count, slot);
  return (items: readonly PaymentRequestItem[], now: number): PaymentOutcome[] => {
    const { outcomes, effects } = decidePayments(items, readSnapshot(reads, items), now);
    write(effects, now);
    return outcomes;
  };
}

function prepareReads(db: BetterSqlite3.Database) {
  const organisation = db.prepare<[], { currency: string; currency_digits: number }>(
    'select currency, currency_digits from organisation where organisation_id = 1',
  );
  const request = db.prepare<[number, string], { requestHash: string; body: string }>(
    'select request_hash as requestHash, body from payment_requests where family_id = ? and request_id = ?',
  );
  const payments = db.prepare<[string], PaymentRow & { transaction_id: string }>(
    `select p.*, x.rate from json_each(?) asked cross join payments p
         on p.game_id = asked.value ->> 0 and p.transaction_id = asked.value ->> 1 ${JOIN_RATE}`,
  );
  const totals = db.prepare<[], { paid: number | bigint; refunded: number | bigint }>(
    'select coalesce(sum(paid), 0) as paid, coalesce(sum(refunded), 0) as refunded from payment_totals',
  );
  totals.safeIntegers();
  const refunds = db.prepare<[string], PaymentRow & { refund_of: string }>(
    `select p.*, x.rate from json_each(?) asked cross join payments p
         on p.game_id = asked.value ->> 0 and p.refund_of = asked.value ->> 1 ${JOIN_RATE} order by p.payment_id`,
  );
  const countedOfUser = db.prepare<[string], PaymentRow>(
    `select * from payments where user_id = ? and amount > 0
       and (counted_code_ids <> '[]' or counted_campaign_ids <> '[]') order by payment_id`,
  );
  const takenOfUser = db.prepare<[string], TakenRow>(
    takenSql('payments p join counted_refunds r on r.payment_id = p.payment_id where p.user_id = ?'),
  );
  const takenOfPayment = db.prepare<[number], TakenRow>(takenSql('counted_refunds r where r.payment_id = ?'));
  const claims = db.prepare<[string], PayerClaimRow>(
    payerClaimSql('json_each(?) asked cross join claims k on k.user_id = asked.value and k.released_at is null'),
  );
  const links = db.prepare<[string], { userId: string; creatorId: string }>(
    `select l.user_id as userId, l.creator_id as creatorId
       from json_each(?) asked cross join links l on l.user_id = asked.value`,
  );
  const openOfUser = db.prepare<[string], OpenAccrualRow>(
    `${OPEN_ACCRUAL_SQL} where a.user_id = ? and a.amount > 0 order by a.accrual_id`,
  );
  const openOfPayment = db.prepare<[number], OpenAccrualRow>(
    `${OPEN_ACCRUAL_SQL} where a.payment_id = ? and a.amount > 0`,
  );
  const corrected = db.prepare<[string], number>(correctedSql('json_each(?) asked', 'asked.value')).pluck();
  const settlement = db.prepare<[number], number>('select settlement_no from campaigns where campaign_id = ?').pluck();
  const lastPayment = db.prepare<[], number>('select coalesce(max(payment_id), 0) from payments').pluck();
  const lastAccrual = db.prepare<[], number>('select coalesce(max(accrual_id), 0) from accruals').pluck();

  return {
    ...{ organisation, request, payments, totals, refunds, countedOfUser, takenOfUser, takenOfPayment },
    ...{ claims, links, openOfUser, openOfPayment, corrected, settlement, lastPayment, lastAccrual },
  };
}

type Reads = ReturnType<typeof prepareReads>;

function readSnapshot(reads: Reads, items: readonly PaymentRequestItem[]): PaymentSnapshot {
  const needs = paymentNeeds(items);
  const { currency, currency_digits } = reads.organisation.get() ?? { currency: '', currency_digits: 0 };
  const { paid, refunded } = reads.totals.get() ?? { paid: 0, refunded: 0 };
  const snapshot = emptyPaymentSnapshot({
    currency,
    currencyDigits: currency_digits,
    totals: { paid: BigInt(paid), refunded: BigInt(refunded) },
    nextPaymentId: idsFrom((reads.lastPayment.get() ?? 0) + 1),
    nextAccrualId: idsFrom((reads.lastAccrual.get() ?? 0) + 1),
  });
  for (const { familyId, requestId } of needs.requests) {
    const row = reads.request.get(familyId, requestId);
    if (!row) continue;
    const answer = JSON.parse(row.body) as PaymentAnswer;
    snapshot.requests.set(requestKey(familyId, requestId), { requestHash: row.requestHash, answer });
  }
  const users = JSON.stringify(needs.users);
  for (const row of reads.claims.all(users)) push(snapshot.claims, row.user_id, payerClaim(row));
  for (const { userId, creatorId } of reads.links.all(users)) snapshot.links.set(userId, creatorId);
  for (const row of reads.payments.all(pairsOf(needs.transactions)))
    snapshot.payments.set(transactionKey(row.game_id, row.transaction_id), knownPayment(row));
  for (const row of reads.refunds.all(pairsOf(needs.refunded)))
    push(snapshot.refunds, transactionKey(row.game_id, row.refund_of), namedRefund(row));
  if (needs.rates.length > 0)
    for (const rateId of reads.corrected.all(JSON.stringify(needs.rates))) snapshot.correctedRates.add(rateId);
  readOpen(reads, needs, snapshot);
  return snapshot;
}

const pairsOf = (transactions: PaymentNeeds['transactions']) =>
  JSON.stringify(transactions.map(({ gameId, transactionId }) => [gameId, transactionId]));

/**
 * Reads what refunds can reverse: the accruals and counts of the payments that they name or, if a refund names none, of
 * all of the user's payments.
 */
function readOpen(reads: Reads, needs: PaymentNeeds, snapshot: PaymentSnapshot) {
  const open = new Map<number, OpenAccrual>();
  const opened = (row: OpenAccrualRow) => {
    const accrual = open.get(row.accrual_id) ?? openAccrual(row);
    open.set(row.accrual_id, accrual);
    if (!snapshot.settlementNo.has(row.campaign_id))
      snapshot.settlementNo.set(row.campaign_id, reads.settlement.get(row.campaign_id) ?? row.settlement_no);
    return accrual;
  };
  for (const userId of needs.usersRefunded) {
    for (const row of reads.openOfUser.all(userId)) push(snapshot.openByUser, userId, opened(row));
    keepOpenCounts(snapshot, reads.countedOfUser.all(userId).map(knownPayment), reads.takenOfUser.all(userId));
  }
  for (const { gameId, transactionId } of needs.refunded) {
    const named = snapshot.payments.get(transactionKey(gameId, transactionId));
    if (!named) continue;
    const { paymentId } = named;
    for (const row of reads.openOfPayment.all(paymentId)) push(snapshot.openByPayment, paymentId, opened(row));
    keepOpenCounts(snapshot, [named], reads.takenOfPayment.all(paymentId));
  }
}

function createWriter(db: BetterSqlite3.Database, count: CounterWriter, slot: number) {
  const insertPayments = prepareInserts(db, 'payments', PAYMENT_COLUMNS);
  const insertForeign = prepareInserts<PaymentColumns & PaidColumns>(db, 'payments', {
    ...PAYMENT_COLUMNS,
    ...PAID_COLUMNS,
  });
  const insertAccruals = prepareInserts<Accrual>(db, 'accruals', {
    accrual_id: ({ accrualId }) => accrualId,
    payment_id: ({ paymentId }) => paymentId,
    reverses_accrual_id: ({ reversesAccrualId }) => reversesAccrualId,
    user_id: ({ userId }) => userId,
    code_id: ({ codeId }) => codeId,
    campaign_id: ({ campaignId }) => campaignId,
    creator_id: ({ creatorId }) => creatorId,
    terms_id: ({ termsId }) => termsId,
    settlement_no: ({ settlementNo }) => settlementNo,
    amount: ({ amount }) => amount,
    counted_at: ({ countedAt }) => countedAt,
    received_at: (_, now) => now,
  });
  const insertRequest = db.prepare(
    'insert into payment_requests (family_id, request_id, request_hash, body, created_at) values (?, ?, ?, ?, ?)',
  );
  const insertRefund = db.prepare(
    'insert into counted_refunds (payment_id, kind, target_id, refund_id, amount) values (?, ?, ?, ?, ?)',
  );
  const match = db.prepare('update payments set unmatched_reason = ?, unmatched_amount = ? where payment_id = ?');
  const addTotals = db.prepare(
    `insert into payment_totals (slot, paid, refunded) values (${slot}, ?, ?)
     on conflict (slot) do update set paid = paid + excluded.paid, refunded = refunded + excluded.refunded`,
  );
  return (effects: PaymentEffects, now: number) => {
    const { payments } = effects;
    if (payments.some(isForeign))
      insertForeign(
        payments.map((payment) => Object.assign(paymentRow(payment), paidRow(payment))),
        now,
      );
    else insertPayments(payments.map(paymentRow), now);
    insertAccruals(effects.accruals, now);
    for (const { familyId, requestId, requestHash, answer } of effects.requests)
      insertRequest.run(familyId, requestId, requestHash, JSON.stringify(answer), now);
    for (const { paymentId, kind, targetId, refundId, amount } of effects.countedRefunds)
      insertRefund.run(paymentId, kind, targetId, refundId, amount);
    for (const { paymentId, unmatched } of effects.rematched)
      match.run(unmatched?.reason ?? null, unmatched?.amount ?? null, paymentId);
    for (const change of effects.counters.values()) count.code({ ...change, claims: 0 }, now);
    for (const change of effects.campaigns.values()) count.campaign({ ...change, claims: 0 }, now);
    for (const change of effects.currencies.values()) count.currency(change, now);
    if (payments.length > 0) addTotals.run(effects.totals.paid, effects.totals.refunded);
  };
}
