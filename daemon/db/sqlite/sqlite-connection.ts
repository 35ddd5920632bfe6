import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import BetterSqlite3 from 'better-sqlite3';

export const BUSY_TIMEOUT_MS = 2000;

/** The file of `sqlite:./data/redeem.db`, `sqlite:/srv/redeem.db` or `sqlite:///srv/redeem.db`. */
export const sqliteFile = (url: string) => decodeURI(url.replace(/^sqlite:(\/\/)?/, ''));

/** Makes folder and file for their owner only; SQLite gives the WAL the rights of the file. */
export function prepareFile(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
  chmodSync(file, 0o600);
}

/** Opens the database with everything that durability, foreign keys and speed rest on. */
export function openConnection(file: string, role: 'writer' | 'reader'): BetterSqlite3.Database {
  const db = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // Takes effect only before the first page is written, and switching to WAL writes one. Later it would do nothing but
    // wait for whoever is writing.
    if (role === 'writer' && isEmpty(db)) db.pragma('auto_vacuum = INCREMENTAL');
    expectPragma(db, 'journal_mode', 'WAL', 'wal');
    // In WAL mode better-sqlite3 falls back to NORMAL, which loses acknowledged commits when the power fails.
    expectPragma(db, 'synchronous', 'FULL', 2);
    expectPragma(db, 'foreign_keys', 'ON', 1);
    // What is deleted or changed leaves no bytes behind: `erase-user` promises it for rows written long before it runs.
    expectPragma(db, 'secure_delete', 'ON', 1);
    db.pragma('temp_store = MEMORY');
    // The writer fills its cache as the database grows, and would keep what it mapped of the file; the system's own cache
    // serves what is missing here for about the same price. The reader's are for lists, which read far and often again.
    db.pragma(`cache_size = ${role === 'writer' ? -16384 : -32768}`);
    db.pragma(`mmap_size = ${role === 'writer' ? 0 : 268435456}`);
    db.pragma('wal_autocheckpoint = 4000');
    db.pragma('journal_size_limit = 67108864');
    if (role === 'reader') expectPragma(db, 'query_only', 'ON', 1);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const isEmpty = (db: BetterSqlite3.Database) => db.pragma('page_count', { simple: true }) === 0;

function expectPragma(db: BetterSqlite3.Database, name: string, value: string, expected: unknown) {
  db.pragma(`${name} = ${value}`);
  const actual = db.pragma(name, { simple: true });
  if (actual !== expected) throw new Error(`SQLite keeps ${name} at ${actual}; ${value} is needed`);
}
