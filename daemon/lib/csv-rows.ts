import { type CsvRow, type CsvTable, type LineFault, parseCsv } from './csv.ts';
import { nameOf } from './csv-columns.ts';
import { mapInTurns } from './map-in-turns.ts';

export interface ReadingRules<T> {
  headerFaults(table: CsvTable): LineFault[];
  /** Called once per file, so the reader can remember earlier rows. */
  createReader(table: CsvTable): (row: CsvRow) => { item: T | null; faults: LineFault[] };
  /** The plural noun for rows in the messages about faults. */
  rowsAre: string;
  mostRows: number;
}

/** Reporting every name in a header of a million columns would take a second. */
const MOST_COLUMNS = 100;

/** A row below the header; `item` is null if the row has faults. */
interface FileRow<T> extends CsvRow {
  item: T | null;
  faults: LineFault[];
}

export interface ReadRows<T> {
  header: string[];
  rows: FileRow<T>[];
  /** Faults of the whole file, which make all of its rows unusable. */
  fileFaults: LineFault[];
}

/** Reads every row of a CSV and collects all faults. Other requests run in between. */
export async function readCsvRows<T>(csv: string, rules: ReadingRules<T>): Promise<ReadRows<T>> {
  const table = await parseCsv(csv);
  if (table.header.length > MOST_COLUMNS) {
    const detail = `the header has ${table.header.length} columns, more than ${MOST_COLUMNS}`;
    return { header: [], rows: [], fileFaults: [{ line: 1, detail }] };
  }
  const header = table.header.map(nameOf);
  const wrongHeader = rules.headerFaults(table);
  if (wrongHeader.length > 0) return { header, rows: [], fileFaults: wrongHeader };
  const extra = table.rows[rules.mostRows];
  if (extra) {
    const detail = `more than ${rules.mostRows} ${rules.rowsAre}`;
    return { header, rows: [], fileFaults: [{ line: extra.line, detail }] };
  }
  const read = rules.createReader(table);
  const rows = await mapInTurns(table.rows, (row): FileRow<T> => {
    const { item, faults } = read(row);
    return { ...row, item: faults.length > 0 ? null : item, faults };
  });
  const fileFaults = table.endsAtLine === undefined ? [] : table.faults.splice(-1);
  rows.push(...table.faults.map((fault) => ({ line: fault.line, cells: [], item: null, faults: [fault] })));
  if (rows.length === 0 && fileFaults.length === 0)
    fileFaults.push({ line: 1, detail: `the file has no ${rules.rowsAre} under the header` });
  return { header, rows: rows.sort((a, b) => a.line - b.line), fileFaults };
}
