import { closeSync, fstatSync, openSync, statSync } from 'node:fs';
import { readMark } from './file-mark.ts';

const POLL_MS = 1000;

export interface FileWatch {
  stop(): void;
  /** Must run after the last connection has closed, because closing a file ends all of this process's locks on it. */
  release(): void;
}

/**
 * Checks each second that the name still leads to the opened file and that its mark is the same. Writes to a deleted or
 * replaced file are lost when the process ends, and copying another file over it changes its content.
 */
export function watchFile(file: string, onLost: (error: Error) => void): FileWatch {
  const handle = openSync(file, 'r');
  const [opened, mark] = [fstatSync(handle), readMark(handle)];
  const lose = (how: string) => {
    clearInterval(watch);
    onLost(
      new Error(`${file} was ${how} while the daemon was running. Stop the daemon, restore the file and start again.`),
    );
  };
  const watch = setInterval(() => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found) lose('deleted');
    else if (found.ino !== opened.ino || found.dev !== opened.dev) lose('replaced');
    else if (readMark(handle) !== mark) lose('overwritten');
  }, POLL_MS);
  watch.unref();
  return { stop: () => clearInterval(watch), release: () => closeSync(handle) };
}
