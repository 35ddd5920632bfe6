import type { IsRepeat, SdkEventItem } from '../domain/events/sdk-event.ts';
import type { PaymentOutcome, PaymentRequestItem } from '../domain/payments/payment-batch.ts';
import type { RedeemItem, RedeemOutcome } from '../domain/redeem/redeem-batch.ts';
import type { EventRow } from './ingest/event-rows.ts';

/**
 * The statements of frequent requests. Each call is one transaction, resolves after the commit and returns outcomes in
 * the order of its items. The implementations for SQLite and Postgres decide by the same pure rules.
 */
export interface HotStore {
  redeem(items: readonly RedeemItem[], now: number): Promise<RedeemOutcome[]>;
  pay(items: readonly PaymentRequestItem[], now: number): Promise<PaymentOutcome[]>;
  ingest(items: readonly SdkEventItem[], now: number): Promise<IsRepeat[]>;
}

/** A call to the hot store as data, which is sent to SQLite's writer thread in one message. */
export type HotCall = (
  | { kind: 'redeem'; items: readonly RedeemItem[] }
  | { kind: 'pay'; items: readonly PaymentRequestItem[] }
  | { kind: 'ingest'; items: readonly EventRow[] }
) & {
  now: number;
  /** Whether the transaction is rolled back once its outcomes are known. */
  isTrial?: boolean;
};
