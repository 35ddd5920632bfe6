import { hundredths, parseTerms, toMinor } from '../../domain/commission.ts';
import { parseRanges } from '../../domain/payouts/settlement-ranges.ts';
import { HOUR_MS, instantOrNull, startOfQuarter } from '../../lib/clock.ts';
import { dateOf, startOfDate, startOfDay } from '../../lib/days.ts';

/** The version of the file layout. Increment it if the meaning of a column changes or a column is removed. */
export const SCHEMA_VERSION = 1;

/** The hour, in the organisation's time zone, at which the job writes the files of the previous day. */
export const LEDGER_HOUR = 2;
/**
 * A day is closed this long after its end. If the clocks skip the first hour of the next day, the job starts only one
 * hour after that day's start.
 */
const CLOSED_AFTER_MS = HOUR_MS;

export const LEDGER_FOLDER = 'ledger';

/** How player IDs are written. */
export type Players = 'plain' | 'hashed';

/** The kinds of columns. Money is text in minor units, because readers of JSON may round numbers above 2^53. */
type Kind = 'number' | 'text' | 'money' | 'time' | 'flag' | 'player' | 'ids' | 'texts' | 'ranges' | 'tiers';
type Columns = Readonly<Record<string, Kind>>;

/**
 * The columns of the tables that are written by day, in the order in which they are written: statements come after the
 * rows that they sum.
 */
export const DAY_TABLES = {
  claims: {
    ...{ claim_id: 'number', user_id: 'player', code_id: 'number', code: 'text', base_code_id: 'number' },
    ...{ campaign_id: 'number', creator_id: 'text', linked: 'flag', created_at: 'time' },
  },
  claim_remedies: { remedy_id: 'number', claim_id: 'number', kind: 'text', created_at: 'time' },
  payments: {
    ...{ payment_id: 'number', game_id: 'text', transaction_id: 'text', user_id: 'player', amount: 'money' },
    ...{ refund_of: 'text', paid_minor: 'money', paid_currency: 'text', paid_digits: 'number', rate_id: 'number' },
    ...{ counted_code_ids: 'ids', counted_campaign_ids: 'ids', created_at: 'time', received_at: 'time' },
  },
  exchange_rates: {
    ...{ rate_id: 'number', currency: 'text', valid_from: 'text', rate: 'text', source: 'text' },
    ...{ corrects_rate_id: 'number', reason: 'text', created_by: 'number', created_at: 'time' },
  },
  accruals: {
    ...{ accrual_id: 'number', payment_id: 'number', reverses_accrual_id: 'number', user_id: 'player' },
    ...{ code_id: 'number', campaign_id: 'number', creator_id: 'text', terms_id: 'number', settlement_no: 'number' },
    ...{ amount: 'money', rate_id: 'number', counted_at: 'time', received_at: 'time' },
  },
  payout_lines: {
    ...{ line_id: 'number', statement_id: 'number', run_id: 'number', creator_id: 'text', campaign_id: 'number' },
    ...{ campaign_name: 'text', settlements: 'ranges', revenue: 'money', refunds: 'money', commission_tier: 'text' },
    ...{ terms_id: 'number', commission: 'money', claims: 'number', payments: 'number' },
  },
  payout_statements: {
    ...{ statement_id: 'number', run_id: 'number', creator_id: 'text', creator_name: 'text', payout_method: 'text' },
    ...{ revenue: 'money', refunds: 'money', commission: 'money', carried_in: 'money', payable: 'money' },
    ...{ carried_out: 'money', carry_reason: 'text', hold_reason: 'text', claims: 'number', payments: 'number' },
    merged_creators: 'texts',
  },
} as const satisfies Record<string, Columns>;
export type DayTable = keyof typeof DAY_TABLES;

