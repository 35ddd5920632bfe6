import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

const NICENESS = 10;

/** Lowers the priority of this thread, so that its work slows down before redeems do. Only Linux supports this. */
export function lowerPriority() {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), NICENESS);
  } catch {
    // The thread keeps its priority if there is no /proc or no permission.
  }
}
