import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../faults.ts';
import { prepareFile } from './sqlite-connection.ts';
import { openSqliteFile } from './sqlite-library.ts';

export const LOCK_WAIT_MS = 5000;

/**
 * Keeps a second daemon off the file with an exclusive transaction in a lock file, which the operating system ends
 * however this process ends. The lock file stays; deleting it would let two daemons lock two files of the same name.
 * @returns a function that releases the lock. Throws after 5 s when another daemon holds it.
 */
export async function takeLock(file: string, waitMs = LOCK_WAIT_MS): Promise<() => void> {
  const lockFile = `${file}.lock`;
  prepareFile(lockFile);
  const lock = openSqliteFile(lockFile, { timeout: 0 });
  const until = performance.now() + waitMs;
  for (;;) {
    try {
      lock.exec('BEGIN EXCLUSIVE');
      return () => lock.close();
    } catch (error) {
      if (!codeOf(error).startsWith('SQLITE_BUSY') || performance.now() >= until) {
        lock.close();
        if (!codeOf(error).startsWith('SQLITE_BUSY')) throw error;
        throw new Error(`Another redeemd runs on ${file}; one SQLite file serves one daemon`, { cause: error });
      }
    }
    await sleep(50);
  }
}
