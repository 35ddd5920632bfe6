import { DAY_MS } from '../../lib/clock.ts';
import { commissionOf, percentOf, type Terms } from '../commission.ts';
import { covers, freeRanges, type Range } from './settlement-ranges.ts';

/** The sums of a creator's accruals in a campaign for one terms version and settlement number, in minor units. */
export interface LedgerSum {
  settlementNo: number;
  termsId: number;
  /** Revenue after refunds. */
  revenue: bigint;
  refunds: bigint;
  payments: number;
  /** The part of the revenue that is still within the hold days. */
  youngRevenue: bigint;
}

/** A line of another payout run that is not void. */
export interface LivingLine {
  settlements: readonly Range[];
  commission: bigint;
  claims: number;
}

export interface CampaignBooks {
  sums: readonly LedgerSum[];
  lines: readonly LivingLine[];
  /** The number of all claims of the creator's codes. */
  claims: number;
  /** The last settlement number in the payout run, or null if the run does not include this campaign. */
  upTo: number | null;
  /** The terms that now apply to the creator in this campaign. */
  termsInForce: number;
}

export type TermsOf = (termsId: number) => Terms;

export interface LineDecision {
  settlements: Range[];
  revenue: bigint;
  refunds: bigint;
  payments: number;
  claims: number;
  tier: number;
  commission: bigint;
}

const isSettled = ({ upTo, lines }: CampaignBooks, settlementNo: number) =>
  upTo === null ? lines.some((line) => covers(line.settlements, settlementNo)) : settlementNo <= upTo;

const soFar = (
  sums: readonly LedgerSum[],
  revenueOf: (sum: LedgerSum) => bigint,
  termsOf: TermsOf,
  digits: number,
): bigint => {
  const revenue = total(sums, revenueOf);
  const parts = sums.map((sum) => ({ terms: termsOf(sum.termsId), revenue: revenueOf(sum) }));
  return commissionOf(parts, revenue, digits);
};

/**
 * Computes a statement's line: the commission on all accruals, minus the commission of other lines that are not void.
 * The line settles the accruals that no other line settles. Returns null if there are no such accruals.
 */
export function decideLine(books: CampaignBooks, termsOf: TermsOf, digits: number): LineDecision | null {
  if (books.upTo === null) return null;
  const held = books.lines.flatMap((line) => line.settlements);
  const settlements = freeRanges(held, books.upTo);
  const settled = books.sums.filter((sum) => isSettled(books, sum.settlementNo));
  const own = settled.filter((sum) => covers(settlements, sum.settlementNo));
  if (own.length === 0) return null;
  const earlier = books.lines.reduce((sum, line) => sum + line.commission, 0n);
  return {
    settlements,
    revenue: total(own, (sum) => sum.revenue),
    refunds: total(own, (sum) => sum.refunds),
    payments: own.reduce((sum, { payments }) => sum + payments, 0),
    claims: books.claims - books.lines.reduce((sum, { claims }) => sum + claims, 0),
    tier: percentOf(
      termsOf(books.termsInForce),
      total(settled, (sum) => sum.revenue),
      digits,
    ),
    commission: soFar(settled, (sum) => sum.revenue, termsOf, digits) - earlier,
  };
}

/** Returns the instant from which revenue is held back. If there are no hold days, none is held back. */
export const youngFrom = (preparedAt: number, holdDays: number): number =>
  holdDays === 0 ? Number.MAX_SAFE_INTEGER : preparedAt - holdDays * DAY_MS;

/** Returns the part of the commission that comes from revenue still held back, at least zero. */
export function youngCommission(books: CampaignBooks, termsOf: TermsOf, digits: number): bigint {
  const settled = books.sums.filter((sum) => isSettled(books, sum.settlementNo));
  if (settled.every((sum) => sum.youngRevenue === 0n)) return 0n;
  const full = soFar(settled, (sum) => sum.revenue, termsOf, digits);
  const old = soFar(settled, (sum) => sum.revenue - sum.youngRevenue, termsOf, digits);
  return full > old ? full - old : 0n;
}

export type CarryReason = 'negative' | 'held' | 'below_minimum';

export interface StatementMoney {
  commission: bigint;
  carried_in: bigint;
  payable: bigint;
  carried_out: bigint;
  carry_reason: CarryReason | null;
}

export interface StatementTerms {
  /** The balance carried from earlier statements: unpaid, or negative if they paid too much. */
  carriedIn: bigint;
  /** The part of the balance that comes from revenue still held back. */
  young: bigint;
  minimum: bigint;
  /** Whether the creator's payouts are frozen, so that nothing is paid. */
  isFrozen: boolean;
}

/** Decides what a creator is paid now, and why the rest is carried. */
export function decideStatement(
  commission: bigint,
  { carriedIn, young, minimum, isFrozen }: StatementTerms,
): StatementMoney {
  const balance = commission + carriedIn;
  const ripe = isFrozen ? 0n : balance - young;
  const tooLittle = ripe > 0n && ripe < minimum;
  const payable = ripe > 0n && !tooLittle ? ripe : 0n;
  const carried_out = balance - payable;
  const carry_reason = carryReason(carried_out, tooLittle);
  return { commission, carried_in: carriedIn, payable, carried_out, carry_reason };
}

function carryReason(carriedOut: bigint, tooLittle: boolean): CarryReason | null {
  if (carriedOut === 0n) return null;
  if (carriedOut < 0n) return 'negative';
  return tooLittle ? 'below_minimum' : 'held';
}

const total = (sums: readonly LedgerSum[], of: (sum: LedgerSum) => bigint) =>
  sums.reduce((sum, row) => sum + of(row), 0n);
