import type { FieldFault, Problem, RefusalCode } from '../../contract/refusals.ts';
import { MAX_SUM, type Minor } from '../../lib/money.ts';
import { type PaymentEvent, type PaymentSnapshot, transactionKey } from './payment-batch.ts';

/** Finds every possible refusal before anything is stored, because a request stores all of its payments or none. */
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
        const detail = `event ${index} differs from the stored ${named(same)} in ${differs.replace('event/', '')}`;
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
      refunded.set(
        original,
        (refunded.get(original) ?? storedRefunds(original, event.userId, snapshot)) - event.amount,
      );
    }
  }
  for (const [index, event] of events.entries()) {
    if (event.refundOf === null) continue;
    const key = transactionKey(event.gameId, event.refundOf);
    const original = known(key);
    if (!original) continue;
    if (original.userId !== event.userId)
      return fault('refund_mismatch', index, 'refund_of', 'refund_of names a payment of another user');
    if ((refunded.get(key) ?? 0n) > original.amount)
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

const storedRefunds = (key: string, userId: string, snapshot: PaymentSnapshot) =>
  (snapshot.refunds.get(key) ?? [])
    .filter((refund) => refund.userId === userId)
    .reduce((sum, refund) => sum - refund.amount, 0n);

const named = ({ transactionId, createdAt }: PaymentEvent) =>
  `payment ${transactionId} of ${new Date(createdAt).toISOString()}`;

function fault(code: RefusalCode, index: number, field: string, detail: string): Problem {
  const errors: FieldFault[] = [{ pointer: `/events/${index}/${field}`, detail }];
  return { code, errors };
}

/** Ignores the time: a repeated transaction may have another one, and the first is kept. */
function differingField(a: PaymentEvent, b: PaymentEvent): string | null {
  if (a.userId !== b.userId) return 'event/user_id';
  if (a.amount !== b.amount) return 'event/amount';
  return a.refundOf === b.refundOf ? null : 'refund_of';
}
