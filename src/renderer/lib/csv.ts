/** A record of a CSV file with the number of its first line. */
export interface CsvRecord {
  line: number;
  cells: string[];
}

const SEPARATORS = [',', ';', '\t'];

/** Returns the most frequent separator in the header, by the daemon's rule. */
function separatorOf(text: string): string {
  const header = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '');
  const countOf = (sign: string) => header.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}

/** Reads a CSV file. It does not look for faults, because the daemon checks the file. */
export function readCsv(text: string): CsvRecord[] {
  const separator = separatorOf(text);
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, 'y');
  const records: CsvRecord[] = [];
  let line = 1;
  let record: CsvRecord = { line, cells: [] };
  while (cell.lastIndex < text.length) {
    const found = cell.exec(text);
    if (!found) break;
    const [whole, quoted, plain = '', end] = found;
    record.cells.push(quoted?.replaceAll('""', '"') ?? plain);
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    if (end === separator) continue;
    records.push(record);
    record = { line, cells: [] };
  }
  if (record.cells.length > 0) records.push(record);
  return records;
}

const written = (cell: string) => (/[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Writes a CSV file as defined in RFC 4180. */
export const writeCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => `${row.map(written).join(',')}\r\n`).join('');
