import type { FieldFault, Problem, RefusalCode } from '../../lib/problem.ts';
import { type PaymentEvent, type PaymentSnapshot, transactionKey } from './payment-rules.ts';

/** Payments are all or nothing, so everything that can refuse is looked at before anything is taken. */
export function faultsOf(events: readonly PaymentEvent[], snapshot: PaymentSnapshot): Problem | null {
  const here = new Map<string, PaymentEvent>();
  const refunded = new Map<string, number>();
  const known = (key: string) => here.get(key) ?? snapshot.payments.get(key)?.event;
  for (const [index, event] of events.entries()) {
    const key = event.transactionId === null ? null : transactionKey(event.gameId, event.transactionId);
    const same = key === null ? undefined : known(key);
    if (same) {
      if (!sameContent(same, event)) return fault('transaction_conflict', index, 'transaction_id', same);
      continue;
    }
    if (key !== null) here.set(key, event);
    if (event.refundOf !== null) {
      const original = transactionKey(event.gameId, event.refundOf);
      const sum = (refunded.get(original) ?? storedRefunds(original, snapshot)) - event.amount;
      refunded.set(original, sum);
    }
  }
  for (const [index, event] of events.entries()) {
    if (event.refundOf === null) continue;
    const key = transactionKey(event.gameId, event.refundOf);
    const original = known(key);
    if (original && (refunded.get(key) ?? 0) > original.amount)
      return fault('refund_exceeds_payment', index, 'refund_of', original);
  }
  return null;
}

const storedRefunds = (key: string, snapshot: PaymentSnapshot) =>
  (snapshot.refunds.get(key) ?? []).reduce((sum, refund) => sum - refund.amount, 0);

function fault(code: RefusalCode, index: number, field: string, against: PaymentEvent): Problem {
  const detail = `against the payment of ${new Date(against.createdAt).toISOString()}`;
  const errors: FieldFault[] = [{ pointer: `/events/${index}/${field}`, detail }];
  return { code, errors };
}

const sameContent = (a: PaymentEvent, b: PaymentEvent) =>
  a.userId === b.userId && a.amount === b.amount && a.refundOf === b.refundOf && a.createdAt === b.createdAt;
