import { createHash } from 'node:crypto';
import { CSV_LAYOUTS } from '../../../contract/admin/payout-shapes.ts';
import type { Database } from '../../../db/database.ts';
import { groupBy } from '../../../lib/group-by.ts';
import { type ForeignPart, hasRates, listForeignParts } from '../statements/line-currencies-store.ts';
import { listLinesOf, listStatementsAfter, type StatementRow } from '../statements/statements-store.ts';
import { paymentFileOf } from './payment-file-rules.ts';
import {
  BANK_COLUMNS,
  BYTE_ORDER_MARK,
  bankRow,
  type Cells,
  type CsvLine,
  type CsvRun,
  type CsvStatement,
  cellsOf,
  FINANCE_COLUMNS,
  financeRow,
  isNewCell,
  type Layout,
  LINE_COLUMNS,
  LINE_CURRENCY_COLUMNS,
  lineCurrencyRows,
  lineRow,
  SEPARATORS_MARK,
  type UploadLayout,
} from './payout-csv-rules.ts';
import { uploadOf } from './upload-file.ts';

/** The type contains only `read`, so that a snapshot can be used instead of the database. */
export type Reader = Pick<Database, 'read'>;
/** `zipped` lists the layouts whose file is a ZIP, separated by spaces. */
export type CsvHashes = Record<Layout, string> & { zipped: string; [SEPARATORS_MARK]?: string };

export interface CsvFile {
  name: string;
  type: 'text/csv; charset=utf-8' | 'application/zip';
  body: AsyncIterable<string | Uint8Array>;
}

/** The values with which a client can check a file. */
export interface CsvPromise {
  /** Null if the run was prepared before this layout existed. */
  sha256: string | null;
  /** The number of rows without the header; null if it is not counted. */
  rows: number | null;
}

interface Page {
  statements: CsvStatement[];
  lines: CsvLine[];
  /** Payments in other currencies, by line ID; empty if the layout does not show them. */
  foreign: Map<number, ForeignPart[]>;
}
interface TextLayout {
  head: string;
  rows: (run: CsvRun, page: Page, cells: Cells) => string;
}

const financeRows = (run: CsvRun, { statements }: Page, cells: Cells) =>
  cells.csvOf(statements.map((row) => financeRow(run, row, cells)));
/** The bank's file is never a ZIP, so `zipped` is also correct for runs prepared before this layout existed. */
const bankRows = (run: CsvRun, { statements }: Page, cells: Cells) =>
  cells.csvOf(
    statements.flatMap((row) => {
      const way = paymentFileOf(row);
      return way?.part === 'bank' ? [bankRow(run, row, way.address, cells)] : [];
    }),
  );
const headOf = (columns: readonly string[]) => `${columns.join()}\r\n`;
const TEXTS: Record<Exclude<Layout, UploadLayout>, TextLayout> = {
  finance: { head: headOf(FINANCE_COLUMNS), rows: financeRows },
  excel: { head: BYTE_ORDER_MARK + headOf(FINANCE_COLUMNS), rows: financeRows },
  bank: { head: headOf(BANK_COLUMNS), rows: bankRows },
  lines: {
    head: headOf(LINE_COLUMNS),
    rows: (run, { lines }, cells) => cells.csvOf(lines.map((row) => lineRow(run, row, cells))),
  },
  lines_with_currencies: {
    head: headOf(LINE_CURRENCY_COLUMNS),
    rows: (run, { lines, foreign }, cells) =>
      cells.csvOf(lines.flatMap((row) => lineCurrencyRows(run, row, foreign.get(row.line_id) ?? [], cells))),
  },
};
const texts = Object.entries(TEXTS) as [Exclude<Layout, UploadLayout>, TextLayout][];
const isUpload = (layout: Layout): layout is UploadLayout => layout === 'paypal' || layout === 'wise';

