import { randomInt } from 'node:crypto';
import { readSync } from 'node:fs';
import { codeOf } from '../faults.ts';
import { readFromFile } from './read-file.ts';
import { openSqliteFile } from './sqlite-library.ts';
import { readStorage } from './storage-figures.ts';
import { findFirstPage } from './wal-pages.ts';

// The mark of a SQLite file is a random number in its header (`user_version`). Each start of the daemon writes a new one
// while there is no write-ahead log, and each backup gets its own. So the first page has the same mark in the file and in
// its log, after a crash too, and in a log of another file or of an earlier state it has another
// (docs/decisions/0076-a-log-beside-another-file.md).

const MARK_AT = 60;
const HEADER_BYTES = 100;
/** SQLite keeps a signed number of 32 bits. */
const MARKS = 2 ** 31;
/** Below this there may be no room for the journal of the change. */
const MIN_FREE_BYTES = 1_048_576;

/**
 * Throws where the write-ahead log beside a database file belongs to another one: SQLite would write its pages into the
 * file. Call it before the file is opened, and never while this process has it open: to close a file ends the locks that
 * the process holds on it.
 */
export function expectOwnWal(file: string): void {
  for (;;) {
    const [mark, ofWal, again] = [markOf(file), findFirstPage(`${file}-wal`)?.readInt32BE(MARK_AT), markOf(file)];
    if (ofWal === undefined || ofWal === mark) return;
    // A daemon that starts may change both between the looks.
    if (mark === again) throw new ForeignWal(file);
  }
}

class ForeignWal extends Error {
  constructor(file: string) {
    super(
      `${file}-wal belongs to another state of the database than ${file}: opened together they damage it. Stop redeemd. ` +
        `If ${file} is a restored backup, move ${file}-wal and ${file}-shm away. ` +
        'If it is not, put back the file that was there before: the log holds what it acknowledged last.',
    );
  }
}

/** The mark of an open file; null where it has no header. */
export function readMark(handle: number): number | null {
  const header = Buffer.alloc(HEADER_BYTES);
  return readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES ? null : header.readInt32BE(MARK_AT);
}

/** Null where the file is missing or has no header. */
const markOf = (file: string): number | null => readFromFile(file, readMark);

/**
 * Gives the file a new mark, past the write-ahead log, which is moved into the file first. Where another program has the
 * file open, or the disk is full, the mark stays.
 */
export function renewMark(file: string): void {
  const { file: bytes, free } = readStorage(file);
  if (bytes === 0 || free < MIN_FREE_BYTES) return;
  const db = openSqliteFile(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    // Another program may have opened the file meanwhile and begun a new log, which must never hold a change of the mark.
    if (db.pragma('journal_mode', { simple: true }) === 'delete') db.pragma(`user_version = ${newMark()}`);
    db.exec('COMMIT');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_')) throw error;
  } finally {
    db.close();
  }
}

/** Of a copy that no other program knows yet. */
export function markCopy(file: string): void {
  const db = openSqliteFile(file);
  try {
    db.pragma(`user_version = ${newMark()}`);
  } finally {
    db.close();
  }
}

const newMark = () => randomInt(1, MARKS);
