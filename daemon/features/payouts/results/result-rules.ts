import { RESULT_OUTCOMES } from '../../../contract/words.ts';
import type { LineFault } from '../../../lib/csv.ts';
import { formatAmount, type Minor } from '../../../lib/money.ts';
import { paymentReference } from '../run/payout-run-rules.ts';
import type { ReadLine, ResultFault, ResultLine } from './result-file-rules.ts';

export type Outcome = (typeof RESULT_OUTCOMES)[number];

interface Run {
  run_id: number;
  currency: string;
  currency_digits: number;
}
/** The fields of a statement that determine the result of a line. */
export interface Statement {
  statement_id: number;
  run_id: number;
  creator_id: string;
  creator_name: string | null;
  payable: Minor;
  voided_at: number | null;
  paid_at: number | null;
  taken_out: boolean;
}

/** What the import does with one line. */
export interface JudgedLine {
  line: number;
  outcome: Outcome;
  code: ResultFault | null;
  detail: string | null;
  statement: Statement | null;
  /** Why the payment failed. */
  reason: string | null;
}

/** Compares a line with its statement. `statement` is null if the run has none with this ID. */
export function judgeLine(read: ReadLine, run: Run, statement: Statement | null): JudgedLine {
  if ('isIgnored' in read) return { ...judged(read.line, 'ignored'), statement: null };
  const refused = faultOf(read, run, statement);
  if (refused) return { ...judged(read.line, 'refused'), ...refused, statement };
  return { ...judged(read.line, outcomeOf(read, statement as Statement)), statement, reason: reasonOf(read) };
}

const judged = (line: number, outcome: Outcome) => ({ line, outcome, code: null, detail: null, reason: null });

/** Returns the refusal of a line that could not be read. */
export const unreadLine = ({ line, detail, code }: LineFault): JudgedLine => ({
  ...judged(line, 'refused'),
  code: (code ?? 'invalid_csv') as ResultFault,
  detail,
  statement: null,
});

function outcomeOf({ hasArrived }: ResultLine, { voided_at, paid_at }: Statement): Outcome {
  if (hasArrived) return paid_at === null ? 'paid' : 'unchanged';
  if (voided_at !== null) return 'unchanged';
  return paid_at === null ? 'failed' : 'returned';
}

const LONGEST_REASON = 500;

/**
 * Returns why a statement is voided: the reason in the file or, without one, the word in the status column. A long text
 * is shortened without splitting a character.
 */
const reasonOf = ({ hasArrived, reason, word }: ResultLine) =>
  hasArrived ? null : [...(reason ?? word)].slice(0, LONGEST_REASON).join('');

function faultOf(
  { runId, statementId, amount, currency, hasArrived }: ResultLine,
  run: Run,
  statement: Statement | null,
): { code: ResultFault; detail: string } | null {
  const name = paymentReference(runId, statementId);
  const fault = (code: ResultFault, detail: string) => ({ code, detail });
  const money = (minor: Minor) => `${formatAmount(minor, run.currency_digits)} ${run.currency}`;
  if (runId !== run.run_id)
    return fault('other_run', `${name} is a statement of run ${runId}. Import the line into that run`);
  if (!statement) return fault('unknown_statement', `run ${runId} does not have a statement ${name}`);
  if (statement.taken_out)
    return fault('removed', `${name} was removed from the draft, so it is not in any payment file`);
  if (statement.payable <= 0n) return fault('nothing_payable', `${name} has no payable amount`);
  if (currency !== null && currency.toUpperCase() !== run.currency)
    return fault('other_currency', `the currency is ${JSON.stringify(currency.slice(0, 20))}, not ${run.currency}`);
  if (amount !== statement.payable)
    return fault(
      'other_amount',
      `the amount is ${money(amount)}, but the payable amount of ${name} is ${money(statement.payable)}`,
    );
  if (hasArrived && statement.voided_at !== null)
    return fault(
      'already_void',
      `${name} is void because its payment failed, and the next run will pay the amount again. If the payment arrived after all, freeze the creator’s payouts before the next run`,
    );
  return null;
}

/** Sorts the lines so that those that need attention come first. */
export const byImportance = (lines: readonly JudgedLine[]): JudgedLine[] => {
  const rank = new Map(RESULT_OUTCOMES.map((outcome, at) => [outcome, at]));
  return [...lines].sort((a, b) => (rank.get(a.outcome) ?? 0) - (rank.get(b.outcome) ?? 0) || a.line - b.line);
};

export const sumOf = (lines: readonly JudgedLine[]): { statements: number; payable: Minor } => ({
  statements: lines.length,
  payable: lines.reduce((sum, { statement }) => sum + (statement?.payable ?? 0n), 0n),
});
