import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { findSecretKeys } from '../db/secret/secret-key.ts';
import { type AuditHead, parseHead } from '../domain/audit/audit-chain.ts';
import { verifyAudit } from '../features/verify/verify-audit.ts';
import { type Difference, verifyFigures } from '../features/verify/verify-figures.ts';
import { plural } from '../lib/plural.ts';
import { withDatabase } from './with-database.ts';

/**
 * Prints every difference between the stored figures and those computed from the rows, and every break in the audit
 * log. Returns true if there were none.
 * @param noted audit log heads copied earlier from the daemon's log
 */
export async function verify(config: Config, noted: readonly AuditHead[] = []): Promise<boolean> {
  const differences = await withDatabase(config, async (db) => [
    ...(await verifyFigures(db)),
    ...(await verifyAudit(db, await findSecretKeys(db, config), noted)),
  ]);
  process.stdout.write(differences.length === 0 ? 'No differences.\n' : table(differences));
  return differences.length === 0;
}

/** Adds a value of a repeatable option to the earlier values. */
export function addHead(text: string, noted: readonly AuditHead[] = []): AuditHead[] {
  const head = parseHead(text);
  if (!head) throw new InvalidArgumentError('It must be ID:MAC, with auditId and mac from the log line `audit head`.');
  return [...noted, head];
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
  return `${lines.join('\n')}\n\n${plural(differences.length, 'difference')}.\n`;
}
