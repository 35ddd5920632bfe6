import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRow, type CsvTable, type LineFault, parseCsv } from './csv.ts';

export interface ReadingRules<T> {
  headerFaults(table: CsvTable): LineFault[];
  /** Called once per file, so that the reader may remember earlier rows. */
  createReader(table: CsvTable): (row: CsvRow) => { item: T | null; faults: LineFault[] };
  /** The word for a row in the fault of an empty file. */
  rowsAre: string;
  mostRows: number;
}

const ROWS_A_TURN = 1000;

export interface ReadRows<T> {
  items: T[];
  /** Every wrong line; a file with one is refused as a whole. */
  faults: LineFault[];
}

/** Reads every row of a CSV and collects all faults. It yields to the event loop after each thousand rows. */
export async function readCsvRows<T>(csv: string, rules: ReadingRules<T>): Promise<ReadRows<T>> {
  const table = await parseCsv(csv);
  const wrongHeader = rules.headerFaults(table);
  if (wrongHeader.length > 0) return { items: [], faults: wrongHeader };
  const faults: LineFault[] = [...table.faults];
  const items: T[] = [];
  const read = rules.createReader(table);
  for (const [at, row] of table.rows.entries()) {
    const { item, faults: wrong } = read(row);
    faults.push(...wrong);
    if (item) items.push(item);
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
  }
  if (faults.length === 0 && items.length === 0)
    faults.push({ line: 1, detail: `there are no ${rules.rowsAre} under the header` });
  if (faults.length === 0 && items.length > rules.mostRows)
    faults.push({ line: 1, detail: `more than ${rules.mostRows} ${rules.rowsAre}` });
  return { items, faults };
}
