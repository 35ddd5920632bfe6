import { REFUSED_COLUMN } from '../../../../daemon/contract/words.ts';
import { readCsv, writeCsv } from '../../lib/csv.ts';

interface Refused {
  line: number;
  detail: string;
}

/**
 * Returns the refused rows as a CSV file with the reasons in a last column, which imports ignore.
 * @param onlyColumn the name of the only column, if the file is a plain list that may have no header
 */
export function refusedCsv(file: string, refused: readonly Refused[], onlyColumn?: string): string {
  const records = readCsv(file);
  const first = records.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const hasHeader = onlyColumn === undefined || first?.cells.some((cell) => cell.trim().toLowerCase() === onlyColumn);
  const header = hasHeader ? first : undefined;
  const names = hasHeader ? (first?.cells ?? []) : [onlyColumn];
  // The file may already contain the reasons from an earlier import.
  const old = names.findIndex((name) => name.trim().toLowerCase() === REFUSED_COLUMN);
  const kept = (cells: readonly string[]) => cells.filter((_, at) => at !== old);
  const byLine = new Map(records.map((record) => [record.line, record]));
  const rows = refused.flatMap(({ line, detail }) => {
    const record = byLine.get(line);
    return record && record !== header ? [[...kept(record.cells), detail]] : [];
  });
  return writeCsv([[...kept(names), REFUSED_COLUMN], ...rows]);
}
