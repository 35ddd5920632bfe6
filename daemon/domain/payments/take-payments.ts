import { paymentsOf } from '../codes/code-kinds.ts';
import { coversGame } from '../games.ts';
import { WHOLE_ORGANISATION } from '../series.ts';
import { addToTotals, faultsOf } from './check-payments.ts';
import {
  CLOCK_LAG_MS,
  countAccrued,
  countCampaign,
  countCode,
  countCurrency,
  countsOf,
  type NewPayment,
  type OpenAccrual,
  type PayerClaim,
  type PaymentAnswer,
  type PaymentEffects,
  type PaymentOutcome,
  type PaymentRequestItem,
  type PaymentSnapshot,
  push,
  requestKey,
  transactionKey,
  type Unmatched,
} from './payment-batch.ts';
import { isRefund, type PaymentEvent, paidMinor } from './payment-event.ts';
import { isSameRequest } from './request-hash.ts';
import { atRateOf, settleEarlyRefunds, takeBack } from './reverse-payments.ts';

export function decidePayments(
  items: readonly PaymentRequestItem[],
  snapshot: PaymentSnapshot,
  now: number,
): { outcomes: PaymentOutcome[]; effects: PaymentEffects } {
  const effects: PaymentEffects = {
    payments: [],
    accruals: [],
    requests: [],
    countedRefunds: [],
    rematched: [],
    counters: new Map(),
    campaigns: new Map(),
    currencies: new Map(),
    totals: { paid: 0n, refunded: 0n },
  };
  // Remaining amounts of payments matter only if this batch may take something back.
  const isOpenKept = snapshot.refunds.size > 0 || items.some(({ events }) => events.some(isRefund));
  const batch: Batch = { snapshot, effects, now, isOpenKept };
  const outcomes = items.map((item): PaymentOutcome => {
    const earlier =
      item.requestId === null ? undefined : snapshot.requests.get(requestKey(item.familyId, item.requestId));
    if (earlier) {
      if (!isSameRequest(earlier.requestHash, item)) return { ok: false, problem: { code: 'duplicate_request' } };
      return { ok: true, answer: earlier.answer };
    }
    if (isStale(item, snapshot)) return { ok: false, stale: true };
    const faults = faultsOf(item.events, snapshot);
    if (faults) return { ok: false, problem: faults };
    return { ok: true, answer: take(item, batch) };
  });
  return { outcomes, effects };
}

const isStale = ({ currency, currencyDigits, events }: PaymentRequestItem, snapshot: PaymentSnapshot) =>
  currency !== snapshot.currency ||
  currencyDigits !== snapshot.currencyDigits ||
  events.some(({ paid }) => paid?.rate && snapshot.correctedRates.has(paid.rate.rateId));

interface Batch {
  snapshot: PaymentSnapshot;
  effects: PaymentEffects;
  now: number;
  /** Whether the batch tracks the remaining amounts of new payments, for refunds in the same batch. */
  isOpenKept: boolean;
}

function take(item: PaymentRequestItem, batch: Batch): PaymentAnswer {
  const { snapshot, effects } = batch;
  let duplicates = 0;
  for (const event of item.events) {
    const key = event.transactionId === null ? null : transactionKey(event.gameId, event.transactionId);
    if (key !== null && snapshot.payments.has(key)) duplicates += 1;
    else takeOne(event, key, batch);
  }
  const answer = { id: item.requestId, accepted: item.events.length - duplicates, duplicates };
  if (item.requestId !== null) {
    const { familyId, requestId, requestHash } = item;
    effects.requests.push({ familyId, requestId, requestHash, answer });
    snapshot.requests.set(requestKey(familyId, requestId), { requestHash, answer });
  }
  return answer;
}

function takeOne(asked: PaymentEvent, key: string | null, batch: Batch) {
  const { snapshot, effects, now } = batch;
  const paymentId = snapshot.nextPaymentId();
  const original =
    asked.refundOf === null ? undefined : snapshot.payments.get(transactionKey(asked.gameId, asked.refundOf));
  const event = original ? atRateOf(original.event, asked, snapshot) : asked;
  const countedAt = Math.min(event.createdAt, now);
  const counting = isRefund(event) ? [] : countingClaims(snapshot.claims.get(event.userId), event.gameId, countedAt);
  const payment: NewPayment = {
    paymentId,
    event,
    countedCodeIds: counting.filter((claim) => paymentsOf(claim.kind) === 'count').map((claim) => claim.codeId),
    countedCampaignIds: [...new Set(counting.map((claim) => claim.campaignId))],
    receivedAt: now,
    unmatched: null,
  };
  effects.payments.push(payment);
  for (const totals of [effects.totals, snapshot.totals]) addToTotals(totals, event.amount);
  countInCampaign(effects, WHOLE_ORGANISATION, event);
  if (key !== null) snapshot.payments.set(key, payment);
  if (isRefund(event)) return takeBack(payment, original, snapshot, effects, countedAt);
  countPayment(payment, batch);
  const isAccrued = accrue(payment, counting, batch, countedAt);
  payment.unmatched = unmatchedOf(payment, isAccrued, snapshot);
  if (key !== null) settleEarlyRefunds(key, payment, snapshot, effects, countedAt);
}

