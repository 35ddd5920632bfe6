import { InvalidArgumentError } from 'commander';
import type { Config } from '../config.ts';
import { personId } from '../contract/fields.ts';
import { forgetDeleted } from '../db/forget.ts';
import { ensureSecretKey } from '../db/secret/secret-key.ts';
import { type Erased, eraseUser } from '../features/erasure/erase-user.ts';
import { dateOfDay } from '../features/event-archive/archive-rules.ts';
import { LEDGER_FOLDER } from '../features/ledger-export/ledger-rules.ts';
import { createPlayerHash } from '../features/ledger-export/write-ledger.ts';
import type { SecretKey } from '../lib/keyed.ts';
import { plural } from '../lib/plural.ts';
import { withDatabase } from './with-database.ts';
import { withEventLog } from './with-event-log.ts';

/** Replaces a user's ID with a tombstone and prints the number of changed rows. Returns false if old rows remain. */
export async function eraseUserCommand(config: Config, userId: string): Promise<boolean> {
  const [erased, key] = await withDatabase(config, async (db) => {
    const { key } = await ensureSecretKey(db, config);
    const forget = (tables: readonly string[]) => forgetDeleted(config.databaseUrl, tables);
    const erased = await withEventLog(config, (eventLog) => eraseUser(db, userId, { forget, eventLog }, Date.now()));
    return [erased, key];
  });
  process.stdout.write(`${report(erased)}${ledgerFilesLeft(erased, userId, key)}`);
  if (erased.held.length === 0) return true;
  process.stderr.write(
    `redeemd: a long-running read is keeping old rows in ${erased.held.join(', ')}. Run this command again later.\n`,
  );
  return false;
}

function report({ counts, creator, daysToWrite }: Erased): string {
  const touched = Object.keys(counts).filter((table) => counts[table]);
  const width = Math.max(...touched.map((table) => labelOf(table).length));
  const lines = touched.map((table) => `${labelOf(table).padEnd(width)}  ${counts[table]}`);
  if (lines.length === 0) lines.push('No row contains this ID.');
  if (creator) lines.push('This ID also belongs to a creator. Creators, their codes, links and accruals keep it.');
  lines.push(
    'Existing backups, logs, SDK event files and ledger files were not changed.',
    ...(daysToWrite ? filesLeft(daysToWrite) : []),
  );
  return `${lines.join('\n')}\n`;
}

function filesLeft(days: readonly number[]): string[] {
  const [first, last] = [days[0], days.at(-1)];
  const again =
    first === undefined || last === undefined
      ? []
      : [
          `The next run of the job event-archive will rewrite the files of ${plural(days.length, 'day')} without the player’s data. To do it now, run:`,
          `  redeemd events export --from ${dateOfDay(first)} --to ${dateOfDay(last)} --dir <the archive's folder>`,
        ];
  const rest =
    'Files for days whose events the daemon has removed, and any warehouse, can still contain the player’s data. Delete it there.';
  return [...again, rest];
}

/** Names the ledger files that can contain the player's ID. */
function ledgerFilesLeft({ ledgerDays }: Erased, userId: string, key: SecretKey): string {
  const [first, last] = [ledgerDays[0], ledgerDays.at(-1)];
  if (!first || !last) return '';
  const lines = [
    'If these ledger files exist, they can contain the player’s ID:',
    ...ledgerDays.map(({ table_name, day }) => `  ${LEDGER_FOLDER}/${table_name}/day=${day}`),
    'The next run of the job ledger-export will rewrite the files without the ID. To rewrite them now, run:',
    `  redeemd ledger export --from ${first.day} --to ${last.day} --dir <the folder with the files>`,
    `A warehouse keeps the rows that it has already loaded. In files with hashed IDs, the player’s ID is ${createPlayerHash(key)(userId)}.`,
  ];
  return `${lines.join('\n')}\n`;
}

/** Links are counted together with the claims that created them, because each pair is changed in one step. */
const labelOf = (table: string) =>
  table === 'links' ? 'links with their claims' : table === 'claims' ? 'other claims' : table;

export function parseUserId(text: string): string {
  if (!personId.safeParse(text).success)
    throw new InvalidArgumentError('It must have 1-255 characters, none of them control characters.');
  return text;
}
