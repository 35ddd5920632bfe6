import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { CountedKind, LedgerTableName, RateCorrectionStatus, RateSource, UnmatchedReason } from './words.ts';

// Tables for payments and the ledger of their accruals.

const paymentRequestsTable = (k: Kit) =>
  k.table(
    'payment_requests',
    {
      family_id: k.reference('family_id').notNull(),
      request_id: k.text('request_id').notNull(),
      request_hash: k.text('request_hash').notNull(),
      body: k.text('body').notNull(),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.family_id, t.request_id] })],
  );

const paymentsTable = (k: Kit) =>
  k.table(
    'payments',
    {
      payment_id: k.id('payment_id'),
      game_id: k.text('game_id').notNull(),
      transaction_id: k.text('transaction_id'),
      user_id: k.text('user_id').notNull(),
      amount: k.money('amount').notNull(),
      refund_of: k.text('refund_of'),
      /** What the player paid in another currency, in its minor units; null if they paid in the organisation's. */
      paid_minor: k.money('paid_minor'),
      paid_currency: k.text('paid_currency'),
      paid_digits: k.integer('paid_digits'),
      /** The rate that converted `paid_minor` to `amount`. */
      rate_id: k.reference('rate_id'),
      /** The redeem codes whose counters include this payment, as a JSON array; decided once, at receipt. */
      counted_code_ids: k.text('counted_code_ids').notNull(),
      /** The campaigns whose revenue includes this payment, also decided at receipt. */
      counted_campaign_ids: k.text('counted_campaign_ids').notNull().default('[]'),
      /** Why the payment or a part of it counts for no code and no creator; null if all of it counts. */
      unmatched_reason: k.text('unmatched_reason').$type<UnmatchedReason>(),
      /** The part that counts for no code and no creator; negative for a refund. */
      unmatched_amount: k.money('unmatched_amount'),
      created_at: k.instant('created_at').notNull(),
      received_at: k.instant('received_at').notNull(),
    },
    (t) => [
      k.uniqueIndex('payments_transaction').on(t.game_id, t.transaction_id).where(sql`transaction_id is not null`),
      k.index('payments_refund_of').on(t.game_id, t.refund_of).where(sql`refund_of is not null`),
      k.index('payments_user').on(t.user_id, t.received_at),
      k.index('payments_rate').on(t.rate_id, t.payment_id).where(sql`rate_id is not null`),
      k.index('payments_unmatched').on(t.unmatched_reason, t.payment_id).where(sql`unmatched_reason is not null`),
    ],
  );

/** What refunds took from the revenue of redeem codes and campaigns. Rows are only added. */
const countedRefundsTable = (k: Kit) =>
  k.table(
    'counted_refunds',
    {
      payment_id: k.reference('payment_id').notNull(),
      /** The code or campaign from which the amount was taken. */
      kind: k.text('kind').$type<CountedKind>().notNull(),
      target_id: k.reference('target_id').notNull(),
      /** The refund's payment ID. */
      refund_id: k.reference('refund_id').notNull(),
      amount: k.money('amount').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.payment_id, t.kind, t.target_id, t.refund_id] })],
  );

/** The sums of all payments and refunds, by the slot of the receiving daemon. No other sum of money is larger. */
const paymentTotalsTable = (k: Kit) =>
  k.table('payment_totals', {
    slot: k.integer('slot').primaryKey(),
    paid: k.money('paid').notNull(),
    refunded: k.money('refunded').notNull(),
  });

/** The ledger of revenue that counts for commissions. Rows are only added; a reversal names its accrual. */
const accrualsTable = (k: Kit) =>
  k.table(
    'accruals',
    {
      accrual_id: k.id('accrual_id'),
      payment_id: k.reference('payment_id').notNull(),
      reverses_accrual_id: k.reference('reverses_accrual_id'),
      user_id: k.text('user_id').notNull(),
      code_id: k.reference('code_id').notNull(),
      campaign_id: k.reference('campaign_id').notNull(),
      creator_id: k.text('creator_id').notNull(),
      terms_id: k.reference('terms_id').notNull(),
      settlement_no: k.reference('settlement_no').notNull(),
      amount: k.money('amount').notNull(),
      /** The rate of a corrected conversion; null if the amount was converted at its payment's rate. */
      rate_id: k.reference('rate_id'),
      counted_at: k.instant('counted_at').notNull(),
      received_at: k.instant('received_at').notNull(),
    },
    (t) => [
      k.index('accruals_user').on(t.user_id, t.accrual_id),
      k.index('accruals_payment').on(t.payment_id),
      k.index('accruals_settlement').on(t.campaign_id, t.creator_id, t.settlement_no),
    ],
  );