/**
 * Returns the claims that a payment counts for: the campaign covers the payment's game, and the payment was made between
 * the time of the claim, minus the clock lag, and the campaign's end.
 */
const countingClaims = (claims: readonly PayerClaim[] | undefined, gameId: string, countedAt: number) =>
  (claims ?? []).filter(
    ({ claimedAt, campaignEnd, games }) =>
      claimedAt <= countedAt + CLOCK_LAG_MS && countedAt < campaignEnd && coversGame(games, gameId),
  );

function countInCampaign(effects: PaymentEffects, campaignId: number, { gameId, amount, paid }: PaymentEvent) {
  countCampaign(effects, campaignId, gameId, amount);
  if (!paid) return;
  const { currency, digits, minor } = paid;
  countCurrency(effects, { campaignId, currency, digits, gameId, paid: minor, revenue: amount });
}

/** Changes the figures of every redeem code and campaign that the payment counts for. */
function countPayment(payment: NewPayment, { snapshot, effects, isOpenKept }: Batch) {
  const { paymentId, event, countedCodeIds, countedCampaignIds } = payment;
  for (const codeId of countedCodeIds) countCode(effects, codeId, 0, event.gameId, event.amount);
  for (const campaignId of countedCampaignIds) countInCampaign(effects, campaignId, event);
  if (!isOpenKept) return;
  for (const open of countsOf(payment)) {
    push(snapshot.countsByPayment, paymentId, open);
    push(snapshot.countsByUser, event.userId, open);
  }
}

/** Returns why a payment counts for no creator and no redeem code; null if it counts for one, or if its amount is 0. */
function unmatchedOf(
  { event: { userId, amount }, countedCodeIds }: NewPayment,
  isAccrued: boolean,
  { links }: PaymentSnapshot,
): Unmatched | null {
  if (isAccrued || countedCodeIds.length > 0 || amount === 0n) return null;
  return { reason: links.has(userId) ? 'link_lapsed' : 'no_claim', amount };
}

/**
 * Adds at most one accrual: for the latest claim that counts among the user's claims of the linked creator's codes.
 * @returns whether it added one
 */
function accrue(
  { event, paymentId }: NewPayment,
  counting: readonly PayerClaim[],
  { snapshot, effects, isOpenKept }: Batch,
  countedAt: number,
): boolean {
  const creatorId = snapshot.links.get(event.userId);
  const claim = counting
    .filter((candidate) => paymentsOf(candidate.kind) === 'accrue' && candidate.creatorId === creatorId)
    .reduce<PayerClaim | null>((latest, next) => (latest && !isLater(next, latest) ? latest : next), null);
  // A paid amount that converts to 0 is kept, because it can count once its rate is corrected.
  if (!claim || creatorId === undefined || paidMinor(event) === 0n) return false;
  const { userId, gameId, amount } = event;
  const { codeId, campaignId, termsId, settlementNo } = claim;
  const accrual: OpenAccrual = {
    accrualId: snapshot.nextAccrualId(),
    paymentId,
    reversesAccrualId: null,
    ...{ userId, codeId, campaignId, creatorId, termsId, settlementNo, amount, countedAt },
    remaining: amount,
    rate: null,
  };
  effects.accruals.push(accrual);
  if (isOpenKept) {
    push(snapshot.openByPayment, paymentId, accrual);
    push(snapshot.openByUser, userId, accrual);
  }
  countCode(effects, codeId, termsId, gameId, amount);
  countAccrued(effects, campaignId, gameId, amount);
  countAccrued(effects, WHOLE_ORGANISATION, gameId, amount);
  return true;
}

const isLater = (a: PayerClaim, b: PayerClaim) =>
  a.claimedAt > b.claimedAt || (a.claimedAt === b.claimedAt && a.claimId > b.claimId);
