import { setImmediate as nextTurn } from 'node:timers/promises';

const TURN_MS = 10;
const LOOKED_AT_CLOCK = 100;

/** Maps a list of any length, and lets other requests run every few milliseconds. */
export async function mapInTurns<T, R>(items: readonly T[], map: (item: T, at: number) => R): Promise<R[]> {
  const mapped: R[] = [];
  let startedAt = performance.now();
  for (const [at, item] of items.entries()) {
    mapped.push(map(item, at));
    if (at % LOOKED_AT_CLOCK > 0 || performance.now() - startedAt < TURN_MS) continue;
    await nextTurn();
    startedAt = performance.now();
  }
  return mapped;
}
