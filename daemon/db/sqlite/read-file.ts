import { closeSync, openSync } from 'node:fs';
import { errorCode } from '../../lib/error-code.ts';

/** Reads from a file; null if there is none. Closing a database file ends this process's locks on it. */
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
