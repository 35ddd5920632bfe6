import type { PaymentRequestItem } from '../../../daemon/domain/payments/payment-batch.ts';
import type { PaymentEvent } from '../../../daemon/domain/payments/payment-event.ts';
import type { RedeemItem, RedeemOutcome } from '../../../daemon/domain/redeem/redeem-batch.ts';
import { NOW } from '../world/defaults.ts';

// Creates the input of the hot store: claims and payments.

export const redeemItem = (userId: string, code: string, change: Partial<RedeemItem> = {}): RedeemItem => ({
  mode: 'redeem',
  userId,
  typed: code,
  norm: code,
  keyId: 1,
  familyId: 1,
  gameId: '',
  requestId: 'test',
  traceparent: null,
  ...change,
});

export const payment = (userId: string, amount: number | bigint, change: Partial<PaymentEvent> = {}): PaymentEvent => ({
  gameId: 'game',
  transactionId: null,
  userId,
  amount: BigInt(amount),
  refundOf: null,
  createdAt: NOW + 1,
  ...change,
});

export const paymentRequest = (
  events: PaymentEvent[],
  change: Partial<PaymentRequestItem> = {},
): PaymentRequestItem => ({
  familyId: 1,
  requestId: null,
  requestHash: 'hash',
  currency: 'USD',
  currencyDigits: 2,
  events,
  ...change,
});

/** Returns `ok`, `replay` or the refusal's code. */
export const resultOf = (outcome: RedeemOutcome | undefined) =>
  !outcome ? 'none' : 'replay' in outcome ? 'replay' : outcome.ok ? 'ok' : outcome.problem.code;
