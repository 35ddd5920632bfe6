import type { FieldFault, Problem, RefusalCode } from '../../contract/refusals.ts';
import { MAX_SUM, type Minor } from '../../lib/money.ts';
import { type PaymentSnapshot, transactionKey } from './payment-batch.ts';
import { type PaymentEvent, paidMinor } from './payment-event.ts';

/**
 * Returns the first reason to refuse a request. All payments are checked before anything is stored, because a request
 * stores all of its payments or none.
 */
export function faultsOf(events: readonly PaymentEvent[], snapshot: PaymentSnapshot): Problem | null {
  const here = new Map<string, PaymentEvent>();
  const refunded = new Map<string, Minor>();
  const known = (key: string) => here.get(key) ?? snapshot.payments.get(key)?.event;
  const totals = { ...snapshot.totals };
  for (const [index, event] of events.entries()) {
    const key = event.transactionId === null ? null : transactionKey(event.gameId, event.transactionId);
    const same = key === null ? undefined : known(key);
    if (same) {
      const differs = differingField(same, event);
      if (differs) {
        const detail = `${differs.replace('event/', '')} of event ${index} differs from that of ${named(same)}`;
        return fault('transaction_conflict', index, differs, detail);
      }
      continue;
    }
    if (key !== null) here.set(key, event);
    addToTotals(totals, event.amount);
    if (totals.paid > MAX_SUM || totals.refunded > MAX_SUM)
      return fault(
        'amount_out_of_range',
        index,
        'event/amount',
        'the sum of all payments would exceed 2^62 minor units',
      );
    if (event.refundOf !== null) {
      const original = transactionKey(event.gameId, event.refundOf);
      refunded.set(original, (refunded.get(original) ?? storedRefunds(original, event, snapshot)) - paidMinor(event));
    }
  }
  for (const [index, event] of events.entries()) {
    const key = event.refundOf === null ? null : transactionKey(event.gameId, event.refundOf);
    const original = key === null ? undefined : known(key);
    if (event.paid?.rate === null && !original && !isStored(event, snapshot))
      return fault('no_exchange_rate', index, 'currency', `${event.paid.currency} has no exchange rate for that day`);
    if (key === null || !original) continue;
    if (original.userId !== event.userId)
      return fault('refund_mismatch', index, 'refund_of', 'refund_of names a payment of another user');
    if (!isSameCurrency(original, event)) {
      const paid = original.paid?.currency ?? snapshot.currency;
      return fault('refund_currency_mismatch', index, 'currency', `the ${named(original)} is in ${paid}`);
    }
    if ((refunded.get(key) ?? 0n) > paidMinor(original))
      return fault(
        'refund_exceeds_payment',
        index,
        'refund_of',
        `the refunds of the ${named(original)} would exceed its amount`,
      );
  }
  return null;
}

export function addToTotals(totals: PaymentSnapshot['totals'], amount: Minor) {
  if (amount > 0n) totals.paid += amount;
  else totals.refunded -= amount;
}

const isStored = ({ gameId, transactionId }: PaymentEvent, { payments }: PaymentSnapshot) =>
  transactionId !== null && payments.has(transactionKey(gameId, transactionId));

export const isSameCurrency = (a: Pick<PaymentEvent, 'paid'>, b: Pick<PaymentEvent, 'paid'>) =>
  a.paid?.currency === b.paid?.currency;

/** Returns what stored refunds took from a payment in its currency. */
export const storedRefunds = (
  key: string,
  payment: Pick<PaymentEvent, 'userId' | 'paid'>,
  { refunds }: Pick<PaymentSnapshot, 'refunds'>,
) =>
  (refunds.get(key) ?? [])
    .filter((refund) => refund.userId === payment.userId && isSameCurrency(refund, payment))
    .reduce((sum, refund) => sum - paidMinor(refund), 0n);

const named = ({ transactionId, createdAt }: PaymentEvent) =>
  `payment ${transactionId} of ${new Date(createdAt).toISOString()}`;

function fault(code: RefusalCode, index: number, field: string, detail: string): Problem {
  const errors: FieldFault[] = [{ pointer: `/events/${index}/${field}`, detail }];
  return { code, errors };
}

/** Ignores the time: a repeated transaction may have a different time, and the first one is kept. */
function differingField(a: PaymentEvent, b: PaymentEvent): string | null {
  if (a.userId !== b.userId) return 'event/user_id';
  if (!isSameCurrency(a, b)) return 'currency';
  if (paidMinor(a) !== paidMinor(b)) return 'event/amount';
  return a.refundOf === b.refundOf ? null : 'refund_of';
}