/** Rates of other currencies. Rows are only added; of two rates for one day, the one with the higher ID applies. */
const exchangeRatesTable = (k: Kit) =>
  k.table(
    'exchange_rates',
    {
      rate_id: k.id('rate_id'),
      currency: k.text('currency').notNull(),
      /** A day in the organisation's time zone. */
      valid_from: k.text('valid_from').notNull(),
      /** Units of the organisation's currency for one unit of `currency`, as decimal text. */
      rate: k.text('rate').notNull(),
      source: k.text('source').$type<RateSource>().notNull(),
      /** The rate that this one corrects, and why. */
      corrects_rate_id: k.reference('corrects_rate_id'),
      reason: k.text('reason'),
      /** Null if a job or a command added the rate. */
      created_by: k.reference('created_by'),
      created_at: k.instant('created_at').notNull(),
    },
    (t) => [
      k.index('exchange_rates_currency').on(t.currency, t.rate_id),
      k.index('exchange_rates_days').on(t.currency, t.valid_from),
      k.index('exchange_rates_corrected').on(t.corrects_rate_id).where(sql`corrects_rate_id is not null`),
    ],
  );

/** Requests to correct a rate, and how far the accruals of its payments have been corrected. */
const rateCorrectionsTable = (k: Kit) =>
  k.table(
    'rate_corrections',
    {
      correction_id: k.id('correction_id'),
      /** The wrong rate. */
      rate_id: k.reference('rate_id').notNull(),
      rate: k.text('rate').notNull(),
      reason: k.text('reason').notNull(),
      status: k.text('status').$type<RateCorrectionStatus>().notNull(),
      requested_by: k.reference('requested_by').notNull(),
      requested_at: k.instant('requested_at').notNull(),
      /** Who applied or rejected the correction. */
      decided_by: k.reference('decided_by'),
      decided_at: k.instant('decided_at'),
      /** The rate that replaces the wrong one; null until the correction is applied. */
      new_rate_id: k.reference('new_rate_id'),
      /** The last payment that has been corrected. */
      last_payment_id: k.reference('last_payment_id').notNull().default(0),
      payments: k.integer('payments').notNull().default(0),
      /** The change to the accruals in the organisation's currency. */
      difference: k.money('difference').notNull(),
      finished_at: k.instant('finished_at'),
    },
    (t) => [
      k.uniqueIndex('rate_corrections_rate').on(t.rate_id).where(sql`status <> 'rejected'`),
      k.index('rate_corrections_open').on(t.status, t.correction_id).where(sql`status in ('waiting', 'running')`),
    ],
  );

/** The newest refusal of a payment whose currency had no exchange rate, for the dashboard. */
const missingRatesTable = (k: Kit) =>
  k.table('missing_rates', {
    currency: k.text('currency').primaryKey(),
    /** The day of the payment. */
    day: k.text('day').notNull(),
    refused_at: k.instant('refused_at').notNull(),
  });

/** The days of the exported tables: which rows belong to each day, and what its files contain. */
const ledgerDaysTable = (k: Kit) =>
  k.table(
    'ledger_days',
    {
      table_name: k.text('table_name').$type<LedgerTableName>().notNull(),
      /** A day in `time_zone`. */
      day: k.text('day').notNull(),
      time_zone: k.text('time_zone').notNull(),
      /** The number of the day's rows up to `last_id`. Rows above every day's `last_id` have not been counted yet. */
      rows: k.bigCount('rows').notNull(),
      first_id: k.reference('first_id').notNull(),
      last_id: k.reference('last_id').notNull(),
      /** The number of changes to rows of the day, such as erasures. */
      changes: k.bigCount('changes').notNull(),
      /** The values of `rows` and `changes` when the day's files were written, and the files' form, if they exist. */
      rows_written: k.bigCount('rows_written').notNull(),
      changes_written: k.bigCount('changes_written').notNull(),
      written_as: k.text('written_as'),
    },
    (t) => [k.primaryKey({ columns: [t.table_name, t.day] })],
  );

export function paymentTables(k: Kit) {
  return {
    payment_requests: paymentRequestsTable(k),
    payments: paymentsTable(k),
    counted_refunds: countedRefundsTable(k),
    payment_totals: paymentTotalsTable(k),
    accruals: accrualsTable(k),
    exchange_rates: exchangeRatesTable(k),
    ledger_days: ledgerDaysTable(k),
    rate_corrections: rateCorrectionsTable(k),
    missing_rates: missingRatesTable(k),
  };
}
