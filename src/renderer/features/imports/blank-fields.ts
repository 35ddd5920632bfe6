import { readCsv } from '../../lib/csv.ts';

/**
 * Every code needs these fields, from its row or from the defaults. Rewards, which are also required, always have a
 * default.
 */
const NEEDED = ['name', 'root_url'] as const;
export type NeededField = (typeof NEEDED)[number];

export interface BlankFields {
  /** The fields for which the file has no column. If such a field has no default, the daemon cannot read any row. */
  columns: NeededField[];
  /** The fields that at least one row leaves blank. */
  cells: NeededField[];
}

/** Returns the required fields that a file leaves blank; none if it has no `code` column, which the daemon reports. */
export function findBlankFields(csv: string): BlankFields {
  const [header, ...rows] = readCsv(csv).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  if (!names.includes('code')) return { columns: [], cells: [] };
  const isBlank = (name: NeededField) => rows.some(({ cells }) => !cells[names.indexOf(name)]?.trim());
  return { columns: NEEDED.filter((name) => !names.includes(name)), cells: NEEDED.filter(isBlank) };
}
