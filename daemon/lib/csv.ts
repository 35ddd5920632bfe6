import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvError, type Parser, parse } from 'csv-parse';
import { stringify } from 'csv-stringify/sync';
import { harmlessWithin, SEPARATES } from './csv-cells.ts';
import { plural } from './plural.ts';

/** A fault with its line in the file; the header is line 1. */
export interface LineFault {
  line: number;
  detail: string;
  /** The code of the refusal. */
  code?: string;
}

export interface CsvRow {
  line: number;
  cells: string[];
}

export interface CsvTable {
  header: string[];
  rows: CsvRow[];
  faults: LineFault[];
  /** The line at which the parser stopped; the last fault says why. */
  endsAtLine?: number;
}

/** Room for 64 KiB of rewards with doubled quotes, and for the other cells. */
const LONGEST_ROW_BYTES = 262_144;

/** The parser yields to the event loop after this many bytes, about 4 ms of work. */
const CHUNK_BYTES = 16_384;

/**
 * Parses a CSV with a header, separated by commas, semicolons or tabs as in the header. Rows that are unreadable or
 * have a different number of cells become faults. Blank lines are skipped.
 */
export async function parseCsv(file: string): Promise<CsvTable> {
  const text = file.replace(/^\uFEFF/, '');
  const bytes = Buffer.from(text);
  const delimiter = delimiterOf(text);
  const records: CsvRow[] = [];
  let line = 1;
  let lastByte = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: LONGEST_ROW_BYTES,
    on_record(cells: string[], info) {
      records.push({ line, cells });
      // The parser miscounts lines if quoted cells contain line breaks.
      line += lineEndsIn(bytes.toString('latin1', lastByte, info.bytes));
      lastByte = info.bytes;
      return null;
    },
  });
  const fault = await new Promise<{ code: string } | null>((resolve) => {
    parser
      .on('error', (error: CsvError) => resolve(error))
      .on('end', () => resolve(null))
      .resume();
    // The parser's own limit does not count separators.
    const isTooLong = (from: number) => from - lastByte > LONGEST_ROW_BYTES;
    feed(parser, bytes, isTooLong)
      .then((isWhole) => isWhole || resolve({ code: TOO_LONG }))
      .catch(() => {}); // the error event has already reported the fault
  });
  const [header, ...rows] = records.filter(({ cells }) => cells.length > 1 || cells[0]?.trim());
  const width = header?.cells.length ?? 0;
  const faults = rows
    .filter(({ cells }) => cells.length !== width)
    .map((row) => ({ line: row.line, detail: wrongWidth(row.cells, width, delimiter) }));
  if (fault) faults.push({ line, detail: WRONG[fault.code] ?? 'this is not valid CSV' });
  const whole = rows.filter(({ cells }) => cells.length === width);
  return { header: header?.cells ?? [], rows: whole, faults, ...(fault ? { endsAtLine: line } : {}) };
}

const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
type Delimiter = keyof typeof DELIMITERS;

/** The fault names the row's separator if it differs from the header's, because this is the most likely cause. */
function wrongWidth(cells: readonly string[], width: number, delimiter: Delimiter): string {
  const fault = `this line has ${plural(cells.length, 'cell')}, but the header has ${width}`;
  if (cells.length > width) return fault;
  const other = (Object.keys(DELIMITERS) as Delimiter[]).find(
    (sign) => sign !== delimiter && cells.some((cell) => cell.includes(sign)),
  );
  if (!other) return fault;
  return `${fault}: the header is separated by ${DELIMITERS[delimiter]}, this line by ${DELIMITERS[other]}`;
}

const TOO_LONG = 'CSV_MAX_RECORD_SIZE';
const WRONG: Record<string, string> = {
  [TOO_LONG]: `a row is longer than ${LONGEST_ROW_BYTES / 1024} KiB; perhaps a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: 'this quote is never closed',
  CSV_INVALID_CLOSING_QUOTE: 'a closing quote must be followed by a separator or the end of the line',
  INVALID_OPENING_QUOTE: 'a cell that contains a quote must start with a quote',
};

const lineEndsIn = (text: string) => text.match(/\r\n|\n|\r/g)?.length ?? 0;

/** @returns false if it stopped at a row that is too long */
async function feed(parser: Parser, bytes: Buffer, isTooLong: (from: number) => boolean): Promise<boolean> {
  for (let from = 0; from < bytes.length && !parser.destroyed; from += CHUNK_BYTES) {
    if (isTooLong(from)) return false;
    await new Promise((resolve) => parser.write(bytes.subarray(from, from + CHUNK_BYTES), resolve));
    await nextTurn();
  }
  if (!parser.destroyed) parser.end();
  return true;
}

/** Only this many characters of the header determine the separator, because a header can be as long as the file. */
const DECIDING = 10_000;

/** Returns the separator that occurs most often in the header. */
export function delimiterOf(file: string): Delimiter {
  const header = (/^[^\r\n]*/.exec(file.slice(0, DECIDING))?.[0] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (delimiter: string) => header.split(delimiter).length;
  return (Object.keys(DELIMITERS) as Delimiter[]).reduce((best, other) =>
    countOf(other) > countOf(best) ? other : best,
  );
}

/** A number that begins with a minus is not a formula. */
const NEGATIVE = /^-\d+(\.\d+)?$/;

const cellOf = (text: string) => (NEGATIVE.test(text) ? text : harmlessWithin(text));

/**
 * Yields a CSV (RFC 4180) with a header, page by page. Cells that a spreadsheet would run as a formula get an
 * apostrophe in front.
 */
export async function* csvText<Column extends string>(
  columns: readonly Column[],
  pages: AsyncIterable<readonly Record<Column, string>[]>,
): AsyncGenerator<string> {
  const options = {
    columns: [...columns],
    quoted_match: SEPARATES,
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
  };
  yield stringify([[...columns]], options);
  for await (const page of pages) {
    const rows = page.map((row) => columns.map((column) => cellOf(row[column])));
    if (rows.length > 0) yield stringify(rows, options);
  }
}
