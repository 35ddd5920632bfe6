import { ZipFile } from 'yazl';
import { type CsvRun, type CsvStatement, csvOf, type UploadLayout } from './payout-csv-rules.ts';
import { LEFT_OUT_COLUMNS, leftOutRow, placeOf, UPLOADS } from './upload-csv-rules.ts';

export interface UploadFile {
  zipped: boolean;
  bytes: Uint8Array;
}

/** One CSV, or a ZIP where its rows do not fit into one file or payments had to be left out, which it then lists. */
export async function uploadOf(
  run: CsvRun,
  layout: UploadLayout,
  pages: AsyncIterable<CsvStatement[]>,
): Promise<UploadFile> {
  const { header, mostRows, row } = UPLOADS[layout];
  const rows: string[][] = [];
  const leftOut: string[][] = [];
  for await (const page of pages)
    for (const statement of page) {
      const place = placeOf(layout, statement);
      if (place && 'payee' in place) rows.push(row(run, place.payee));
      else if (place) leftOut.push(leftOutRow(run, statement, place.leftOut));
    }
  const files: string[] = [];
  for (let at = 0; at === 0 || at < rows.length; at += mostRows)
    files.push(csvOf([...(header ? [[...header]] : []), ...rows.slice(at, at + mostRows)]));
  const [only = ''] = files;
  if (files.length === 1 && leftOut.length === 0) return { zipped: false, bytes: Buffer.from(only) };
  const named = files.map((text, at) => ({ name: `payout-${run.run_id}-${layout}-${at + 1}.csv`, text }));
  if (leftOut.length > 0) named.push({ name: 'left-out.csv', text: csvOf([LEFT_OUT_COLUMNS, ...leftOut]) });
  return { zipped: true, bytes: await zipOf(named) };
}

/**
 * One time for all, as the clocks of whatever zone show it, and nothing that a later compressor could do otherwise: the
 * same bytes for ever.
 */
const entryOptions = () => ({
  mtime: new Date(2000, 0, 1),
  mode: 0o100644,
  compress: false,
  forceDosTimestamp: true,
});

async function zipOf(files: readonly { name: string; text: string }[]): Promise<Uint8Array> {
  const zip = new ZipFile();
  for (const { name, text } of files) zip.addBuffer(Buffer.from(text), name, entryOptions());
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
