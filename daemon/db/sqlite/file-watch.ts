import { statSync } from 'node:fs';

const LOOK_MS = 1000;

/**
 * Looks each second whether the name still leads to the file that was opened. An open file outlives its name: what is
 * written to it after it was deleted or replaced is gone with the process.
 * @returns what ends the watch
 */
export function watchFile(file: string, onLost: (error: Error) => void): () => void {
  const opened = statSync(file);
  const watch = setInterval(() => {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.ino === opened.ino && found.dev === opened.dev) return;
    clearInterval(watch);
    onLost(
      new Error(`${file} was ${found ? 'replaced' : 'deleted'} under the running daemon. Restore it and restart.`),
    );
  }, LOOK_MS);
  watch.unref();
  return () => clearInterval(watch);
}
