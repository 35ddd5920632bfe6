import { parseGames } from '../../domain/games.ts';
import {
  type CountedFor,
  countsOf,
  type KnownPayment,
  type NewPayment,
  type OpenAccrual,
  type OpenCount,
  type PayerClaim,
  type PaymentSnapshot,
  push,
} from '../../domain/payments/payment-batch.ts';
import type { PaymentEvent } from '../../domain/payments/payment-event.ts';

// This file contains the columns that the payment statements select on both databases, and converts their rows for the
// rules.

/** Returns a query for claims that have not been released, with the campaign and the terms for a new accrual. */
export const payerClaimSql = (livingClaims: string) => `
  select k.user_id, k.claim_id, k.code_id, k.created_at, c.kind, c.creator_id, c.campaign_id, p.ends_at, p.archived_at, p.games,
         p.settlement_no, coalesce(r.terms_id, p.terms_id, o.terms_id) as terms_id
    from ${livingClaims}
    join codes c on c.code_id = k.code_id
    join campaigns p on p.campaign_id = c.campaign_id
    join organisation o on o.organisation_id = 1
    left join creators r on r.creator_id = c.creator_id`;

export interface PayerClaimRow {
  user_id: string;
  claim_id: number;
  code_id: number;
  created_at: number;
  kind: PayerClaim['kind'];
  creator_id: string | null;
  campaign_id: number;
  ends_at: number;
  archived_at: number | null;
  games: string | null;
  settlement_no: number;
  terms_id: number;
}

export const payerClaim = (row: PayerClaimRow): PayerClaim => ({
  claimId: row.claim_id,
  codeId: row.code_id,
  campaignId: row.campaign_id,
  kind: row.kind,
  creatorId: row.creator_id,
  claimedAt: row.created_at,
  campaignEnd: Math.min(row.ends_at, row.archived_at ?? row.ends_at),
  games: parseGames(row.games),
  termsId: row.terms_id,
  settlementNo: row.settlement_no,
});

export interface PaymentRow {
  payment_id: number;
  game_id: string;
  transaction_id: string | null;
  user_id: string;
  amount: number;
  refund_of: string | null;
  counted_code_ids: string;
  counted_campaign_ids: string;
  created_at: number;
  paid_minor: number | null;
  paid_currency: string | null;
  paid_digits: number | null;
  rate_id: number | null;
  /** The rate as text; absent in queries that do not join it. */
  rate?: string | null;
}

/** Joins the rates by which payments, named `p` in the query, were converted. */
export const JOIN_RATE = 'left join exchange_rates x on x.rate_id = p.rate_id';

export const knownPayment = (row: PaymentRow): KnownPayment => ({
  paymentId: row.payment_id,
  countedCodeIds: idsOf(row.counted_code_ids),
  countedCampaignIds: idsOf(row.counted_campaign_ids),
  event: {
    gameId: row.game_id,
    transactionId: row.transaction_id,
    userId: row.user_id,
    amount: BigInt(row.amount),
    refundOf: row.refund_of,
    createdAt: row.created_at,
    ...paidOf(row),
  },
});

type PaidRow = Pick<PaymentRow, 'paid_minor' | 'paid_currency' | 'paid_digits' | 'rate_id' | 'rate'>;

/** Returns the field with the amount that the player paid in another currency; an empty object if there is none. */
function paidOf(row: PaidRow): Pick<PaymentEvent, 'paid'> {
  const { paid_minor, paid_currency, paid_digits, rate_id, rate } = row;
  if (paid_minor === null || paid_currency === null || paid_digits === null || rate_id === null) return {};
  const paid = { minor: BigInt(paid_minor), currency: paid_currency, digits: paid_digits };
  return { paid: { ...paid, rate: rate == null ? null : { rateId: rate_id, rate } } };
}

/** Converts the row of a refund that names a payment. */
export const namedRefund = (row: PaidRow & Pick<PaymentRow, 'payment_id' | 'user_id' | 'amount'>) => ({
  paymentId: row.payment_id,
  userId: row.user_id,
  amount: BigInt(row.amount),
  ...paidOf(row),
});

const idsOf = (json: string) => (json === '[]' ? [] : (JSON.parse(json) as number[]));
const jsonOf = (ids: readonly number[]) => (ids.length === 0 ? '[]' : JSON.stringify(ids));

