import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 40_000;

/** Waits until something has happened in the background of a daemon. */
export async function until(what: string, happened: () => boolean | Promise<boolean>): Promise<void> {
  const late = performance.now() + LONGEST_MS;
  while (!(await happened())) {
    if (performance.now() > late) throw new Error(`Timed out: ${what}`);
    await sleep(20);
  }
}
