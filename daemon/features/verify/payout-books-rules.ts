import { commissionOf } from '../../domain/commission.ts';
import { areSeamless, covers, findOverlap, type Range } from '../../domain/payouts/settlement-ranges.ts';
import type { LedgerSum, TermsOf } from '../../domain/payouts/statement-amounts.ts';
import type { Minor } from '../../lib/money.ts';

export interface KeptLine {
  line_id: number;
  settlements: readonly Range[];
  revenue: bigint;
  refunds: bigint;
  payments: number;
  commission: bigint;
  isVoid: boolean;
}

/** The accruals of a creator in a campaign, and the lines that payout runs created from them. */
export interface PairBooks {
  sums: readonly LedgerSum[];
  lines: readonly KeptLine[];
  /** The last settlement number covered by finished runs. */
  reached: number;
  /** Whether a void or failed statement leaves accruals for the next run. */
  isLeft: boolean;
}

export interface PairFault {
  what: string;
  stored: string;
  computed: string;
}

/** Finds the differences between the lines and the ledger. */
export function pairFaults(books: PairBooks, termsOf: TermsOf, digits: number): PairFault[] {
  const living = books.lines.filter((line) => !line.isVoid);
  const held = living.flatMap((line) => line.settlements);
  const faults = books.lines.flatMap((line) => lineFaults(line, books.sums));
  const twice = findOverlap(held);
  if (twice !== null) faults.push({ what: `settlement ${twice}`, stored: 'two lines', computed: 'one line' });
  const missed = books.sums.find(({ settlementNo: no }) => no <= books.reached && !covers(held, no));
  if (missed && !books.isLeft)
    faults.push({ what: `settlement ${missed.settlementNo}`, stored: 'no line', computed: 'one line' });
  if (living.length > 0 && areSeamless(held)) {
    const settled = books.sums.filter((sum) => covers(held, sum.settlementNo));
    const parts = settled.map(({ termsId, revenue }) => ({ terms: termsOf(termsId), revenue }));
    const computed = commissionOf(parts, total(settled, 'revenue'), digits);
    const stored = living.reduce((sum, line) => sum + line.commission, 0n);
    if (stored !== computed) faults.push({ what: 'commission', stored: String(stored), computed: String(computed) });
  }
  return faults;
}

function lineFaults(line: KeptLine, sums: readonly LedgerSum[]): PairFault[] {
  const own = sums.filter((sum) => covers(line.settlements, sum.settlementNo));
  const payments = own.reduce((sum, row) => sum + row.payments, 0);
  const pairs = {
    revenue: [line.revenue, total(own, 'revenue')],
    refunds: [line.refunds, total(own, 'refunds')],
    payments: [line.payments, payments],
  };
  return Object.entries(pairs).flatMap(([name, [stored, computed]]) =>
    stored === computed
      ? []
      : [{ what: `line ${line.line_id} ${name}`, stored: String(stored), computed: String(computed) }],
  );
}

const total = (sums: readonly LedgerSum[], name: 'revenue' | 'refunds') =>
  sums.reduce((sum, row) => sum + row[name], 0n);

export interface KeptStatement {
  statement_id: number;
  /** The other creators whose balances the statement includes. */
  merged: readonly string[];
  commission: Minor;
  payable: Minor;
  carried_in: Minor;
  isVoid: boolean;
}

/**
 * Checks that `carried_in` of each of a creator's statements is the balance of the earlier ones. If any of the
 * statements is void, nothing is checked.
 */
export function chainFaults(
  own: readonly KeptStatement[],
  statementsOf: (creatorId: string) => readonly KeptStatement[],
): PairFault[] {
  const all = [...own, ...own.flatMap(({ merged }) => merged).flatMap(statementsOf)];
  if (all.some((statement) => statement.isVoid)) return [];
  return own.flatMap(({ statement_id, merged, carried_in }) => {
    const earlier = [...own, ...merged.flatMap(statementsOf)].filter((other) => other.statement_id < statement_id);
    const computed = earlier.reduce((sum, { commission, payable }) => sum + commission - payable, 0n);
    if (carried_in === computed) return [];
    return [{ what: `statement ${statement_id} carried_in`, stored: String(carried_in), computed: String(computed) }];
  });
}
