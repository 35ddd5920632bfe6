import { type AppError, invalidCsv } from '../contract/refusals.ts';
import type { LineFault } from '../lib/csv.ts';
import type { ReadRows } from '../lib/csv-rows.ts';

// The plan of a CSV import, row by row. A dry run shows it, and the import executes it.

export type RowResult = 'new' | 'changed' | 'unchanged' | 'refused';

/** The outcome of a readable row. */
export type Verdict =
  | { result: Exclude<RowResult, 'refused'>; changes?: string[] }
  | { fault: Omit<LineFault, 'line'> };

interface PlannedRow<T> {
  line: number;
  result: RowResult;
  /** Null for a refused row. */
  item: T | null;
  /** The fields that the row changes in an existing object. */
  changes: string[];
  faults: LineFault[];
  cells: string[];
}

export interface ImportPlan<T> {
  header: string[];
  rows: PlannedRow<T>[];
  fileFaults: LineFault[];
}

/** Plans every row of a file. @param verdictOf compares a row with the stored objects */
export const planOf = <T>(file: ReadRows<T>, verdictOf: (item: T) => Verdict): ImportPlan<T> => ({
  header: file.header,
  fileFaults: file.fileFaults,
  rows: file.rows.map(({ line, cells, item, faults }) => {
    if (item === null) return { line, cells, item, faults, result: 'refused', changes: [] };
    const verdict = verdictOf(item);
    if ('fault' in verdict)
      return { line, cells, item: null, faults: [{ line, ...verdict.fault }], result: 'refused', changes: [] };
    return { line, cells, item, faults, result: verdict.result, changes: verdict.changes ?? [] };
  }),
});

const isKept = <T>(row: PlannedRow<T>): row is PlannedRow<T> & { item: T } => row.item !== null;

export type Importable = 'whole' | 'valid_rows' | 'nothing';

/** Returns how much of the file can be imported. A fault in the file as a whole makes all rows unusable. */
function importableOf<T>({ rows, fileFaults }: ImportPlan<T>): Importable {
  if (fileFaults.length > 0 || !rows.some(isKept)) return 'nothing';
  return rows.every(isKept) ? 'whole' : 'valid_rows';
}

/** Returns the rows that the import keeps, or its refusal. */
export function keptOf<T>(plan: ImportPlan<T>, onlyValid: boolean): T[] | AppError {
  const importable = importableOf(plan);
  if (importable === 'whole' || (importable === 'valid_rows' && onlyValid))
    return plan.rows.filter(isKept).map(({ item }) => item);
  const faults = [...plan.fileFaults, ...plan.rows.flatMap((row) => row.faults)];
  return invalidCsv(faults, faults.every(({ code }) => code === 'code_taken') ? 'code_taken' : 'invalid_csv');
}

const MOST_REFUSED = 500;
const SHOWN_ROWS = 100;
const SHOWN_CHARACTERS = 2000;

export interface RefusedRows {
  refused: { line: number; code: string; detail: string }[];
  refused_total: number;
}

/** Lists the first 500 refused lines, one entry per line with all of the line's faults. */
export function refusedOf<T>({ rows, fileFaults }: ImportPlan<T>): RefusedRows {
  const lines = [...fileFaults.map((fault) => [fault]), ...rows.filter((row) => !isKept(row)).map((row) => row.faults)];
  const refused = lines.slice(0, MOST_REFUSED).map((faults) => ({
    line: faults[0]?.line ?? 1,
    code: faults[0]?.code ?? 'invalid_csv',
    detail: faults.map(({ detail }) => detail).join('; '),
  }));
  return { refused, refused_total: lines.length };
}

/** Returns the response to a dry run. */
export function previewOf<T>(plan: ImportPlan<T>) {
  const importable = importableOf(plan);
  // A file that is refused as a whole changes nothing, so no row is counted.
  const rows = plan.fileFaults.length > 0 ? [] : plan.rows;
  const count = (result: RowResult) => rows.filter((row) => row.result === result).length;
  return {
    importable,
    new: count('new'),
    changed: count('changed'),
    unchanged: count('unchanged'),
    ...refusedOf(plan),
    rows: rows.slice(0, SHOWN_ROWS).map((row) => ({
      line: row.line,
      result: row.result,
      values: valuesOf(plan.header, row.cells),
      changes: row.changes,
      detail: row.faults.length > 0 ? row.faults.map(({ detail }) => detail).join('; ') : null,
    })),
  };
}

/** Returns a row's cells by column; a blank cell is absent. */
const valuesOf = (header: readonly string[], cells: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    header.flatMap((name, at) => {
      const cell = cells[at]?.trim();
      return cell ? [[name, cell.slice(0, SHOWN_CHARACTERS)]] : [];
    }),
  );