/** Returns a payment's columns in the order of SQLite's insert, except `received_at`. */
export const paymentRow = ({ paymentId, event, countedCodeIds, countedCampaignIds, unmatched }: NewPayment) => ({
  paymentId,
  gameId: event.gameId,
  transactionId: event.transactionId,
  userId: event.userId,
  amount: event.amount,
  refundOf: event.refundOf,
  countedCodeIds: jsonOf(countedCodeIds),
  countedCampaignIds: jsonOf(countedCampaignIds),
  unmatchedReason: unmatched?.reason ?? null,
  unmatchedAmount: unmatched?.amount ?? null,
  createdAt: event.createdAt,
});

export const isForeign = ({ event }: NewPayment) => event.paid !== undefined;

/** Returns the additional columns of a payment in another currency. */
export const paidRow = ({ event: { paid } }: NewPayment) => ({
  paidMinor: paid?.minor ?? null,
  paidCurrency: paid?.currency ?? null,
  paidDigits: paid?.digits ?? null,
  rateId: paid?.rate?.rateId ?? null,
});

/**
 * Returns a query for the amounts refunded so far.
 * @param where the tables, with the counted refunds named `r`, and the condition
 */
export const takenSql = (where: string) => `
  select r.payment_id, r.kind, r.target_id, sum(r.amount) as taken from ${where} group by r.payment_id, r.kind, r.target_id`;

export interface TakenRow {
  payment_id: number;
  kind: CountedFor['kind'];
  target_id: number;
  taken: number | string;
}

/**
 * Adds to the snapshot how much of each payment still counts for each code and campaign. The payment's list and the
 * user's list share the same entry objects.
 */
export function keepOpenCounts(
  snapshot: PaymentSnapshot,
  payments: readonly KnownPayment[],
  taken: readonly TakenRow[],
) {
  const keyOf = (paymentId: number, kind: string, targetId: number) => `${paymentId} ${kind} ${targetId}`;
  const byCount = new Map(taken.map((row) => [keyOf(row.payment_id, row.kind, row.target_id), BigInt(row.taken)]));
  for (const payment of payments) {
    if (snapshot.countsByPayment.has(payment.paymentId)) continue;
    for (const whole of countsOf(payment)) {
      const { kind, targetId, paymentId } = whole;
      const open: OpenCount = {
        ...whole,
        remaining: whole.remaining - (byCount.get(keyOf(paymentId, kind, targetId)) ?? 0n),
      };
      push(snapshot.countsByPayment, paymentId, open);
      push(snapshot.countsByUser, payment.event.userId, open);
    }
  }
}

/** Selects accruals, each with the amount that has not been reversed. */
export const OPEN_ACCRUAL_SQL = `
  select a.accrual_id, a.payment_id, a.user_id, a.code_id, a.campaign_id, a.creator_id, a.terms_id, a.settlement_no,
         a.amount, a.counted_at, x.rate,
         a.amount + coalesce((select sum(v.amount) from accruals v where v.user_id = a.user_id
           and v.reverses_accrual_id = a.accrual_id), 0) as remaining
    from accruals a left join exchange_rates x on x.rate_id = a.rate_id`;

export interface OpenAccrualRow {
  accrual_id: number;
  payment_id: number;
  user_id: string;
  code_id: number;
  campaign_id: number;
  creator_id: string;
  terms_id: number;
  settlement_no: number;
  amount: number;
  counted_at: number;
  remaining: number | string;
  rate: string | null;
}

export const openAccrual = (row: OpenAccrualRow): OpenAccrual => ({
  accrualId: row.accrual_id,
  paymentId: row.payment_id,
  reversesAccrualId: null,
  userId: row.user_id,
  codeId: row.code_id,
  campaignId: row.campaign_id,
  creatorId: row.creator_id,
  termsId: row.terms_id,
  settlementNo: row.settlement_no,
  amount: BigInt(row.amount),
  countedAt: row.counted_at,
  remaining: BigInt(row.remaining),
  rate: row.rate,
});

/**
 * Returns a query that selects those of the given rates that have been corrected.
 * @param asked the table of the given rates, with its name in the query
 * @param id the expression for a rate's ID in that table
 */
export const correctedSql = (asked: string, id: string) =>
  `select ${id} as rate_id from ${asked} where exists (select 1 from exchange_rates x where x.corrects_rate_id = ${id})`;
