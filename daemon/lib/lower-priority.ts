import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { basename } from 'node:path';

/**
 * Lowers the priority of this thread, so that its work slows down before redeem requests do. Only Linux supports this.
 * @param niceness up to 19; at 19, a thread gets almost no time while another one needs it
 */
export function lowerPriority(niceness: number) {
  if (process.platform !== 'linux') return;
  try {
    setPriority(Number(basename(readlinkSync('/proc/thread-self'))), niceness);
  } catch {
    // The thread keeps its priority if there is no /proc or no permission.
  }
}
