import { createHash } from 'node:crypto';
import { CSV_LAYOUTS } from '../../contract/admin/payouts.ts';
import type { Database, Handle } from '../../db/database.ts';
import {
  BYTE_ORDER_MARK,
  type CsvLine,
  type CsvRun,
  type CsvStatement,
  csvOf,
  FINANCE_COLUMNS,
  financeRow,
  type Layout,
  LINE_COLUMNS,
  lineRow,
  type UploadLayout,
} from './payout-csv-rules.ts';
import { listLinesOf, listStatementsAfter } from './statements-store.ts';
import { uploadOf } from './upload-file-rules.ts';

/** Only reads, so that a snapshot may stand in for the database. */
export type Reader = Pick<Database, 'read'>;
export type CsvHashes = Record<Layout, string>;

export interface CsvFile {
  name: string;
  type: 'text/csv; charset=utf-8' | 'application/zip';
  body: AsyncIterable<string | Uint8Array>;
}

interface Page {
  statements: CsvStatement[];
  lines: CsvLine[];
}
interface TextLayout {
  head: string;
  rows: (run: CsvRun, page: Page) => string;
}

const financeRows = (run: CsvRun, { statements }: Page) => csvOf(statements.map((row) => financeRow(run, row)));
const TEXTS: Record<Exclude<Layout, UploadLayout>, TextLayout> = {
  finance: { head: csvOf([FINANCE_COLUMNS]), rows: financeRows },
  excel: { head: BYTE_ORDER_MARK + csvOf([FINANCE_COLUMNS]), rows: financeRows },
  lines: { head: csvOf([LINE_COLUMNS]), rows: (run, { lines }) => csvOf(lines.map((row) => lineRow(run, row))) },
};
const isUpload = (layout: Layout): layout is UploadLayout => layout === 'paypal' || layout === 'wise';

/** A run's CSV in a layout, made while it is read, from rows that never change: it has the same bytes for ever. */
export async function csvFile(db: Reader, run: CsvRun, layout: Layout): Promise<CsvFile> {
  const named = (ending: string) => `payout-${run.run_id}-${layout}.${ending}`;
  if (!isUpload(layout)) return { name: named('csv'), type: 'text/csv; charset=utf-8', body: textOf(db, run, layout) };
  const { zipped, bytes } = await uploadOf(run, layout, statementPages(db, run));
  return {
    name: named(zipped ? 'zip' : 'csv'),
    type: zipped ? 'application/zip' : 'text/csv; charset=utf-8',
    body: once(bytes),
  };
}

/** SHA-256 of every layout, out of one reading. */
export async function hashCsvs(db: Reader, run: CsvRun): Promise<CsvHashes> {
  const hashes = new Map(CSV_LAYOUTS.map((layout) => [layout, createHash('sha256')]));
  const paid: CsvStatement[] = [];
  for (const layout of CSV_LAYOUTS) if (!isUpload(layout)) hashes.get(layout)?.update(TEXTS[layout].head);
  for await (const page of pagesOf(db, run)) {
    for (const layout of CSV_LAYOUTS) if (!isUpload(layout)) hashes.get(layout)?.update(TEXTS[layout].rows(run, page));
    paid.push(...page.statements.filter((row) => row.payable > 0));
  }
  for (const layout of CSV_LAYOUTS)
    if (isUpload(layout)) hashes.get(layout)?.update((await uploadOf(run, layout, once(paid))).bytes);
  return Object.fromEntries([...hashes].map(([layout, hash]) => [layout, hash.digest('hex')])) as CsvHashes;
}

async function* once<T>(value: T) {
  yield value;
}

async function* textOf(db: Reader, run: CsvRun, layout: Exclude<Layout, UploadLayout>) {
  const { head, rows } = TEXTS[layout];
  yield head;
  for await (const page of pagesOf(db, run)) yield rows(run, page);
}

async function* statementPages(db: Reader, run: CsvRun) {
  for await (const { statements } of pagesOf(db, run)) yield statements;
}

const PAGE = 500;

async function* pagesOf(db: Reader, { run_id }: CsvRun): AsyncGenerator<Page> {
  for (let after = 0; ; ) {
    const page = await db.read((handle) => readPage(handle, run_id, after));
    const last = page.statements.at(-1);
    if (!last) return;
    yield page;
    after = last.statement_id;
  }
}

async function readPage(handle: Handle, runId: number, after: number): Promise<Page> {
  const statements = await listStatementsAfter(handle, runId, after, PAGE);
  const lines = await listLinesOf(
    handle,
    statements.map((row) => row.statement_id),
  );
  const campaigns = new Map<number, number>();
  for (const { statement_id } of lines) campaigns.set(statement_id, (campaigns.get(statement_id) ?? 0) + 1);
  return { statements: statements.map((row) => ({ ...row, campaigns: campaigns.get(row.statement_id) ?? 0 })), lines };
}
