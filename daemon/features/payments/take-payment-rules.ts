import { WHOLE_ORGANISATION } from '../redemptions/redeem-rules.ts';
import { faultsOf } from './check-payment-rules.ts';
import {
  count,
  countCampaign,
  type OpenAccrual,
  type PayerClaim,
  type PaymentAnswer,
  type PaymentEffects,
  type PaymentEvent,
  type PaymentOutcome,
  type PaymentRequestItem,
  type PaymentSnapshot,
  requestKey,
  transactionKey,
} from './payment-rules.ts';
import { settleEarlyRefunds, takeBack } from './reverse-payment-rules.ts';

export function decidePayments(
  items: readonly PaymentRequestItem[],
  snapshot: PaymentSnapshot,
  now: number,
): { outcomes: PaymentOutcome[]; effects: PaymentEffects } {
  const effects: PaymentEffects = {
    payments: [],
    accruals: [],
    requests: [],
    counters: new Map(),
    campaigns: new Map(),
  };
  const outcomes = items.map((item): PaymentOutcome => {
    const earlier =
      item.requestId === null ? undefined : snapshot.requests.get(requestKey(item.familyId, item.requestId));
    if (earlier) {
      if (earlier.requestHash !== item.requestHash) return { ok: false, problem: { code: 'duplicate_request' } };
      return { ok: true, answer: earlier.answer };
    }
    if (item.currency !== snapshot.currency || item.currencyDigits !== snapshot.currencyDigits)
      return { ok: false, stale: true };
    const faults = faultsOf(item.events, snapshot);
    if (faults) return { ok: false, problem: faults };
    return { ok: true, answer: take(item, snapshot, effects, now) };
  });
  return { outcomes, effects };
}

function take(
  item: PaymentRequestItem,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  now: number,
): PaymentAnswer {
  let duplicates = 0;
  for (const event of item.events) {
    const key = event.transactionId === null ? null : transactionKey(event.gameId, event.transactionId);
    if (key !== null && snapshot.payments.has(key)) duplicates += 1;
    else takeOne(event, key, snapshot, effects, now);
  }
  const answer = { id: item.requestId, accepted: item.events.length - duplicates, duplicates };
  if (item.requestId !== null) {
    const { familyId, requestId, requestHash } = item;
    effects.requests.push({ familyId, requestId, requestHash, answer });
    snapshot.requests.set(requestKey(familyId, requestId), { requestHash, answer });
  }
  return answer;
}

function takeOne(
  event: PaymentEvent,
  key: string | null,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  now: number,
) {
  const paymentId = snapshot.nextPaymentId();
  const original =
    event.refundOf === null ? undefined : snapshot.payments.get(transactionKey(event.gameId, event.refundOf));
  const countedAt = Math.min(event.createdAt, now);
  const counting = (snapshot.claims.get(event.userId) ?? []).filter(
    (claim) => claim.claimedAt <= countedAt && countedAt < claim.campaignEnd,
  );
  const redeemCodes = counting.filter((claim) => claim.kind === 'redeem').map((claim) => claim.codeId);
  // A refund takes from the codes its payment was counted for, so it needs no list of its own.
  const countedCodeIds = event.refundOf === null ? redeemCodes : [];
  const payment = { paymentId, event, countedCodeIds, receivedAt: now };
  effects.payments.push(payment);
  countCampaign(effects, WHOLE_ORGANISATION, event.amount);
  if (key !== null) snapshot.payments.set(key, payment);
  for (const codeId of original?.countedCodeIds ?? countedCodeIds) count(effects, codeId, 0, event.amount);

  if (event.refundOf !== null || event.amount < 0) return takeBack(payment, original, snapshot, effects, countedAt);
  accrue(event, paymentId, counting, snapshot, effects, countedAt);
  if (key !== null) settleEarlyRefunds(key, payment, snapshot, effects, countedAt);
}

/** At most one accrual: for the user's latest counting claim of a code of the creator the user is linked to. */
function accrue(
  event: PaymentEvent,
  paymentId: number,
  counting: readonly PayerClaim[],
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  const creatorId = snapshot.links.get(event.userId);
  const claim = counting
    .filter((candidate) => candidate.kind === 'creator' && candidate.creatorId === creatorId)
    .reduce<PayerClaim | null>((latest, next) => (latest && !isLater(next, latest) ? latest : next), null);
  if (!claim || creatorId === undefined || event.amount === 0) return;
  const accrual: OpenAccrual = {
    accrualId: snapshot.nextAccrualId(),
    paymentId,
    reversesAccrualId: null,
    userId: event.userId,
    codeId: claim.codeId,
    campaignId: claim.campaignId,
    creatorId,
    termsId: claim.termsId,
    settlementNo: claim.settlementNo,
    amount: event.amount,
    countedAt,
    remaining: event.amount,
  };
  effects.accruals.push(accrual);
  snapshot.openByPayment.set(paymentId, [accrual]);
  snapshot.openByUser.set(event.userId, [...(snapshot.openByUser.get(event.userId) ?? []), accrual]);
  count(effects, claim.codeId, claim.termsId, event.amount);
  countCampaign(effects, claim.campaignId, event.amount);
}

const isLater = (a: PayerClaim, b: PayerClaim) =>
  a.claimedAt > b.claimedAt || (a.claimedAt === b.claimedAt && a.claimId > b.claimId);
