import { sql } from 'drizzle-orm';
import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { CountedKind, UnmatchedReason } from './words.ts';

/** Payments and the ledger that is made from them. */
export function paymentTables({
  id,
  index,
  instant,
  integer,
  money,
  primaryKey,
  reference,
  table,
  text,
  uniqueIndex,
}: Kit) {
  const payment_requests = table(
    'payment_requests',
    {
      family_id: reference('family_id').notNull(),
      request_id: text('request_id').notNull(),
      request_hash: text('request_hash').notNull(),
      body: text('body').notNull(),
      created_at: instant('created_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.family_id, t.request_id] })],
  );

  const payments = table(
    'payments',
    {
      payment_id: id('payment_id'),
      game_id: text('game_id').notNull(),
      transaction_id: text('transaction_id'),
      user_id: text('user_id').notNull(),
      amount: money('amount').notNull(),
      refund_of: text('refund_of'),
      /** Redeem-type codes whose counters this payment went into, as a JSON array: decided once, at receipt. */
      counted_code_ids: text('counted_code_ids').notNull(),
      /** Campaigns whose revenue it went into, likewise. */
      counted_campaign_ids: text('counted_campaign_ids').notNull().default('[]'),
      /** Why nothing, or not all of it, counts for a code or a creator; null where all does. */
      unmatched_reason: text('unmatched_reason').$type<UnmatchedReason>(),
      /** How much of it counts for none; negative of a refund. */
      unmatched_amount: money('unmatched_amount'),
      created_at: instant('created_at').notNull(),
      received_at: instant('received_at').notNull(),
    },
    (t) => [
      uniqueIndex('payments_transaction').on(t.game_id, t.transaction_id).where(sql`transaction_id is not null`),
      index('payments_refund_of').on(t.game_id, t.refund_of).where(sql`refund_of is not null`),
      index('payments_user').on(t.user_id, t.received_at),
      index('payments_unmatched').on(t.unmatched_reason, t.payment_id).where(sql`unmatched_reason is not null`),
    ],
  );

  /** What refunds took from the revenue that payments had brought to redeem-type codes and to campaigns. Only ever added to. */
  const counted_refunds = table(
    'counted_refunds',
    {
      payment_id: reference('payment_id').notNull(),
      /** What it was taken from: a code or a campaign, and its id. */
      kind: text('kind').$type<CountedKind>().notNull(),
      target_id: reference('target_id').notNull(),
      /** The payment that is the refund. */
      refund_id: reference('refund_id').notNull(),
      amount: money('amount').notNull(),
    },
    (t) => [primaryKey({ columns: [t.payment_id, t.kind, t.target_id, t.refund_id] })],
  );

  /** All that was ever paid and refunded, by the slot of the daemon that took it: no sum of money passes these. */
  const payment_totals = table('payment_totals', {
    slot: integer('slot').primaryKey(),
    paid: money('paid').notNull(),
    refunded: money('refunded').notNull(),
  });

  /** The ledger of what counts towards commissions. Rows are only ever added; a reversal points to what it reverses. */
  const accruals = table(
    'accruals',
    {
      accrual_id: id('accrual_id'),
      payment_id: reference('payment_id').notNull(),
      reverses_accrual_id: reference('reverses_accrual_id'),
      user_id: text('user_id').notNull(),
      code_id: reference('code_id').notNull(),
      campaign_id: reference('campaign_id').notNull(),
      creator_id: text('creator_id').notNull(),
      terms_id: reference('terms_id').notNull(),
      settlement_no: reference('settlement_no').notNull(),
      amount: money('amount').notNull(),
      counted_at: instant('counted_at').notNull(),
      received_at: instant('received_at').notNull(),
    },
    (t) => [
      index('accruals_user').on(t.user_id, t.accrual_id),
      index('accruals_payment').on(t.payment_id),
      index('accruals_settlement').on(t.campaign_id, t.creator_id, t.settlement_no),
    ],
  );

  return { payment_requests, payments, counted_refunds, payment_totals, accruals };
}

export type PaymentTables = ReturnType<typeof paymentTables>;
