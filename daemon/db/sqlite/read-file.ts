import { closeSync, openSync } from 'node:fs';
import { errorCode } from '../../lib/error-code.ts';

/** What is read from a file; null where there is none. To close a database file ends the locks that this process holds on it. */
export function readFromFile<T>(file: string, read: (handle: number) => T): T | null {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
  try {
    return read(handle);
  } finally {
    closeSync(handle);
  }
}
