import { setImmediate as nextTurn } from 'node:timers/promises';
import { type CsvRow, type CsvTable, invalidCsv, type LineFault, parseCsv } from './csv.ts';

export interface ReadingRules<T> {
  headerFaults(table: CsvTable): LineFault[];
  /** Made once for each file, so that it may remember what it saw. */
  createReader(table: CsvTable): (row: CsvRow) => { item: T | null; faults: LineFault[] };
  /** What a row is, for the refusal of a file without any. */
  rowsAre: string;
  mostRows: number;
}

const ROWS_A_TURN = 1000;

/** Every row of a CSV, or the refusal that names each line at fault. Others have their turn meanwhile. */
export async function readCsvRows<T>(csv: string, rules: ReadingRules<T>): Promise<T[]> {
  const table = await parseCsv(csv);
  const wrongHeader = rules.headerFaults(table);
  if (wrongHeader.length > 0) throw invalidCsv(wrongHeader);
  const faults: LineFault[] = [...table.faults];
  const items: T[] = [];
  const read = rules.createReader(table);
  for (const [at, row] of table.rows.entries()) {
    const { item, faults: wrong } = read(row);
    faults.push(...wrong);
    if (item) items.push(item);
    if (at % ROWS_A_TURN === ROWS_A_TURN - 1) await nextTurn();
  }
  if (faults.length > 0) throw invalidCsv(faults);
  if (items.length === 0) throw invalidCsv([{ line: 1, detail: `there are no ${rules.rowsAre} under the header` }]);
  if (items.length > rules.mostRows)
    throw invalidCsv([{ line: 1, detail: `more than ${rules.mostRows} ${rules.rowsAre}` }]);
  return items;
}
