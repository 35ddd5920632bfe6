import { chmodSync, closeSync, existsSync, mkdirSync, openSync, realpathSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type BetterSqlite3 from 'better-sqlite3';
import { secretFileOf } from '../secret/secret-file.ts';
import { openSqliteFile } from './sqlite-library.ts';

const BUSY_TIMEOUT_MS = 2000;

/**
 * Returns the file of `sqlite:./data/redeem.db`, `sqlite:/srv/redeem.db` or `sqlite:///srv/redeem.db`. It follows
 * links, because the lock and the key belong to the file, whichever name leads to it.
 */
export function sqliteFile(url: string): string {
  const file = decoded(url.replace(/^sqlite:(\/\/(?=\/))?/, ''));
  if (file.startsWith('//') || file.trim() === '' || file === ':memory:')
    throw new Error(
      `${url} does not name a file. Use a URL such as sqlite:./data/redeem.db or sqlite:///srv/redeem.db`,
    );
  return existsSync(file) ? realpathSync(file) : file;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    throw new Error(`${path}: a % in the name of the database file must be written as %25`);
  }
}

/** Throws if the name leads to something other than a file, because opening a pipe would wait indefinitely. */
export function expectFile(file: string) {
  const found = statOf(file);
  if (found && !found.isFile()) throw new Error(`The database ${file} is not a file but ${kindOf(found)}`);
}

function statOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch (error) {
    throw unusable(file, error);
  }
}

function kindOf(found: Stats): string {
  if (found.isDirectory()) return 'a folder';
  if (found.isFIFO()) return 'a pipe';
  return found.isSocket() ? 'a socket' : 'a device';
}

const unusable = (file: string, error: unknown) =>
  new Error(`The database file ${file} cannot be used: ${error instanceof Error ? error.message : error}`, {
    cause: error,
  });

/** Throws if the database seems to be lost, before an empty one is created in its place. */
export function expectNotLost(file: string) {
  expectFile(file);
  const found = statSync(file, { throwIfNoEntry: false });
  const key = secretFileOf(file);
  if (found?.size || !existsSync(key)) return;
  throw new Error(
    `${file} is ${found ? 'empty' : 'missing'}, but its key file ${key} exists: the database was moved or lost. ` +
      'Restore it, or move the key file away to start with an empty database.',
  );
}

/** Creates the folder and the file with access for their owner only; SQLite gives the WAL the file's permissions. */
export function prepareFile(file: string) {
  expectFile(file);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    closeSync(openSync(file, 'a', 0o600));
    chmodSync(file, 0o600);
  } catch (error) {
    throw unusable(file, error);
  }
}

/** Opens the database with settings for durability, foreign keys and speed. */
export function openConnection(file: string, role: 'writer' | 'reader'): BetterSqlite3.Database {
  const db = openSqliteFile(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    // This setting works only before the first page is written, and switching to WAL writes that page. Later, the
    // pragma would only wait for another writer.
    if (role === 'writer' && isEmpty(db)) db.pragma('auto_vacuum = INCREMENTAL');
    expectPragma(db, 'journal_mode', 'WAL', 'wal');
    // In WAL mode better-sqlite3 defaults to NORMAL, which loses acknowledged commits in a power failure.
    expectPragma(db, 'synchronous', 'FULL', 2);
    expectPragma(db, 'foreign_keys', 'ON', 1);
    // SQLite overwrites deleted content. `erase-user` relies on this, even for rows that were changed long ago.
    expectPragma(db, 'secure_delete', 'ON', 1);
    db.pragma('temp_store = MEMORY');
    // The writer has a small cache and no mapping, because a growing database fills any cache, and a read from the
    // operating system's cache costs about the same. The reader has more, because lists read many pages repeatedly.
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
  if (actual !== expected) throw new Error(`SQLite keeps ${name} at ${actual}, but redeemd requires ${value}`);
}
