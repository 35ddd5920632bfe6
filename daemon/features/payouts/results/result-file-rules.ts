import type { ResultMapping } from '../../../contract/admin/payout-results.ts';
import type { RESULT_FAULTS } from '../../../contract/words.ts';
import type { CsvRow, CsvTable, LineFault } from '../../../lib/csv.ts';
import { nameOf } from '../../../lib/csv-columns.ts';
import type { Minor } from '../../../lib/money.ts';
import { paymentReference } from '../run/payout-run-rules.ts';

export type ResultFault = (typeof RESULT_FAULTS)[number];

/** A line that says whether a payment arrived. */
export interface ResultLine {
  line: number;
  runId: number;
  statementId: number;
  amount: Minor;
  /** Null if the file has no currency column, or the cell is blank. */
  currency: string | null;
  hasArrived: boolean;
  /** The word in the status column. */
  word: string;
  reason: string | null;
}
/** A line about a payment, or a line to skip. */
export type ReadLine = ResultLine | { line: number; isIgnored: true };

/** Reports columns named in the mapping that are missing from the file or appear twice. Other columns are not read. */
export function mappingFaults({ header }: CsvTable, { columns }: ResultMapping): LineFault[] {
  const names = header.map(nameOf);
  const mapped = [...new Set(Object.values(columns).flatMap((name) => (name === null ? [] : [name])))];
  return mapped.flatMap((name) => {
    const found = names.filter((other) => other === nameOf(name)).length;
    if (found === 1) return [];
    const shown = JSON.stringify(name);
    return [{ line: 1, detail: found === 0 ? `the column ${shown} is missing` : `the column ${shown} appears twice` }];
  });
}

/** Creates a function that reads one line at a time and reports a statement that appears twice. */
export function createResultReader({ header }: CsvTable, mapping: ResultMapping, digits: number) {
  const names = header.map(nameOf);
  const placeOf = (name: string | null) => (name === null ? -1 : names.indexOf(nameOf(name)));
  const { reference, amount, currency, status, reason } = mapping.columns;
  const at = {
    ...{ reference: placeOf(reference), amount: placeOf(amount), currency: placeOf(currency) },
    ...{ status: placeOf(status), reason: placeOf(reason) },
  };
  const meaningOf = meaningsOf(mapping);
  const lineOf = new Map<string, number>();
  return ({ line, cells }: CsvRow): { item: ReadLine | null; faults: LineFault[] } => {
    const fault = (code: ResultFault, detail: string) => ({ item: null, faults: [{ line, code, detail }] });
    const cell = (place: number) => cells[place]?.trim() ?? '';
    if (cells.some((text) => text.includes('\0'))) return fault('invalid_csv', 'NUL characters are not allowed');
    const word = cell(at.status);
    const meaning = meaningOf(word);
    if (meaning === undefined) return fault('unknown_word', unknownWord(word, status));
    if (meaning === 'ignored') return { item: { line, isIgnored: true }, faults: [] };
    const named = referenceIn(cell(at.reference));
    if (!named) return fault('no_reference', wrongReference(cell(at.reference)));
    const minor = readAmount(cell(at.amount), digits);
    if (minor === null) return fault('not_an_amount', wrongAmount(cell(at.amount)));
    const name = paymentReference(named.runId, named.statementId);
    const first = lineOf.get(name);
    if (first !== undefined) return fault('repeated', `${name} is also on line ${first}. Remove one of the two lines`);
    lineOf.set(name, line);
    const fields = { amount: minor, currency: cell(at.currency) || null, reason: cell(at.reason) || null };
    return { item: { line, ...named, ...fields, hasArrived: meaning === 'paid', word }, faults: [] };
  };
}

const LONGEST_SHOWN = 100;
const quoted = (text: string) => JSON.stringify(text.slice(0, LONGEST_SHOWN));

const wrongReference = (text: string) =>
  text === '' ? 'the reference is blank' : `${quoted(text)} must contain exactly one reference, such as P12-345`;

const wrongAmount = (text: string) =>
  text === '' ? 'the amount is blank' : `${quoted(text)} is not an amount such as 12.50`;

const unknownWord = (word: string, column: string) =>
  word === ''
    ? `the cell in column ${JSON.stringify(column)} is blank`
    : `the mapping does not say what ${quoted(word)} means: paid, failed or ignored`;

/** Returns a function that finds the meaning of a word, ignoring case. */
function meaningsOf({ words }: ResultMapping) {
  const meanings = new Map<string, keyof ResultMapping['words']>();
  for (const meaning of ['paid', 'failed', 'ignored'] as const)
    for (const word of words[meaning]) meanings.set(word.toLowerCase(), meaning);
  return (word: string) => meanings.get(word.toLowerCase());
}

/** Matches a reference as a separate word, as in "Payout P12-345". */
const REFERENCE = /(?<![\p{L}\p{N}-])P([1-9]\d{0,14})-([1-9]\d{0,14})(?![\p{L}\p{N}-])/giu;

/** Returns the only reference in a text; null if there is none, or more than one. */
export function referenceIn(text: string): { runId: number; statementId: number } | null {
  const found = new Map([...text.matchAll(REFERENCE)].map(([whole, ...ids]) => [whole.toUpperCase(), ids.map(Number)]));
  const [only, ...more] = found.values();
  const [runId, statementId] = only ?? [];
  return runId === undefined || statementId === undefined || more.length > 0 ? null : { runId, statementId };
}

/**
 * Reads an amount. The decimal separator is a point or a comma; thousands can be separated by the other character, a
 * space or an apostrophe. A single separator followed by three digits is a thousands separator, unless the currency has
 * three decimals.
 * @returns null if the text is not such an amount
 */
export function readAmount(text: string, digits: number): Minor | null {
  const plain = text.replace(/[\s'’]/g, '');
  if (plain.length > LONGEST_SHOWN) return null;
  const [, whole = plain, separator, fraction = ''] =
    new RegExp(`^(.*)([.,])(\\d{1,${Math.max(digits, 1)}})$`).exec(plain) ?? [];
  if (!/^\d+$/.test(whole) && !/^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(whole)) return null;
  if (separator !== undefined && (whole.includes(separator) || digits === 0)) return null;
  return BigInt(whole.replace(/[.,]/g, '') + fraction.padEnd(digits, '0'));
}
