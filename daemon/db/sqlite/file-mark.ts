import { randomInt } from 'node:crypto';
import { readSync } from 'node:fs';
import { codeOf } from '../faults.ts';
import { readFromFile } from './read-file.ts';
import { openSqliteFile } from './sqlite-library.ts';
import { readStorage } from './storage-figures.ts';
import { findFirstPage } from './wal-pages.ts';

// A SQLite file's mark is a random number in its header (`user_version`). Each start of the daemon writes a new one
// while there is no write-ahead log, and each backup gets its own. So a file and its log have the same mark on the
// first page, even after a crash, and the log of another file or of an earlier state has a different one
// (docs/decisions/0076-a-log-beside-another-file.md).

const MARK_AT = 60;
const HEADER_BYTES = 100;
/** SQLite stores a signed number of 32 bits. */
const MARKS = 2 ** 31;
/** With less space than this, the journal of the change may not fit. */
const MIN_FREE_BYTES = 1_048_576;

/**
 * Throws if the write-ahead log next to a database file belongs to another file, whose pages SQLite would write into
 * it. Call it only before this process opens the file, because closing a file ends the process's locks on it.
 */
export function expectOwnWal(file: string): void {
  for (;;) {
    const [mark, ofWal, again] = [markOf(file), findFirstPage(`${file}-wal`)?.readInt32BE(MARK_AT), markOf(file)];
    if (ofWal === undefined || ofWal === mark) return;
    // A starting daemon might change both marks between the two reads.
    if (mark === again) throw new ForeignWal(file);
  }
}

class ForeignWal extends Error {
  constructor(file: string) {
    super(
      `${file}-wal belongs to another state of the database than ${file}: opening both would damage it. Stop redeemd. ` +
        `If ${file} is a restored backup, move ${file}-wal and ${file}-shm away. ` +
        'Otherwise, put back the previous file: the log contains its last acknowledged writes.',
    );
  }
}

/** Returns the mark of an open file; null if it has no header. */
export function readMark(handle: number): number | null {
  const header = Buffer.alloc(HEADER_BYTES);
  return readSync(handle, header, 0, HEADER_BYTES, 0) < HEADER_BYTES ? null : header.readInt32BE(MARK_AT);
}

/** Returns the mark of a file; null if it is missing or has no header. */
const markOf = (file: string): number | null => readFromFile(file, readMark);

/**
 * Moves the write-ahead log into the file, and then gives the file a new mark that no log contains. If another program
 * has the file open or the disk is full, the mark is kept.
 */
export function renewMark(file: string): void {
  const { file: bytes, free } = readStorage(file);
  if (bytes === 0 || free < MIN_FREE_BYTES) return;
  const db = openSqliteFile(file, { timeout: 0 });
  try {
    db.pragma('journal_mode = DELETE');
    db.exec('BEGIN EXCLUSIVE');
    // Another program may have opened the file and begun a log since then. A log must never include a change of the
    // mark.
    if (db.pragma('journal_mode', { simple: true }) === 'delete') db.pragma(`user_version = ${newMark()}`);
    db.exec('COMMIT');
  } catch (error) {
    if (!codeOf(error).startsWith('SQLITE_')) throw error;
  } finally {
    db.close();
  }
}

/** Gives a new mark to a copy that no other program uses yet. */
export function markCopy(file: string): void {
  const db = openSqliteFile(file);
  try {
    db.pragma(`user_version = ${newMark()}`);
  } finally {
    db.close();
  }
}

const newMark = () => randomInt(1, MARKS);
