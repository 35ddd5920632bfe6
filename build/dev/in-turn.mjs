import { setTimeout as sleep } from 'node:timers/promises';

/** An editor or git writes several files at once. */
const BURST_MS = 30;

/**
 * Collects changed files and passes them on, one call after the other. Files that change during a call are for the next.
 * @param {(files: string[], since: number) => Promise<void>} work gets the time of the first change, too
 */
export function inTurn(work) {
  /** @type {Set<string>} */
  const changed = new Set();
  let since = 0;
  let isRunning = false;
  return async (/** @type {string} */ file) => {
    if (changed.size === 0) since = Date.now();
    changed.add(file);
    if (isRunning) return;
    isRunning = true;
    while (changed.size > 0) {
      await sleep(BURST_MS);
      const files = [...changed];
      changed.clear();
      await work(files, since);
    }
    isRunning = false;
  };
}
