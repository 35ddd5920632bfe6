import { readCsv } from '../../lib/csv.ts';

/** Every code needs them, from its row or from the defaults. The rewards always have a default. */
const NEEDED = ['name', 'root_url'] as const;
export type NeededField = (typeof NEEDED)[number];

export interface BlankFields {
  /** Those without a column: no row of the file can be read until there is a default. */
  columns: NeededField[];
  /** Those that at least one row leaves blank. */
  cells: NeededField[];
}

/** Which needed fields a file leaves blank. A file without codes is left to the daemon, which names its faults. */
export function findBlankFields(csv: string): BlankFields {
  const [header, ...rows] = readCsv(csv).filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const names = header?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  if (!names.includes('code')) return { columns: [], cells: [] };
  const isBlank = (name: NeededField) => rows.some(({ cells }) => !cells[names.indexOf(name)]?.trim());
  return { columns: NEEDED.filter((name) => !names.includes(name)), cells: NEEDED.filter(isBlank) };
}
