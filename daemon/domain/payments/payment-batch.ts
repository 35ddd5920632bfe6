import type { UNMATCHED_REASONS } from '../../contract/admin/payments.ts';
import type { Problem } from '../../contract/refusals.ts';
import type { Minor } from '../../lib/money.ts';
import type { CodeKind } from '../codes/code-kinds.ts';
import type { Games } from '../games.ts';
import type { PaymentEvent } from './payment-event.ts';

// Types and functions for taking and reversing payments: a batch of requests, its snapshot and its effects.

export interface PaymentRequestItem {
  familyId: number;
  requestId: string | null;
  requestHash: string;
  /** The currency in which the amounts were read. The batch rejects them if the currency has changed since. */
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
  /** The currency, its decimal places or a rate has changed, so the caller must read the amounts again. */
  | { ok: false; stale: true };

/** A claim of the payer with the data that decides whether a payment counts for it. */
export interface PayerClaim {
  claimId: number;
  codeId: number;
  campaignId: number;
  kind: CodeKind;
  creatorId: string | null;
  claimedAt: number;
  /** The earlier of the campaign's end and its archiving. */
  campaignEnd: number;
  /** The games that the campaign covers. */
  games: Games;
  /** The terms and the settlement number of a new accrual. */
  termsId: number;
  settlementNo: number;
}

/** A payment can be this much older than a claim and still count, because a game's clock may be behind the daemon's. */
export const CLOCK_LAG_MS = 120_000;

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
  amount: Minor;
  countedAt: number;
}

/** A positive accrual with the amount that has not been reversed. */
export interface OpenAccrual extends Accrual {
  remaining: Minor;
  /** The rate of a corrected conversion; null if the amount was converted at its payment's rate. */
  rate: string | null;
}

/** A redeem code or a campaign that a payment counts for, separately from accruals. */
export interface CountedFor {
  kind: 'code' | 'campaign';
  targetId: number;
}
/** `remaining` is the amount that refunds have not taken back. */
export interface OpenCount extends CountedFor {
  paymentId: number;
  remaining: Minor;
}
/** The amount that a refund takes from the counted amount of a payment. */
interface CountedRefund extends CountedFor {
  paymentId: number;
  refundId: number;
  amount: Minor;
}

export type UnmatchedReason = (typeof UNMATCHED_REASONS)[number];
export interface Unmatched {
  reason: UnmatchedReason;
  amount: Minor;
}

export interface KnownPayment {
  paymentId: number;
  event: PaymentEvent;
  countedCodeIds: number[];
  countedCampaignIds: number[];
}

/** A refund that names a payment, which might not have arrived yet. */
interface NamedRefund extends Pick<PaymentEvent, 'userId' | 'amount' | 'paid'> {
  paymentId: number;
}

/** The sums of all payments and of all refunds. */
interface PaymentTotals {
  paid: Minor;
  refunded: Minor;
}

export interface PaymentSnapshot {
  currency: string;
  currencyDigits: number;
  totals: PaymentTotals;
  /** Responses to earlier payment requests, by key family and request ID. */
  requests: Map<string, { requestHash: string; answer: PaymentAnswer }>;
  /** Payments to which the transaction IDs or refunds in this batch refer, see `transactionKey`. */
  payments: Map<string, KnownPayment>;
  /** Stored refunds, by the payment that they name. */
  refunds: Map<string, NamedRefund[]>;
  claims: Map<string, PayerClaim[]>;
  links: Map<string, string>;
  /** Accruals with a remaining amount, oldest first, of users with refunds that do not name a payment. */
  openByUser: Map<string, OpenAccrual[]>;
  /** The same for the payments that refunds name. */
  openByPayment: Map<number, OpenAccrual[]>;
  /** Redeem codes and campaigns with a remaining amount, selected in the same way. */
  countsByUser: Map<string, OpenCount[]>;
  countsByPayment: Map<number, OpenCount[]>;
  /** The rates used in this batch that have been corrected since. */
  correctedRates: Set<number>;
  /** The current settlement number of each campaign, for reversals. */
  settlementNo: Map<number, number>;
  nextPaymentId: () => number;
  nextAccrualId: () => number;
}

