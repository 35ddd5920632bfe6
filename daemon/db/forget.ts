import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { dialectOf } from './open.ts';
import { createServers } from './postgres/postgres-servers.ts';
import { clearGaps, findFullGaps } from './sqlite/page-gaps.ts';
import { openConnection, sqliteFile } from './sqlite/sqlite-connection.ts';

/**
 * Removes the remains of deleted and changed rows. On Postgres: old row versions. On SQLite: old pages in the
 * write-ahead log, and the gaps of pages (SQLite overwrites deleted cells itself, see `secure_delete`). Runs beside a
 * daemon.
 * @returns the tables or files that still hold old rows because another connection uses them; empty where none do
 */
export const forgetDeleted = (url: string, tables: readonly string[]): Promise<string[]> =>
  dialectOf(url) === 'sqlite' ? forgetInFile(sqliteFile(url)) : vacuum(url, tables);

const TRIES = 200;
/** While the checkpoint waits for readers it blocks the daemon's writer, so it waits briefly and often. */
const WAIT_MS = 15;
const PAUSE_MS = 100;
/** As many as are overwritten in a few milliseconds: meanwhile the daemon cannot write. */
const GAPS_AT_ONCE = 200;

async function forgetInFile(file: string): Promise<string[]> {
  const db = openConnection(file, 'writer');
  try {
    db.pragma(`busy_timeout = ${WAIT_MS}`);
    const hasEmptied = (then = () => true) => withEmptyLog(db, then);
    if (!(await hasEmptied())) return [`${file}-wal`];
    const pageBytes = db.pragma('page_size', { simple: true }) as number;
    const full = findFullGaps(file, pageBytes);
    for (let at = 0; at < full.length; at += GAPS_AT_ONCE) {
      const some = full.slice(at, at + GAPS_AT_ONCE);
      if (!(await hasEmptied(() => clearGaps(db, some, pageBytes)))) return [file];
    }
    return [];
  } finally {
    db.close();
  }
}

/** Moves the log into the file until that succeeds and what is done then succeeds too; false where it never did. */
async function withEmptyLog(db: BetterSqlite3.Database, then: () => boolean): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    // A passive checkpoint blocks no writer and moves what it can, so that the blocking one has little left to do.
    db.pragma('wal_checkpoint(PASSIVE)');
    const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (row.busy === 0 && then()) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

const VACUUM_TRIES = 10;
const VACUUM_PAUSE_MS = 500;
/** Old rows that a long read may still need, and those on a page that another connection has in its hands just now. */
const ROWS_LEFT = /(\d+) are dead but not yet removable|tuples missed: (\d+) dead/g;

async function vacuum(url: string, tables: readonly string[]): Promise<string[]> {
  const client = await createServers(url).connect('redeemd vacuum');
  let kept = false;
  client.on('notice', ({ message }) => {
    for (const [, needed, missed] of (message ?? '').matchAll(ROWS_LEFT)) kept ||= Number(needed ?? missed) > 0;
  });
  const left: string[] = [];
  try {
    for (const table of tables) {
      for (let tried = 1; ; tried += 1) {
        kept = false;
        // ANALYZE, since statistics hold values of rows too. TRUNCATE OFF, since cutting off the table's end locks it.
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
