import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Blocks until a file's content or a folder's list of names is on the disk. */
export function syncToDisk(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
