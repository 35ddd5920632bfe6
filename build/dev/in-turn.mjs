import { setTimeout as sleep } from 'node:timers/promises';

/** Editors and git write several files within this time. */
const BURST_MS = 30;

/**
 * Collects changed files and passes them to `work`, one call at a time. Changes during a call go into the next call.
 * @param {(files: string[], since: number) => Promise<void>} work also receives the time of the first change
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
