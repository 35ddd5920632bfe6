import type { Config } from '../config.ts';
import { type Difference, verifyFigures } from '../features/verify/verify-figures.ts';
import { withDatabase } from './with-database.ts';

/** Prints every difference between what is stored and what the rows say. Returns whether there was none. */
export async function verify(config: Config): Promise<boolean> {
  const differences = await withDatabase(config, verifyFigures);
  process.stdout.write(differences.length === 0 ? 'No differences.\n' : table(differences));
  return differences.length === 0;
}

function table(differences: readonly Difference[]): string {
  const rows = [
    ['table', 'key', 'stored', 'computed'],
    ...differences.map((d) => [d.table, d.key, d.stored, d.computed]),
  ];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n\n${differences.length} difference(s).\n`;
}
