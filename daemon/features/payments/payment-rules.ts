import type { Problem } from '../../lib/problem.ts';

// What taking and reversing payments share: a batch of requests, what is known about them, and what comes of them.

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
/** What moves the series of a campaign: what accrued to its creators; of `WHOLE_ORGANISATION`: all that was paid. */
export interface CampaignChange {
  payments: number;
  revenue: number;
  refunds: number;
}
export interface PaymentEffects {
  payments: NewPayment[];
  accruals: Accrual[];
  requests: { familyId: number; requestId: string; requestHash: string; answer: PaymentAnswer }[];
  counters: Map<string, CounterChange>;
  campaigns: Map<number, CampaignChange>;
}

export const transactionKey = (gameId: string, transactionId: string) => `${gameId}\n${transactionId}`;
export const requestKey = (familyId: number, requestId: string) => `${familyId}\n${requestId}`;

/** Adds to what will move a code’s counters under its terms. */
export function count(effects: PaymentEffects, codeId: number, termsId: number, amount: number) {
  const key = `${codeId}\n${termsId}`;
  let change = effects.counters.get(key);
  if (!change) {
    change = { codeId, termsId, payments: 0, revenue: 0, refunds: 0 };
    effects.counters.set(key, change);
  }
  addTo(change, amount);
}

/** Adds to what will move a campaign’s series. */
export function countCampaign({ campaigns }: PaymentEffects, campaignId: number, amount: number) {
  let change = campaigns.get(campaignId);
  if (!change) {
    change = { payments: 0, revenue: 0, refunds: 0 };
    campaigns.set(campaignId, change);
  }
  addTo(change, amount);
}

function addTo(change: CampaignChange, amount: number) {
  change.payments += 1;
  change.revenue += amount;
  if (amount < 0) change.refunds -= amount;
}
