import { largerOf, type Minor, smallerOf } from '../../lib/money.ts';
import { convert } from '../exchange-rates.ts';
import { WHOLE_ORGANISATION } from '../series.ts';
import { isSameCurrency, storedRefunds } from './check-payments.ts';
import {
  countAccrued,
  countCampaign,
  countCode,
  countCurrency,
  type KnownPayment,
  type NewPayment,
  type OpenAccrual,
  type OpenCount,
  type PaymentEffects,
  type PaymentSnapshot,
  push,
  transactionKey,
  type Unmatched,
} from './payment-batch.ts';
import { convertPaid, type PaymentEvent, paidMinor } from './payment-event.ts';

/**
 * Converts a refund at the rate of its payment. The result is the converted sum of all refunds so far minus the
 * converted sum of the earlier ones, so that a full refund in parts ends at exactly 0.
 */
export function atRateOf(payment: PaymentEvent, refund: PaymentEvent, snapshot: PaymentSnapshot): PaymentEvent {
  if (!payment.paid || !refund.paid) return refund;
  const { rate } = payment.paid;
  const before = storedRefunds(transactionKey(refund.gameId, refund.refundOf ?? ''), payment, snapshot);
  const inLedger = (minor: Minor) => convertPaid(minor, payment, snapshot);
  const amount = inLedger(before) - inLedger(before - refund.paid.minor);
  return { ...refund, amount, paid: { ...refund.paid, rate } };
}

/** The amount that a refund takes back, with the game whose figures change. */
interface TakenBack {
  refundId: number;
  gameId: string;
  amount: Minor;
  countedAt: number;
  /** The refund of a payment in another currency, and the refunds before it, in minor units of that currency. */
  paid?: { minor: Minor; before: Minor; currency: string; digits: number };
}

/**
 * Takes back the amounts that the refunded payment added. A refund that names no payment takes from the payer's newest
 * payments, at most what is left of them.
 */
export function takeBack(
  refund: NewPayment,
  original: KnownPayment | undefined,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  const { paymentId: refundId, event } = refund;
  const taken = { refundId, gameId: event.gameId, amount: -event.amount, countedAt };
  if (event.refundOf === null) {
    const newest = <T>(list: readonly T[] | undefined) => (list ?? []).toReversed();
    const reversed = reverse(newest(snapshot.openByUser.get(event.userId)), taken, snapshot, effects);
    const { fromCodes } = uncount(newest(snapshot.countsByUser.get(event.userId)), taken, effects);
    refund.unmatched = shortfallOf(taken, largerOf(reversed, fromCodes));
    return;
  }
  const { userId, amount, paid } = event;
  const named = { paymentId: refundId, userId, amount, ...(paid && { paid }) };
  const key = transactionKey(event.gameId, event.refundOf);
  const before = original ? storedRefunds(key, original.event, snapshot) : 0n;
  push(snapshot.refunds, key, named);
  if (!original) {
    refund.unmatched = { reason: 'unknown_refund_of', amount };
    return;
  }
  const found = takeFromPayment(
    original,
    { ...taken, ...(paid && { paid: { ...paid, minor: -paid.minor, before } }) },
    snapshot,
    effects,
  );
  // A payment that counted for nothing has nothing to take back, and is itself listed as unmatched.
  if (original.countedCampaignIds.length > 0) refund.unmatched = shortfallOf(taken, found);
}

/** Returns the part of a refund for which nothing was left to take back, because of other refunds. */
const shortfallOf = ({ amount }: TakenBack, found: Minor): Unmatched | null =>
  found < amount ? { reason: 'nothing_to_refund', amount: found - amount } : null;

/** Applies refunds that arrived before their payment, up to the payment's amount in total. */
export function settleEarlyRefunds(
  key: string,
  payment: NewPayment,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
  countedAt: number,
) {
  const { event } = payment;
  const paid = paidMinor(event);
  let left = paid;
  for (const refund of snapshot.refunds.get(key) ?? []) {
    const fault = mismatchOf(refund, event);
    if (fault) {
      rematch(effects, refund.paymentId, { reason: fault, amount: refund.amount });
      continue;
    }
    const before = paid - left;
    const minor = smallerOf(left, -paidMinor(refund));
    left -= minor;
    const rest = paidMinor(refund) + minor;
    const tooMuch = { reason: 'more_than_payment' as const, amount: convertPaid(rest, refund, snapshot) };
    rematch(effects, refund.paymentId, rest < 0n ? tooMuch : null);
    const amount = convertPaid(before + minor, event, snapshot) - convertPaid(before, event, snapshot);
    const taken = { refundId: refund.paymentId, gameId: event.gameId, amount, countedAt };
    if (minor > 0n)
      takeFromPayment(
        payment,
        { ...taken, ...(event.paid && { paid: { ...event.paid, minor, before } }) },
        snapshot,
        effects,
      );
  }
}