/**
 * Returns a payout run's CSV, generated while it is read. The bytes are always the same, because a run's rows never
 * change.
 */
export async function csvFile(db: Reader, run: CsvRun, layout: Layout): Promise<CsvFile> {
  const named = (ending: string) => `payout-${run.run_id}-${layout}.${ending}`;
  if (!isUpload(layout)) return { name: named('csv'), type: 'text/csv; charset=utf-8', body: textOf(db, run, layout) };
  const { zipped, body } = await uploadOf(run, layout, statementPages(db, run));
  return {
    name: named(zipped ? 'zip' : 'csv'),
    type: zipped ? 'application/zip' : 'text/csv; charset=utf-8',
    body,
  };
}

/** Returns the SHA-256 of each layout's file, and the layouts whose file is a ZIP. */
export async function hashCsvs(db: Reader, run: CsvRun): Promise<CsvHashes> {
  const cells = cellsOf(run);
  let isNew = false;
  const hashes = new Map(CSV_LAYOUTS.map((layout) => [layout, createHash('sha256')]));
  for (const [layout, { head }] of texts) hashes.get(layout)?.update(head);
  for await (const page of pagesOf(db, run, true)) {
    const made = new Map<TextLayout['rows'], string>();
    isNew ||= cells === cellsOf({}) && textsIn(page).some(isNewCell);
    for (const [layout, { rows }] of texts) {
      const text = made.get(rows) ?? rows(run, page, cells);
      made.set(rows, text);
      hashes.get(layout)?.update(text);
    }
  }
  const zipped: Layout[] = [];
  for (const layout of CSV_LAYOUTS.filter(isUpload)) {
    const upload = await uploadOf(run, layout, statementPages(db, run));
    for await (const bytes of upload.body) hashes.get(layout)?.update(bytes);
    if (upload.zipped) zipped.push(layout);
  }
  const digests = [...hashes].map(([layout, hash]) => [layout, hash.digest('hex')]);
  const marks = { zipped: zipped.join(' '), ...(isNew && { [SEPARATORS_MARK]: 'separators' }) };
  return { ...(Object.fromEntries(digests) as Record<Layout, string>), ...marks };
}

const textsIn = ({ statements, lines }: Page) => [
  ...statements.flatMap((row) => [row.creator_id, row.creator_name, row.payout_method, row.payout_address]),
  ...lines.map(({ campaign_name }) => campaign_name),
];

async function* textOf(db: Reader, run: CsvRun, layout: Exclude<Layout, UploadLayout>) {
  const { head, rows } = TEXTS[layout];
  const cells = cellsOf(run);
  yield head;
  for await (const page of pagesOf(db, run, layout === 'lines_with_currencies')) yield rows(run, page, cells);
}

const PAGE = 500;

export async function* statementPages(db: Reader, { run_id }: CsvRun): AsyncGenerator<StatementRow[]> {
  for (let after = 0; ; ) {
    const rows = await db.read((handle) => listStatementsAfter(handle, run_id, after, PAGE));
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last.statement_id;
  }
}

async function* pagesOf(db: Reader, run: CsvRun, withCurrencies: boolean): AsyncGenerator<Page> {
  const mayBeForeign = withCurrencies && (await db.read(hasRates));
  for await (const rows of statementPages(db, run)) {
    const ids = rows.map((row) => row.statement_id);
    const lines = await db.read((handle) => listLinesOf(handle, ids));
    const campaigns = new Map<number, number>();
    for (const { statement_id } of lines) campaigns.set(statement_id, (campaigns.get(statement_id) ?? 0) + 1);
    const parts = mayBeForeign ? await db.read((handle) => listForeignParts(handle, lines)) : [];
    const foreign = groupBy(parts, ({ line_id }) => line_id);
    yield {
      statements: rows.map((row) => ({ ...row, campaigns: campaigns.get(row.statement_id) ?? 0 })),
      lines,
      foreign,
    };
  }
}
