import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { createMac, type SecretKey } from '../../lib/keyed.ts';
import { namingFaults } from '../day-files/day-faults.ts';
import { type Place, targetIn } from '../day-files/place.ts';
import type { Target } from '../day-files/target.ts';
import { type Files, type FileWriting, type Page, writeFiles } from '../day-files/write-files.ts';
import { getOrganisation } from '../settings/settings-store.ts';
import { type LedgerRow, readRowsAfter, readWholeTable } from './ledger-rows-store.ts';
import {
  boundsOf,
  createDates,
  DAY_TABLES,
  type DayTable,
  fileName,
  LEDGER_FOLDER,
  type LedgerDay,
  lineOf,
  type Players,
  SCHEMA_VERSION,
  WHOLE_TABLES,
  type WholeTable,
} from './ledger-rules.ts';

/** The settings that determine the form of the files. */
export interface Form {
  zone: string;
  players: Players;
  /** The ID of the key that hashes player IDs; null if they are plain. */
  playersKey: string | null;
  playerOf: (userId: string) => string;
  currency: string;
  digits: number;
}

/** Returns the form of the files, as determined by the settings and the secret key. */
export async function formOf(db: Database, players: Players): Promise<Form> {
  const { time_zone: zone, currency, currency_digits: digits } = await db.read(getOrganisation);
  const plain = { zone, currency, digits, players, playersKey: null, playerOf: (userId: string) => userId };
  if (players === 'plain') return plain;
  const { secretKey } = db.keys;
  if (!secretKey) throw new Error('This database was opened without its secret key');
  return { ...plain, playersKey: secretKey.id, playerOf: createPlayerHash(secretKey) };
}

/** Returns a function that hashes player IDs. A player has the same hash in every file until the key changes. */
export function createPlayerHash(key: SecretKey): (userId: string) => string {
  const mac = createMac(key);
  return (userId) => mac(`ledger export player\n${userId}`);
}

/** Returns the form as a text. If the text changes, all files must be written again. */
export const textOf = ({ zone, players, playersKey }: Form): string =>
  [SCHEMA_VERSION, zone, players, playersKey ?? '-'].join(' ');

/** Files go into `ledger/<table>/…` in the folder. */
export interface LedgerWriting extends FileWriting, Place {}

/** Writes a day's rows, up to `last_id`. @returns their number */
export function writeLedgerDay(
  db: Database,
  { name, day, form }: { name: DayTable; day: LedgerDay; form: Form },
  writing: LedgerWriting,
): Promise<number> {
  const target = targetIn(writing, LEDGER_FOLDER, name, `day=${day.day}`);
  const { from, to } = boundsOf(day.day, form.zone);
  const dateOf = createDates(form.zone);
  const files: Files<number> = {
    ...filesOf(name, form, target, { day: day.day, from: isoInstant(from), to: isoInstant(to) }),
    async readPage(after) {
      const rows = await db.read((handle) => readRowsAfter(handle, name, after ?? day.first_id - 1));
      const counted = rows.filter(({ place }) => place <= day.last_id);
      // The range of IDs can include rows of the days before and after.
      const own = counted.filter(({ at }) => dateOf(at) === day.day);
      return pageOf(DAY_TABLES[name], own, counted, form);
    },
    evenIfEmpty: day.written_as !== null,
  };
  return write(`The rows of ${day.day} in the table ${name}`, files, writing);
}

/** Writes a table completely. @returns the number of its rows */
export function writeWholeTable(
  db: Database,
  { name, form }: { name: WholeTable; form: Form },
  writing: LedgerWriting,
): Promise<number> {
  const target = targetIn(writing, LEDGER_FOLDER, name);
  const files: Files<number> = {
    ...filesOf(name, form, target, {}),
    async readPage(after) {
      const rows = await db.read((handle) => readWholeTable(handle, name, after ?? 0));
      return pageOf(WHOLE_TABLES[name], rows, rows, form);
    },
    evenIfEmpty: true,
  };
  return write(`The table ${name}`, files, writing);
}

const filesOf = (table: string, form: Form, target: Target, period: object) => ({
  target,
  unit: 'rows' as const,
  about: {
    ...{ schema_version: SCHEMA_VERSION, table, ...period, time_zone: form.zone },
    ...{ currency: form.currency, currency_digits: form.digits },
    ...{ players: form.players, ...(form.playersKey === null ? {} : { players_key: form.playersKey }) },
  },
  nameOf: fileName,
  // Every new file replaces all files that the manifest names.
  replaces: () => true,
  // In another time zone, the same day has different rows.
  mayShrink: ({ fields }: { fields: Readonly<Record<string, unknown>> }) => fields.time_zone !== form.zone,
});

function pageOf(
  columns: (typeof DAY_TABLES)[DayTable] | (typeof WHOLE_TABLES)[WholeTable],
  own: readonly LedgerRow[],
  read: readonly LedgerRow[],
  form: Form,
): Page<number> {
  return { lines: own.map((row) => lineOf(columns, row, form)), after: read.at(-1)?.place ?? null };
}

const write = (content: string, files: Files<number>, writing: FileWriting): Promise<number> =>
  namingFaults(content, files.target.name, async () => (await writeFiles(files, writing)) ?? 0);
