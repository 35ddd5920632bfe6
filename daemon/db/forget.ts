import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { dialectOf } from './open.ts';
import { openConnection, sqliteFile } from './sqlite/sqlite-connection.ts';

/**
 * Makes the database let go of what was deleted or changed: old row versions on Postgres, old pages in SQLite's WAL
 * (its pages are wiped when they are changed, see `secure_delete`). Runs beside a daemon.
 * @returns what still holds old rows because somebody else is reading them; empty where nothing does
 */
export const forgetDeleted = (url: string, tables: readonly string[]): Promise<string[]> =>
  dialectOf(url) === 'sqlite' ? truncateWal(sqliteFile(url)) : vacuum(url, tables);

const TRIES = 200;
/** While it waits for readers it holds up the daemon's writer, so it waits briefly and often. */
const WAIT_MS = 15;
const PAUSE_MS = 100;

async function truncateWal(file: string): Promise<string[]> {
  const db = openConnection(file, 'writer');
  try {
    db.pragma(`busy_timeout = ${WAIT_MS}`);
    for (let tried = 0; tried < TRIES; tried += 1) {
      // Moves what it can without holding anybody up, so that little is left for the step that does.
      db.pragma('wal_checkpoint(PASSIVE)');
      const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
      if (row.busy === 0) return [];
      await sleep(PAUSE_MS);
    }
    return [`${file}-wal`];
  } finally {
    db.close();
  }
}

const VACUUM_TRIES = 10;
const VACUUM_PAUSE_MS = 500;

async function vacuum(url: string, tables: readonly string[]): Promise<string[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'redeemd vacuum',
  });
  client.on('error', () => {});
  let kept = false;
  client.on('notice', ({ message }) => {
    if (Number(/(\d+) are dead but not yet removable/.exec(message ?? '')?.[1] ?? 0) > 0) kept = true;
  });
  await client.connect();
  const left: string[] = [];
  try {
    for (const table of tables) {
      for (let tried = 1; ; tried += 1) {
        kept = false;
        // Statistics hold values of rows as well, so they are made anew. To cut off the table's end would lock it.
        await client.query(`VACUUM (VERBOSE, ANALYZE, INDEX_CLEANUP ON, TRUNCATE OFF) ${pg.escapeIdentifier(table)}`);
        if (!kept || tried === VACUUM_TRIES) break;
        await sleep(VACUUM_PAUSE_MS);
      }
      if (kept) left.push(table);
    }
    return left;
  } finally {
    await client.end().catch(() => {});
  }
}
