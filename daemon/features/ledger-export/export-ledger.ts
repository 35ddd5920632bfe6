import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import { isBucketUrl } from '../../lib/s3.ts';
import { collectFaults } from '../day-files/day-faults.ts';
import { countRows } from './count-rows.ts';
import { finishDay, hasWrittenDays, listDays } from './ledger-days-store.ts';
import {
  DAY_TABLES,
  type DayTable,
  isClosed,
  isNothing,
  isWritten,
  LEDGER_FOLDER,
  namesOf,
  type Players,
  WHOLE_TABLES,
  type WholeTable,
} from './ledger-rules.ts';
import { type Form, formOf, type LedgerWriting, textOf, writeLedgerDay, writeWholeTable } from './write-ledger.ts';

/** The name of the job. */
export const LEDGER_EXPORT = 'ledger-export';

export interface Exporting extends LedgerWriting {
  players: Players;
  now: number;
}

/**
 * Writes the tables that are not split by day, and every closed day that has no files or whose rows or form have
 * changed. If one folder cannot be written, the others are still written.
 */
export async function exportLedger(db: Database, { players, now, ...writing }: Exporting): Promise<void> {
  await checkFolder(db, writing.folder);
  const form = await formOf(db, players);
  await countRows(db, { zone: form.zone, now, signal: writing.signal });
  const faults = collectFaults();
  for (const name of namesOf<DayTable>(DAY_TABLES))
    for (const day of await db.read((handle) => listDays(handle, name))) {
      if (isNothing(day) || isWritten(day, textOf(form))) continue;
      // Existing files are replaced even if, in a new time zone, their day is not closed yet.
      if (day.written_as === null && !isClosed(day.day, form.zone, now)) continue;
      writing.signal.throwIfAborted();
      await faults.without(async () => {
        await writeLedgerDay(db, { name, day, form }, writing);
        await db.write((handle) => finishDay(handle, name, day, textOf(form)));
      });
    }
  for (const name of namesOf<WholeTable>(WHOLE_TABLES))
    await faults.without(async () => void (await writeWholeTable(db, { name, form }, writing)));
  faults.throwAny();
}

/** Throws if the earlier files are missing: their disk may not be mounted, and new days would go to another disk. */
async function checkFolder(db: Database, folder: string) {
  if (isBucketUrl(folder)) return;
  const ledger = join(folder, LEDGER_FOLDER);
  if (existsSync(ledger) || !(await db.read(hasWrittenDays))) return;
  throw new Error(
    `Earlier days were written to a ledger, but ${ledger} does not exist. Is its disk mounted? To continue in a new folder, create ${ledger}`,
  );
}

export interface TableExported {
  name: DayTable | WholeTable;
  /** Null for a table that is not split by day. */
  day: string | null;
  rows: number;
}

/**
 * Writes the days from `from` to `to`, and the tables that are not split by day. The database records which rows were
 * counted, but not that these files were written, so the job still writes its own files.
 */
export async function* exportLedgerDays(
  db: Database,
  { from, to, form }: { from: string; to: string; form: Form },
  { now, ...writing }: LedgerWriting & { now: number },
): AsyncGenerator<TableExported, void> {
  await countRows(db, { zone: form.zone, now, signal: writing.signal });
  for (const name of namesOf<DayTable>(DAY_TABLES))
    for (const day of await db.read((handle) => listDays(handle, name))) {
      if (day.day < from || day.day > to || isNothing(day)) continue;
      writing.signal.throwIfAborted();
      yield { name, day: day.day, rows: await writeLedgerDay(db, { name, day, form }, writing) };
    }
  for (const name of namesOf<WholeTable>(WHOLE_TABLES))
    yield { name, day: null, rows: await writeWholeTable(db, { name, form }, writing) };
}
