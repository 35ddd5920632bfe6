import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { readMark } from './file-mark.ts';

const LOOK_MS = 1000;

export interface FileWatch {
  stop(): void;
  /** After the last connection: to close a file ends every lock that this process holds on it. */
  release(): void;
}

/**
 * Looks each second whether the name still leads to the file that was opened, and whether it still has its mark. An open
 * file outlives its name: what is written to it after it was deleted or replaced is gone with the process. A copy over
 * the file keeps it, with the content of another.
 */
export function watchFile(file: string, onLost: (error: Error) => void): FileWatch {
  const handle = openSync(file, 'r');
  const [opened, mark] = [fstatSync(handle), readMark(handle)];
  const lose = (how: string) => {
    clearInterval(watch);
    onLost(new Error(`${file} was ${how} under the running daemon. Stop the daemon, restore the file, start.`));
  };
  const watch = setInterval(() => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) lose('deleted');
    else if (found.ino !== opened.ino || found.dev !== opened.dev) lose('replaced');
    else if (readMark(handle) !== mark) lose('overwritten');
  }, LOOK_MS);
  watch.unref();
  return { stop: () => clearInterval(watch), release: () => closeSync(handle) };
}
