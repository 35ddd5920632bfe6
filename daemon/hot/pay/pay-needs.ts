import { type PaymentRequestItem, type PaymentSnapshot, transactionKey } from '../../domain/payments/payment-batch.ts';
import { compare } from '../../lib/compare.ts';

/** What a batch of payments must look up, without duplicates. All lists except `rates` are sorted. */
export interface PaymentNeeds {
  users: string[];
  /** The transactions of the batch, and those that its refunds name. */
  transactions: { gameId: string; transactionId: string }[];
  refunded: { gameId: string; transactionId: string }[];
  requests: { familyId: number; requestId: string }[];
  /** Users with a refund that names no payment and therefore reverses their newest accruals. */
  usersRefunded: string[];
  /** The rates that convert payments of the batch. */
  rates: number[];
  /** The number of events in the batch. */
  events: number;
}

export function paymentNeeds(items: readonly PaymentRequestItem[]): PaymentNeeds {
  const users = new Set<string>();
  const usersRefunded = new Set<string>();
  const rates = new Set<number>();
  const transactions = new Map<string, { gameId: string; transactionId: string }>();
  const refunded = new Map<string, { gameId: string; transactionId: string }>();
  let events = 0;
  for (const { events: list } of items) {
    events += list.length;
    for (const { gameId, transactionId, userId, amount, refundOf, paid } of list) {
      users.add(userId);
      if (paid?.rate) rates.add(paid.rate.rateId);
      if (amount < 0n && refundOf === null) usersRefunded.add(userId);
      if (transactionId !== null) {
        const named = { gameId, transactionId };
        const key = transactionKey(gameId, transactionId);
        transactions.set(key, named);
        // Refunds of a payment can be stored before the payment itself. The original amount shows whether this is a
        // payment, because the converted amount can be 0.
        if (refundOf === null && (paid?.minor ?? amount) > 0n) refunded.set(key, named);
      }
      if (refundOf !== null) {
        const named = { gameId, transactionId: refundOf };
        transactions.set(transactionKey(gameId, refundOf), named);
        refunded.set(transactionKey(gameId, refundOf), named);
      }
    }
  }
  const requests = items.flatMap(({ familyId, requestId }) => (requestId === null ? [] : [{ familyId, requestId }]));
  return {
    users: [...users].sort(),
    usersRefunded: [...usersRefunded].sort(),
    rates: [...rates],
    transactions: inKeyOrder(transactions),
    refunded: inKeyOrder(refunded),
    requests: requests.sort((a, b) => a.familyId - b.familyId || compare(a.requestId, b.requestId)),
    events,
  };
}

const inKeyOrder = <T>(map: Map<string, T>): T[] => [...map.keys()].sort().map((key) => map.get(key) as T);

export const emptyPaymentSnapshot = (
  known: Pick<PaymentSnapshot, 'currency' | 'currencyDigits' | 'totals' | 'nextPaymentId' | 'nextAccrualId'>,
): PaymentSnapshot => ({
  ...known,
  requests: new Map(),
  payments: new Map(),
  refunds: new Map(),
  claims: new Map(),
  links: new Map(),
  openByUser: new Map(),
  openByPayment: new Map(),
  countsByUser: new Map(),
  countsByPayment: new Map(),
  correctedRates: new Set(),
  settlementNo: new Map(),
});
