import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from 'better-sqlite3';
import { codeOf } from '../faults.ts';
import { prepareFile } from './sqlite-connection.ts';
import { openSqliteFile } from './sqlite-library.ts';

export const LOCK_WAIT_MS = 5000;

/**
 * Keeps other daemons off the file with an exclusive transaction in a lock file. The operating system releases the lock
 * when the process ends. The lock file stays, because deleting it would let two daemons lock two files with the same
 * name.
 * @returns a function that releases the lock. Throws after `waitMs` if another daemon holds it
 */
export async function takeLock(file: string, waitMs = LOCK_WAIT_MS): Promise<() => void> {
  const lockFile = `${file}.lock`;
  prepareFile(lockFile);
  const lock = openSqliteFile(lockFile, { timeout: 0 });
  const until = performance.now() + waitMs;
  for (;;) {
    const cause = lockOrBusy(lock);
    if (!cause) return () => lock.close();
    if (performance.now() >= until) {
      lock.close();
      throw new Error(`Another redeemd process is using ${file}. Only one daemon can use a SQLite file`, { cause });
    }
    await sleep(50);
  }
}

/** Takes the lock, or returns SQLite's error if another process has it. */
function lockOrBusy(lock: Database): unknown {
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return null;
  } catch (error) {
    if (codeOf(error).startsWith('SQLITE_BUSY')) return error;
    lock.close();
    throw error;
  }
}

/** Returns whether a daemon or a migration holds the file. */
export function isLocked(file: string): boolean {
  const lockFile = `${file}.lock`;
  if (!existsSync(lockFile)) return false;
  const lock = openSqliteFile(lockFile, { timeout: 0 });
  const isBusy = lockOrBusy(lock) !== null;
  lock.close();
  return isBusy;
}
