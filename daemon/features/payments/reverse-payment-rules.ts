import {
  count,
  countCampaign,
  type KnownPayment,
  type NewPayment,
  type OpenAccrual,
  type PaymentEffects,
  type PaymentSnapshot,
  transactionKey,
} from './payment-rules.ts';

/** A refund reverses what its payment accrued; one that names no payment takes from the payer's newest accruals. */
export function takeBack(
  { paymentId, event }: NewPayment,
  original: KnownPayment | undefined,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  if (event.refundOf === null) {
    const open = (snapshot.openByUser.get(event.userId) ?? []).slice().reverse();
    return reverseFrom(open, paymentId, -event.amount, snapshot, effects, countedAt);
  }
  const named = transactionKey(event.gameId, event.refundOf);
  const siblings = snapshot.refunds.get(named) ?? [];
  snapshot.refunds.set(named, [...siblings, { paymentId, amount: event.amount }]);
  if (original) reverse(original.paymentId, paymentId, -event.amount, snapshot, effects, countedAt);
}

/** Refunds that came before their payment take effect with it, in all at most its amount. */
export function settleEarlyRefunds(
  key: string,
  payment: NewPayment,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  let left = payment.event.amount;
  for (const refund of snapshot.refunds.get(key) ?? []) {
    const taken = Math.min(left, -refund.amount);
    if (taken <= 0) return;
    left -= taken;
    for (const codeId of payment.countedCodeIds) count(effects, codeId, 0, -taken);
    reverse(payment.paymentId, refund.paymentId, taken, snapshot, effects, countedAt);
  }
}

const reverse = (
  refundedPaymentId: number,
  paymentId: number,
  amount: number,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) => reverseFrom(snapshot.openByPayment.get(refundedPaymentId) ?? [], paymentId, amount, snapshot, effects, countedAt);

/** A reversal copies the terms of what it reverses and falls into the settlement that is open now. */
function reverseFrom(
  open: readonly OpenAccrual[],
  paymentId: number,
  amount: number,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  let left = amount;
  for (const accrual of open) {
    const taken = Math.min(left, accrual.remaining);
    if (taken <= 0) continue;
    left -= taken;
    accrual.remaining -= taken;
    const { remaining: _, ...terms } = accrual;
    effects.accruals.push({
      ...terms,
      accrualId: snapshot.nextAccrualId(),
      paymentId,
      reversesAccrualId: accrual.accrualId,
      settlementNo: snapshot.settlementNo.get(accrual.campaignId) ?? accrual.settlementNo,
      amount: -taken,
      countedAt,
    });
    count(effects, accrual.codeId, accrual.termsId, -taken);
    countCampaign(effects, accrual.campaignId, -taken);
  }
}