/** The columns of the tables that each export writes completely. */
export const WHOLE_TABLES = {
  commission_terms: { terms_id: 'number', kind: 'text', tiers: 'tiers', created_at: 'time' },
  payout_runs: {
    ...{ run_id: 'number', kind: 'text', period_key: 'text', campaign_id: 'number', period_start: 'time' },
    ...{ period_end: 'time', time_zone: 'text', currency: 'text', currency_digits: 'number', minimum_payout: 'money' },
    ...{ hold_days: 'number', status: 'text', prepared_at: 'time', approved_at: 'time', exported_at: 'time' },
    ...{ paid_at: 'time', voided_at: 'time', void_reason: 'text' },
  },
  voided_statements: { statement_id: 'number', run_id: 'number', voided_at: 'time', taken_out: 'flag' },
} as const satisfies Record<string, Columns>;
export type WholeTable = keyof typeof WHOLE_TABLES;

export const namesOf = <Name extends string>(tables: Record<Name, unknown>) => Object.keys(tables) as Name[];

export const fileName = (index: number): string => `part-${String(index).padStart(5, '0')}.ndjson.gz`;

/** Returns the start and end of a date. The end is the start of the next date that the zone did not skip. */
export function boundsOf(date: string, zone: string): { from: number; to: number } {
  const from = startOfDate(date, zone);
  return { from, to: startOfDay(from, zone, 1) };
}

/** Checks whether a date ended long enough ago for its files to be written. */
export const isClosed = (date: string, zone: string, now: number): boolean =>
  boundsOf(date, zone).to + CLOSED_AFTER_MS <= now;

/** Returns a function that finds the date of an instant. All instants in a quarter-hour have the same date. */
export function createDates(zone: string): (instant: number) => string {
  const known = new Map<number, string>();
  return (instant) => {
    const quarter = startOfQuarter(instant);
    const found = known.get(quarter) ?? dateOf(startOfDay(instant, zone), zone);
    known.set(quarter, found);
    return found;
  };
}

export interface LedgerDay {
  day: string;
  rows: number;
  first_id: number;
  last_id: number;
  changes: number;
  rows_written: number;
  changes_written: number;
  written_as: string | null;
}

/** Checks whether the files of a day contain the current state of every row of the day, in this form. */
export const isWritten = (day: LedgerDay, form: string): boolean =>
  day.written_as === form && day.rows === day.rows_written && day.changes === day.changes_written;

/** Checks whether a day needs no files, because it has neither rows nor earlier files. */
export const isNothing = ({ rows, written_as }: LedgerDay): boolean => rows === 0 && written_as === null;

/** Returns the line of a row, in the order of the columns. */
export function lineOf(
  columns: Columns,
  row: Readonly<Record<string, unknown>>,
  { playerOf, digits }: { playerOf: (userId: string) => string; digits: number },
): string {
  const convert = (kind: Kind, value: unknown): unknown => {
    if (value === null || value === undefined) return null;
    if (kind === 'money') return String(value);
    if (kind === 'time') return instantOrNull(Number(value));
    if (kind === 'player') return playerOf(String(value));
    if (kind === 'ids' || kind === 'texts') return JSON.parse(String(value));
    if (kind === 'ranges') return parseRanges(String(value)).map(([first, last]) => ({ first, last }));
    if (kind === 'tiers') return tiersOf(String(row.kind), String(value), digits);
    return value;
  };
  const fields = Object.entries(columns).map(([name, kind]) => [name, convert(kind, row[name])]);
  return `${JSON.stringify(Object.fromEntries(fields))}\n`;
}

/** Returns the tiers of terms. A creator's own percentage is one tier that applies to any revenue. */
function tiersOf(kind: string, content: string, digits: number) {
  const terms = parseTerms(kind, content);
  return terms.kind === 'fixed'
    ? [{ min_revenue: null, basis_points: Number(hundredths(terms.percent)) }]
    : terms.tiers.map(({ min_revenue, percent }) => ({
        ...{ min_revenue: String(toMinor(min_revenue, digits)), basis_points: Number(hundredths(percent)) },
      }));
}
