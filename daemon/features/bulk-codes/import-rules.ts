import { z } from 'zod';
import { isCodeValue, normalizeCode } from '../../contract/code-values.ts';
import { rewardsJson, webUrl } from '../../contract/fields.ts';
import type { CsvTable, LineFault } from '../../lib/csv.ts';
import { createRowReader, headerFaults } from '../../lib/csv-columns.ts';

/** Used if a column is missing or a cell is blank. */
export interface CodeDefaults {
  name?: string | undefined;
  root_url?: string | undefined;
  usage_limit?: number | null | undefined;
  active?: 'Y' | 'N' | undefined;
  rewards_json?: string | undefined;
}

/** A line of the file: the code, and its fields that differ from the defaults. */
export interface ImportedCode extends CodeDefaults {
  line: number;
  code: string;
}

export const MAX_IMPORTED = 100_000;
const MAX_LIMIT = 1_000_000_000;

const columns = {
  code: z
    .string()
    .trim()
    .refine((code) => isCodeValue(normalizeCode(code)), 'a code is 3-64 characters of A-Z 0-9 _ -'),
  name: z.string().trim().max(200, 'at most 200 characters'),
  root_url: z.string().trim().pipe(webUrl),
  usage_limit: z
    .string()
    .trim()
    .regex(/^\d{1,10}$/, `a whole number from 1 to ${MAX_LIMIT}`)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, `a whole number from 1 to ${MAX_LIMIT}`),
  active: z
    .string()
    .trim()
    .toUpperCase()
    .pipe(z.enum(['Y', 'N'], 'Y or N')),
  rewards_json: rewardsJson,
};
/** The fields that every code needs, from its own line or from the defaults. */
const NEEDED = ['name', 'root_url', 'rewards_json'] as const;

export const codeHeaderFaults = (table: CsvTable, defaults: CodeDefaults): LineFault[] =>
  table.header.length === 0
    ? [{ line: 1, detail: 'there is no header' }]
    : headerFaults(table, columns, requiredOf(defaults));

const requiredOf = (defaults: CodeDefaults) => ['code', ...NEEDED.filter((name) => defaults[name] === undefined)];

/** Reads lines one after the other and remembers their values: a repeated value is a fault. */
export function createCodeReader({ header }: CsvTable, defaults: CodeDefaults) {
  const read = createRowReader(header, columns, requiredOf(defaults));
  const lineOf = new Map<string, number>();
  return (csvRow: CsvTable['rows'][number]): { item: ImportedCode | null; faults: LineFault[] } => {
    const { row, faults } = read(csvRow);
    const { code, ...rest } = row.cells;
    if (code === undefined) return { item: null, faults };
    const norm = normalizeCode(code);
    const earlier = lineOf.get(norm);
    if (earlier === undefined) lineOf.set(norm, row.line);
    else faults.push({ line: row.line, detail: `${norm} is on line ${earlier} already` });
    return { item: { line: row.line, code, ...rest }, faults };
  };
}
