import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { dialectOf } from './open.ts';
import { createServers } from './postgres/postgres-servers.ts';
import { clearGaps, findFullGaps } from './sqlite/page-gaps.ts';
import { openConnection, sqliteFile } from './sqlite/sqlite-connection.ts';

/**
 * Removes the remains of deleted and changed rows while a daemon is running: on Postgres old row versions, on SQLite
 * old pages in the write-ahead log and the gaps in pages (`secure_delete` overwrites deleted cells).
 * @returns the tables or files that keep old rows because another connection uses them
 */
export const forgetDeleted = (url: string, tables: readonly string[]): Promise<string[]> =>
  dialectOf(url) === 'sqlite' ? forgetInFile(sqliteFile(url)) : vacuum(url, tables);

const TRIES = 200;
/** A checkpoint that waits for readers blocks the daemon's writer, so each one waits only briefly and is repeated. */
const WAIT_MS = 15;
const PAUSE_MS = 100;
/** Clearing this many gaps takes a few milliseconds, during which the daemon cannot write. */
const GAPS_AT_ONCE = 200;

async function forgetInFile(file: string): Promise<string[]> {
  const db = openConnection(file, 'writer');
  try {
    db.pragma(`busy_timeout = ${WAIT_MS}`);
    if (!(await withEmptyLog(db))) return [`${file}-wal`];
    const pageBytes = db.pragma('page_size', { simple: true }) as number;
    const full = findFullGaps(file, pageBytes);
    for (let at = 0; at < full.length; at += GAPS_AT_ONCE) {
      const some = full.slice(at, at + GAPS_AT_ONCE);
      if (!(await withEmptyLog(db, () => clearGaps(db, some, pageBytes)))) return [file];
    }
    return [];
  } finally {
    db.close();
  }
}

/** Moves the log into the file and runs `then`. Repeats both until they succeed; returns false if they never do. */
async function withEmptyLog(db: BetterSqlite3.Database, then = () => true): Promise<boolean> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    // A passive checkpoint does not block writers and moves most pages, so the blocking one takes little time.
    db.pragma('wal_checkpoint(PASSIVE)');
    const [row] = db.pragma('wal_checkpoint(TRUNCATE)') as [{ busy: number }];
    if (row.busy === 0 && then()) return true;
    await sleep(PAUSE_MS);
  }
  return false;
}

const VACUUM_TRIES = 10;
const VACUUM_PAUSE_MS = 500;
/** Matches VACUUM's counts of old rows that a long read may still need, or whose page another connection is using. */
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
        // ANALYZE is needed because statistics contain values from rows. TRUNCATE is off because it locks the table.
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