export interface NewPayment extends KnownPayment {
  receivedAt: number;
  unmatched: Unmatched | null;
}
export interface CounterChange {
  codeId: number;
  termsId: number;
  gameId: string;
  payments: number;
  revenue: Minor;
  refunds: Minor;
}
/** A change to the series of a campaign, or of `WHOLE_ORGANISATION`. */
export interface CampaignChange {
  campaignId: number;
  gameId: string;
  payments: number;
  revenue: Minor;
  refunds: Minor;
  creatorRevenue: Minor;
}
/** A change to the revenue of a campaign, or of `WHOLE_ORGANISATION`, in a currency other than the organisation's. */
export interface CurrencyChange {
  campaignId: number;
  currency: string;
  digits: number;
  gameId: string;
  /** In minor units of `currency`. */
  paid: Minor;
  /** In the organisation's currency. */
  revenue: Minor;
}
export interface PaymentEffects {
  payments: NewPayment[];
  accruals: Accrual[];
  requests: { familyId: number; requestId: string; requestHash: string; answer: PaymentAnswer }[];
  countedRefunds: CountedRefund[];
  /** Earlier refunds whose payment is in this batch. */
  rematched: { paymentId: number; unmatched: Unmatched | null }[];
  counters: Map<string, CounterChange>;
  campaigns: Map<string, CampaignChange>;
  currencies: Map<string, CurrencyChange>;
  totals: PaymentTotals;
}

export const transactionKey = (gameId: string, transactionId: string) => `${gameId}\n${transactionId}`;
export const requestKey = (familyId: number, requestId: string) => `${familyId}\n${requestId}`;

export function push<K, V>(map: Map<K, V[]>, key: K, value: V) {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Returns the codes and campaigns that a payment counts for, with its whole amount remaining. */
export const countsOf = ({ paymentId, event, countedCodeIds, countedCampaignIds }: KnownPayment): OpenCount[] => [
  ...countedCodeIds.map((targetId) => ({ kind: 'code' as const, targetId, paymentId, remaining: event.amount })),
  ...countedCampaignIds.map((targetId) => ({
    kind: 'campaign' as const,
    targetId,
    paymentId,
    remaining: event.amount,
  })),
];

/** Adds an amount to the pending changes to a code's counters under its terms. */
export function countCode(effects: PaymentEffects, codeId: number, termsId: number, gameId: string, amount: Minor) {
  const key = `${codeId}\n${termsId}\n${gameId}`;
  let change = effects.counters.get(key);
  if (!change) {
    change = { codeId, termsId, gameId, payments: 0, revenue: 0n, refunds: 0n };
    effects.counters.set(key, change);
  }
  addTo(change, amount);
}

/** Adds an amount to the pending changes to a campaign's series. */
export function countCampaign(effects: PaymentEffects, campaignId: number, gameId: string, amount: Minor) {
  addTo(changeOf(effects, campaignId, gameId), amount);
}

/** Adds an amount to the part of a campaign's revenue that accrued to creators. */
export function countAccrued(effects: PaymentEffects, campaignId: number, gameId: string, amount: Minor) {
  changeOf(effects, campaignId, gameId).creatorRevenue += amount;
}

/** Adds amounts to the pending changes to a campaign's revenue in another currency. */
export function countCurrency({ currencies }: PaymentEffects, change: CurrencyChange) {
  const key = `${change.campaignId}\n${change.currency}\n${change.digits}\n${change.gameId}`;
  const sum = currencies.get(key) ?? { ...change, paid: 0n, revenue: 0n };
  sum.paid += change.paid;
  sum.revenue += change.revenue;
  currencies.set(key, sum);
}

function changeOf({ campaigns }: PaymentEffects, campaignId: number, gameId: string): CampaignChange {
  const key = `${campaignId}\n${gameId}`;
  let change = campaigns.get(key);
  if (!change) {
    change = { campaignId, gameId, payments: 0, revenue: 0n, refunds: 0n, creatorRevenue: 0n };
    campaigns.set(key, change);
  }
  return change;
}

function addTo(change: CounterChange | CampaignChange, amount: Minor) {
  change.payments += 1;
  change.revenue += amount;
  if (amount < 0n) change.refunds -= amount;
}
