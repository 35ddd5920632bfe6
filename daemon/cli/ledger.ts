import type { Config } from '../config.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { nameIn } from '../features/day-files/place.ts';
import { exportLedgerDays } from '../features/ledger-export/export-ledger.ts';
import { isClosed, LEDGER_FOLDER, type Players } from '../features/ledger-export/ledger-rules.ts';
import { formOf } from '../features/ledger-export/write-ledger.ts';
import { plural } from '../lib/plural.ts';
import { exportFolder, parseDay, untilSignal } from './events.ts';
import { withDatabase } from './with-database.ts';

export interface LedgerOptions {
  from: string;
  /** The last day, inclusive. */
  to: string;
  dir: string;
  /** Defaults to REDEEMD_LEDGER_PLAYERS. */
  players?: Players;
}

/** Exports the ledger of a range of days to files, even while a daemon is running. Progress goes to stderr. */
export async function exportLedgerCommand(config: Config, { from, to, dir, players }: LedgerOptions): Promise<void> {
  if (from > to) throw new Error('--from must not be after --to');
  const folder = exportFolder(dir);
  const totals = { rows: 0, files: 0 };
  await untilSignal((signal) =>
    withDatabase(config, async (db) => {
      await ensureSecretKey(db, config);
      const now = Date.now();
      const form = await formOf(db, players ?? config.ledgerPlayers);
      if (!isClosed(to, form.zone, now))
        throw new Error(`--to must be a day that ended at least an hour ago in ${form.zone}`);
      for await (const { name, day, rows } of exportLedgerDays(
        db,
        { from, to, form },
        { folder, s3: config, signal, now },
      )) {
        totals.rows += rows;
        totals.files += 1;
        process.stderr.write(`${day === null ? name : `${name} ${day}`}: ${plural(rows, 'row')}\n`);
      }
    }),
  );
  process.stdout.write(
    `Wrote ${plural(totals.rows, 'row')} in ${plural(totals.files, 'folder')} to ${nameIn(folder, LEDGER_FOLDER)}.\n`,
  );
}

export function parseDate(text: string): string {
  parseDay(text);
  return text;
}
