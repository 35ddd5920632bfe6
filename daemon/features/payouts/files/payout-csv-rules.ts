import { stringify } from 'csv-stringify/sync';
import type { CSV_LAYOUTS } from '../../../contract/admin/payout-shapes.ts';
import { isoInstant } from '../../../lib/clock.ts';
import { harmless, harmlessWithin, SEPARATES } from '../../../lib/csv-cells.ts';
import { formatAmount, type Minor } from '../../../lib/money.ts';
import { paymentReference } from '../run/payout-run-rules.ts';

export type Layout = (typeof CSV_LAYOUTS)[number];
export type UploadLayout = 'paypal' | 'wise';

export interface CsvRun {
  run_id: number;
  period_start: number;
  period_end: number;
  time_zone: string;
  currency: string;
  currency_digits: number;
  /** The stored hashes of a run that has been prepared. */
  csv_hashes?: string;
  /** Null if an older daemon prepared the run; the mark in `csv_hashes` then determines the format. */
  csv_format?: typeof CSV_FORMAT | null;
}
export interface CsvStatement {
  statement_id: number;
  creator_id: string;
  creator_name: string | null;
  payout_method: string | null;
  payout_address: string | null;
  revenue: Minor;
  refunds: Minor;
  commission: Minor;
  carried_in: Minor;
  payable: Minor;
  carried_out: Minor;
  carry_reason: string | null;
  campaigns: number;
  claims: number;
  payments: number;
}
export interface CsvLine {
  line_id: number;
  creator_id: string;
  campaign_id: number;
  campaign_name: string;
  revenue: Minor;
  refunds: Minor;
  commission_tier: string;
  terms_id: number;
  commission: Minor;
  claims: number;
  payments: number;
}

/** The payments for a line that players made in one currency; `paid` is in minor units of that currency. */
export interface CsvCurrency {
  currency: string;
  digits: number;
  payments: number;
  paid: Minor;
  revenue: Minor;
}

/** Functions that write the text cells of a run. */
export interface Cells {
  harmless(text: string | null): string;
  /**
   * Returns a CSV as defined in RFC 4180. Pass only text through `harmless`, because numbers may start with a minus
   * sign.
   */
  csvOf(rows: readonly (readonly string[])[]): string;
}

const writing =
  (quoted_match: RegExp): Cells['csvOf'] =>
  (rows) =>
    rows.length === 0
      ? ''
      : stringify(
          rows.map((row) => [...row]),
          { record_delimiter: '\r\n', quoted_match },
        );
const CELLS: Cells = { harmless: (text) => harmlessWithin(text ?? ''), csvOf: writing(SEPARATES) };
/**
 * The cells of the first version, which did not treat semicolons as separators. The files of runs prepared by that
 * version must not change.
 */
const FIRST_CELLS: Cells = { harmless: (text) => harmless(text ?? ''), csvOf: writing(/[\r\n]/) };
/** The format of runs prepared by this version. */
export const CSV_FORMAT = 'separators';
/**
 * Marks the hashes of runs whose cells differ from those of the first version; other runs have the same bytes in both
 * versions. The mark is still written in addition to `csv_format`, because the previous version reads only the mark.
 */
export const SEPARATORS_MARK = 'cells';

export function cellsOf({ csv_hashes = '{}', csv_format }: Pick<CsvRun, 'csv_hashes' | 'csv_format'>): Cells {
  if (csv_format === CSV_FORMAT) return CELLS;
  const hashes = JSON.parse(csv_hashes) as Record<string, string>;
  return hashes.finance === undefined || hashes[SEPARATORS_MARK] !== undefined ? CELLS : FIRST_CELLS;
}

/** Returns whether the first version would write this text differently. */
export const isNewCell = (text: string | null): boolean => {
  const cell = CELLS.harmless(text);
  return cell !== FIRST_CELLS.harmless(text) || /[;\t]/.test(cell);
};

