import type { FieldFault, Problem, RefusalCode } from '../../lib/problem.ts';

export interface PaymentEvent {
  gameId: string;
  transactionId: string | null;
  userId: string;
  /** Minor units; negative is a refund. */
  amount: number;
  refundOf: string | null;
  createdAt: number;
}

export interface PaymentRequestItem {
  familyId: number;
  requestId: string | null;
  requestHash: string;
  /** What the amounts were read with; the batch refuses them when the setting changed meanwhile. */
  currency: string;
  currencyDigits: number;
  events: PaymentEvent[];
}

export interface PaymentAnswer {
  id: string | null;
  accepted: number;
  duplicates: number;
}
export type PaymentOutcome =
  | { ok: true; answer: PaymentAnswer }
  | { ok: false; problem: Problem }
  /** Currency or digits changed since the amounts were read: read them again. */
  | { ok: false; stale: true };

/** A claim of the payer with what decides whether a payment counts for it. */
export interface PayerClaim {
  claimId: number;
  codeId: number;
  campaignId: number;
  kind: 'redeem' | 'creator';
  creatorId: string | null;
  claimedAt: number;
  /** The earlier of the campaign's end and its archiving. */
  campaignEnd: number;
  /** Terms and settlement number an accrual made now falls under. */
  termsId: number;
  settlementNo: number;
}

export interface Accrual {
  accrualId: number;
  paymentId: number;
  reversesAccrualId: number | null;
  userId: string;
  codeId: number;
  campaignId: number;
  creatorId: string;
  termsId: number;
  settlementNo: number;
  amount: number;
  countedAt: number;
}

/** A positive accrual with what reversals have left of it. */
export interface OpenAccrual extends Accrual {
  remaining: number;
}

export interface KnownPayment {
  paymentId: number;
  event: PaymentEvent;
  countedCodeIds: number[];
}

export interface PaymentSnapshot {
  currency: string;
  currencyDigits: number;
  /** Payments requests answered before, by family and id. */
  requests: Map<string, { requestHash: string; answer: PaymentAnswer }>;
  /** Payments that this batch's transaction ids or refunds name, see `transactionKey`. */
  payments: Map<string, KnownPayment>;
  /** Refunds stored so far by the payment they name. */
  refunds: Map<string, { paymentId: number; amount: number }[]>;
  claims: Map<string, PayerClaim[]>;
  links: Map<string, string>;
  /** Accruals with something left, oldest first: of users with refunds that name no payment, and of payments refunded. */
  openByUser: Map<string, OpenAccrual[]>;
  openByPayment: Map<number, OpenAccrual[]>;
  /** The settlement number in force of a campaign, for reversals. */
  settlementNo: Map<number, number>;
  nextPaymentId: () => number;
  nextAccrualId: () => number;
}

export interface NewPayment extends KnownPayment {
  receivedAt: number;
}
export interface CounterChange {
  codeId: number;
  termsId: number;
  payments: number;
  revenue: number;
  refunds: number;
}
export interface PaymentEffects {
  payments: NewPayment[];
  accruals: Accrual[];
  requests: { familyId: number; requestId: string; requestHash: string; answer: PaymentAnswer }[];
  counters: Map<string, CounterChange>;
}

export const transactionKey = (gameId: string, transactionId: string) => `${gameId}\n${transactionId}`;
export const requestKey = (familyId: number, requestId: string) => `${familyId}\n${requestId}`;

export function decidePayments(
  items: readonly PaymentRequestItem[],
  snapshot: PaymentSnapshot,
  now: number,
): { outcomes: PaymentOutcome[]; effects: PaymentEffects } {
  const effects: PaymentEffects = { payments: [], accruals: [], requests: [], counters: new Map() };
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

/** Payments are all or nothing, so everything that can refuse is looked at before anything is taken. */
function faultsOf(events: readonly PaymentEvent[], snapshot: PaymentSnapshot): Problem | null {
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
  if (key !== null) snapshot.payments.set(key, payment);
  for (const codeId of original?.countedCodeIds ?? countedCodeIds) count(effects, codeId, 0, event.amount);

  if (event.refundOf !== null) {
    const named = transactionKey(event.gameId, event.refundOf);
    const siblings = snapshot.refunds.get(named) ?? [];
    snapshot.refunds.set(named, [...siblings, { paymentId, amount: event.amount }]);
    if (original) reverse(original.paymentId, paymentId, -event.amount, snapshot, effects, countedAt);
  } else if (event.amount < 0) {
    const open = (snapshot.openByUser.get(event.userId) ?? []).slice().reverse();
    reverseFrom(open, paymentId, -event.amount, snapshot, effects, countedAt);
  } else {
    accrue(event, paymentId, counting, snapshot, effects, countedAt);
    if (key !== null) settleEarlyRefunds(key, payment, snapshot, effects, countedAt);
  }
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
}

const isLater = (a: PayerClaim, b: PayerClaim) =>
  a.claimedAt > b.claimedAt || (a.claimedAt === b.claimedAt && a.claimId > b.claimId);

/** Refunds that came before their payment take effect with it, in all at most its amount. */
function settleEarlyRefunds(
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
  }
}

function count(effects: PaymentEffects, codeId: number, termsId: number, amount: number) {
  const key = `${codeId}\n${termsId}`;
  const change = effects.counters.get(key) ?? { codeId, termsId, payments: 0, revenue: 0, refunds: 0 };
  change.payments += 1;
  change.revenue += amount;
  if (amount < 0) change.refunds -= amount;
  effects.counters.set(key, change);
}