/** Returns why a refund that arrived before its payment does not belong to it. */
function mismatchOf(refund: Pick<PaymentEvent, 'userId' | 'paid'>, payment: PaymentEvent) {
  if (refund.userId !== payment.userId) return 'refund_of_other_user';
  return isSameCurrency(refund, payment) ? null : 'refund_in_other_currency';
}

function rematch({ payments, rematched }: PaymentEffects, paymentId: number, unmatched: Unmatched | null) {
  const ofThisBatch = payments.find((payment) => payment.paymentId === paymentId);
  if (ofThisBatch) ofThisBatch.unmatched = unmatched;
  else rematched.push({ paymentId, unmatched });
}

/** Takes an amount from a payment. @returns the largest amount taken from an accrual, a code or a campaign */
function takeFromPayment(
  { paymentId, countedCampaignIds }: KnownPayment,
  taken: TakenBack,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
): Minor {
  const { gameId, paid } = taken;
  if (paid)
    for (const campaignId of countedCampaignIds)
      countCurrency(effects, { ...paid, campaignId, gameId, paid: -paid.minor, revenue: 0n });
  const reversed = reverse(snapshot.openByPayment.get(paymentId) ?? [], taken, snapshot, effects);
  const { fromCodes, fromCampaigns } = uncount(snapshot.countsByPayment.get(paymentId) ?? [], taken, effects);
  return largerOf(reversed, largerOf(fromCodes, fromCampaigns));
}

/**
 * Reverses accruals with their own terms and the current settlement number.
 * @returns how much was reversed
 */
function reverse(
  open: readonly OpenAccrual[],
  refund: TakenBack,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
): Minor {
  let left = refund.amount;
  for (const accrual of open) {
    const wanted = wantedOf(accrual, refund, left, snapshot);
    const taken = smallerOf(wanted, accrual.remaining);
    if (taken <= 0n) continue;
    left = taken === wanted ? 0n : largerOf(left - taken, 0n);
    accrual.remaining -= taken;
    appendReversal(accrual, taken, refund, snapshot, effects);
  }
  return refund.amount - left;
}

/** Returns what a refund takes from an accrual. A corrected accrual's rate differs from its payment's. */
function wantedOf({ rate }: OpenAccrual, { paid }: TakenBack, left: Minor, { currencyDigits }: PaymentSnapshot): Minor {
  if (rate === null || !paid) return left;
  const inLedger = (minor: Minor) => convert(minor, { rate, from: paid.digits, to: currencyDigits });
  return inLedger(paid.before + paid.minor) - inLedger(paid.before);
}

function appendReversal(
  accrual: OpenAccrual,
  taken: Minor,
  { refundId, gameId, countedAt }: TakenBack,
  snapshot: PaymentSnapshot,
  effects: PaymentEffects,
) {
  const { remaining: _, rate: _rate, ...terms } = accrual;
  effects.accruals.push({
    ...terms,
    accrualId: snapshot.nextAccrualId(),
    paymentId: refundId,
    reversesAccrualId: accrual.accrualId,
    settlementNo: snapshot.settlementNo.get(accrual.campaignId) ?? accrual.settlementNo,
    amount: -taken,
    countedAt,
  });
  countCode(effects, accrual.codeId, accrual.termsId, gameId, -taken);
  countAccrued(effects, accrual.campaignId, gameId, -taken);
  countAccrued(effects, WHOLE_ORGANISATION, gameId, -taken);
}

/**
 * Takes the amount from each code and each campaign separately.
 * @returns the largest amount taken from a code, and the largest taken from a campaign
 */
function uncount(open: readonly OpenCount[], { refundId, gameId, amount, paid }: TakenBack, effects: PaymentEffects) {
  const wanted = new Map<string, Minor>();
  const most = { code: 0n, campaign: 0n };
  for (const entry of open) {
    const { kind, targetId, paymentId } = entry;
    const key = `${kind} ${targetId}`;
    const left = wanted.get(key) ?? amount;
    const taken = smallerOf(left, entry.remaining);
    if (taken <= 0n) continue;
    wanted.set(key, left - taken);
    entry.remaining -= taken;
    effects.countedRefunds.push({ paymentId, kind, targetId, refundId, amount: taken });
    most[kind] = largerOf(most[kind], amount - left + taken);
    if (kind === 'code') {
      countCode(effects, targetId, 0, gameId, -taken);
      continue;
    }
    countCampaign(effects, targetId, gameId, -taken);
    if (paid) countCurrency(effects, { ...paid, campaignId: targetId, gameId, paid: 0n, revenue: -taken });
  }
  return { fromCodes: most.code, fromCampaigns: most.campaign };
}