export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * The CSVs are generated from the rows each time they are read, and their hashes are stored. A change to columns or
 * their order changes the bytes of all existing runs, which `verify` reports; a new layout does not.
 */
export const FINANCE_COLUMNS = [
  ...['run_id', 'creator_id', 'creator_name', 'payout_method', 'payout_address', 'currency', 'revenue', 'refunds'],
  ...['commission', 'carried_in', 'payable', 'carried_out', 'carry_reason', 'period_start', 'period_end', 'time_zone'],
  ...['campaigns', 'claims', 'payments', 'reference'],
];

export function financeRow(run: CsvRun, row: CsvStatement, { harmless }: Cells): string[] {
  const money = moneyOf(run);
  return [
    String(run.run_id),
    harmless(row.creator_id),
    harmless(row.creator_name),
    harmless(row.payout_method),
    harmless(row.payout_address),
    run.currency,
    ...[row.revenue, row.refunds, row.commission, row.carried_in, row.payable, row.carried_out].map(money),
    row.carry_reason ?? '',
    isoInstant(run.period_start),
    isoInstant(run.period_end),
    run.time_zone,
    ...[row.campaigns, row.claims, row.payments].map(String),
    paymentReference(run.run_id, row.statement_id),
  ];
}

export const LINE_COLUMNS = [
  ...['run_id', 'creator_id', 'campaign_id', 'campaign_name', 'revenue', 'refunds', 'commission_tier', 'terms_version'],
  ...['commission', 'claims', 'payments'],
];

export function lineRow(run: CsvRun, row: CsvLine, { harmless }: Cells): string[] {
  const money = moneyOf(run);
  return [
    String(run.run_id),
    harmless(row.creator_id),
    String(row.campaign_id),
    harmless(row.campaign_name),
    money(row.revenue),
    money(row.refunds),
    row.commission_tier,
    String(row.terms_id),
    money(row.commission),
    String(row.claims),
    String(row.payments),
  ];
}

export const LINE_CURRENCY_COLUMNS = [
  ...['run_id', 'creator_id', 'campaign_id', 'campaign_name', 'paid_currency', 'payments', 'paid', 'currency'],
  'revenue',
];

/**
 * Returns a row for each currency of the payments in a line. The organisation's currency comes first, with the part of
 * the line that is not in other currencies, so the rows add up to the line.
 */
export function lineCurrencyRows(
  run: CsvRun,
  line: CsvLine,
  foreign: readonly CsvCurrency[],
  { harmless }: Cells,
): string[][] {
  const own = {
    ...{ currency: run.currency, digits: run.currency_digits },
    payments: foreign.reduce((left, { payments }) => left - payments, line.payments),
    revenue: foreign.reduce((left, { revenue }) => left - revenue, line.revenue),
  };
  const hasOwn = foreign.length === 0 || own.payments !== 0 || own.revenue !== 0n;
  return [...(hasOwn ? [{ ...own, paid: own.revenue }] : []), ...foreign].map((part) => [
    String(run.run_id),
    harmless(line.creator_id),
    String(line.campaign_id),
    harmless(line.campaign_name),
    part.currency,
    String(part.payments),
    formatAmount(part.paid, part.digits),
    run.currency,
    formatAmount(part.revenue, run.currency_digits),
  ]);
}

export const BANK_COLUMNS = ['creator_id', 'creator_name', 'account', 'amount', 'currency', 'reference'];

/** Returns the row for a transfer, with the IBAN or account as it was entered. */
export const bankRow = (
  run: CsvRun,
  row: Omit<CsvStatement, 'campaigns'>,
  account: string,
  { harmless }: Cells,
): string[] => [
  harmless(row.creator_id),
  harmless(row.creator_name ?? row.creator_id),
  harmless(account),
  moneyOf(run)(row.payable),
  run.currency,
  paymentReference(run.run_id, row.statement_id),
];

const moneyOf = (run: CsvRun) => (minor: Minor) => formatAmount(minor, run.currency_digits);
