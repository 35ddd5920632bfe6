import { once } from 'node:events';
import type { PassThrough } from 'node:stream';
import { ZipFile } from 'yazl';
import { leftOutOf, paymentFileOf } from './payment-file-rules.ts';
import { type CsvRun, cellsOf, type UploadLayout } from './payout-csv-rules.ts';
import { LEFT_OUT_COLUMNS, leftOutRow, UPLOADS, type UploadStatement } from './upload-csv-rules.ts';

export interface UploadFile {
  zipped: boolean;
  body: AsyncIterable<Uint8Array>;
}

/**
 * Returns one CSV, or a ZIP if the rows do not fit into one file or if payments were left out; the ZIP then lists these
 * payments. The result is generated while it is read: memory contains at most two files and the list of left-out
 * payments.
 */
export async function uploadOf(
  run: CsvRun,
  layout: UploadLayout,
  pages: AsyncIterable<UploadStatement[]>,
): Promise<UploadFile> {
  const leftOut: string[] = [];
  const texts = textsOf(run, layout, pages, leftOut);
  const first = await texts.next();
  const second = await texts.next();
  const heads = [first, second].flatMap(({ value }) => value ?? []);
  if (second.done && leftOut.length === 0) return { zipped: false, body: bytesOf(heads) };
  return { zipped: true, body: zipOf(filesOf(`payout-${run.run_id}-${layout}`, heads, texts, leftOut)) };
}

/** Yields the text of each file. Adds the rows of left-out payments to `leftOut`. */
async function* textsOf(
  run: CsvRun,
  layout: UploadLayout,
  pages: AsyncIterable<UploadStatement[]>,
  leftOut: string[],
): AsyncGenerator<string, void> {
  const cells = cellsOf(run);
  const { header, mostRows, row } = UPLOADS[layout];
  const head = header ? [[...header]] : [];
  let rows: string[][] = [];
  for await (const page of pages) {
    const without: string[][] = [];
    for (const statement of page) {
      const why = leftOutOf(layout, statement);
      if (why) without.push(leftOutRow(run, statement, why, cells));
      const way = paymentFileOf(statement);
      if (way?.part !== layout) continue;
      if (rows.length === mostRows) {
        yield cells.csvOf([...head, ...rows]);
        rows = [];
      }
      rows.push(row(run, { ...statement, payout_address: way.address }, cells));
    }
    if (without.length > 0) leftOut.push(cells.csvOf(without));
  }
  yield cells.csvOf([...head, ...rows]);
}

interface NamedText {
  name: string;
  text: string;
}

const LEFT_OUT_HEAD = `${LEFT_OUT_COLUMNS.join()}\r\n`;

async function* filesOf(
  name: string,
  heads: readonly string[],
  rest: AsyncGenerator<string, void>,
  leftOut: readonly string[],
): AsyncGenerator<NamedText> {
  let number = 0;
  const named = (text: string) => {
    number += 1;
    return { name: `${name}-${number}.csv`, text };
  };
  try {
    for (const text of heads) yield named(text);
    for await (const text of rest) yield named(text);
    if (leftOut.length > 0) yield { name: 'left-out.csv', text: [LEFT_OUT_HEAD, ...leftOut].join('') };
  } finally {
    // Also ends `rest` if reading stopped before the loop over `rest` began.
    await rest.return();
  }
}

async function* bytesOf(texts: readonly string[]) {
  for (const text of texts) yield Buffer.from(text);
}

/**
 * With a fixed local time and without compression, the ZIP has the same bytes in every time zone and with every version
 * of the compression library.
 */
const entryOptions = () => ({
  mtime: new Date(2000, 0, 1),
  mode: 0o100644,
  compress: false,
  forceDosTimestamp: true,
});

async function* zipOf(files: AsyncIterable<NamedText>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const stream = zip.outputStream as PassThrough;
  // Destroying the stream passes the error to its reader.
  fillZip(zip, stream, files).catch((error) => stream.destroy(error));
  yield* stream;
}

/** Fills the ZIP no faster than its stream is read. */
async function fillZip(zip: ZipFile, stream: PassThrough, files: AsyncIterable<NamedText>): Promise<void> {
  const closed = new AbortController();
  stream.once('close', () => closed.abort());
  for await (const { name, text } of files) {
    zip.addBuffer(Buffer.from(text), name, entryOptions());
    if (stream.writableNeedDrain && !stream.destroyed)
      await once(stream, 'drain', { signal: closed.signal }).catch(() => {});
    if (stream.destroyed) return;
  }
  zip.end();
}
