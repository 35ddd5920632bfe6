import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { CsvRow, CsvTable, LineFault } from './csv.ts';

/** The schema of each column's cells; blank cells are not parsed. */
export type Columns = Record<string, z.ZodType>;
/** The parsed cells of a row; a missing column or a blank cell is absent. */
type CellsOf<C extends Columns> = { [K in keyof C]?: z.output<C[K]> };
export interface ReadRow<C extends Columns> {
  line: number;
  cells: CellsOf<C>;
}

/** Returns the faults of the header: unknown, repeated and missing required columns. */
export function headerFaults({ header }: CsvTable, columns: Columns, required: readonly string[]): LineFault[] {
  const names = header.map(nameOf);
  const wrong = names.flatMap((name, at) => {
    if (!Object.hasOwn(columns, name)) return [unknownColumn(name, names.length, columns)];
    return names.indexOf(name) < at ? [`the column ${name} appears twice`] : [];
  });
  const missing = required.filter((name) => !names.includes(name)).map((name) => `the column ${name} is missing`);
  return [...wrong, ...missing].map((detail) => ({ line: 1, detail }));
}

function unknownColumn(name: string, count: number, columns: Columns): string {
  const known = Object.keys(columns).filter((one) => columns[one] !== ignoredCell);
  const fault = `Unknown column ${JSON.stringify(name.slice(0, 100))}. Known columns: ${known.join(', ')}`;
  const isOneOnly = count === 1 && /[^\p{L}\p{N}_ -]/u.test(name);
  return isOneOnly ? `${fault}. Columns are separated by commas, semicolons or tabs` : fault;
}

export const nameOf = (cell: string) => cell.trim().toLowerCase();

/** The schema of a column that an import accepts and ignores. */
export const ignoredCell = z.string().transform(() => undefined);

const INVALID = 'invalid_request';

/**
 * Creates a function that reads rows by column name. The caller has validated the header.
 * @param codes the refusal code for an invalid cell in each column; `invalid_request` if a column has none
 */
export function createRowReader<C extends Columns>(
  header: readonly string[],
  columns: C,
  required: readonly string[],
  codes: Readonly<Record<string, string>> = {},
) {
  const readers = header.map(nameOf).map((name) => ({ name, read: remembering(columns[name] as z.ZodType) }));
  return ({ line, cells }: CsvRow): { row: ReadRow<C>; faults: LineFault[] } => {
    const values: Record<string, unknown> = {};
    const faults: LineFault[] = [];
    for (const [at, { name, read }] of readers.entries()) {
      const cell = cells[at] ?? '';
      if (cell.trim() === '') {
        if (required.includes(name)) faults.push({ line, detail: `${name} is blank`, code: INVALID });
        continue;
      }
      const result = read(cell);
      if ('fault' in result) faults.push({ line, detail: `${name}: ${result.fault}`, code: codes[name] ?? INVALID });
      else values[name] = result.value;
    }
    return { row: { line, cells: values as CellsOf<C> }, faults };
  };
}

type Result = { value: unknown } | { fault: string };
const REMEMBERED = 1000;

/** Caches parsed cells, because most columns have the same text in every row. */
function remembering(schema: z.ZodType): (cell: string) => Result {
  const known = new LRUCache<string, Result>({ max: REMEMBERED, memoMethod: (cell) => readCell(schema, cell) });
  return (cell) => known.memo(cell);
}

function readCell(schema: z.ZodType, cell: string): Result {
  if (cell.includes('\0')) return { fault: 'NUL characters are not allowed' };
  const read = schema.safeParse(cell);
  return read.success ? { value: read.data } : { fault: read.error.issues[0]?.message ?? 'not valid' };
}
