import { setTimeout as sleep } from 'node:timers/promises';

const TICK_MS = 100;

/**
 * Returns whether `work` settles within `ms`. It waits in ticks of 100 ms, so that a pause of this process or its
 * machine does not count.
 */
export async function endsInTime(ms: number, work: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  const ended = work.then(end, end);
  for (let waited = 0; waited < ms && !isOver; waited += TICK_MS)
    await Promise.race([ended, sleep(TICK_MS, undefined, { ref: false })]);
  return isOver;
}
