import { setTimeout as sleep } from 'node:timers/promises';

const SHORT_MS = 25;
const LONG_MS = 50;

/** The number of rows in each step of long work, with its limits. */
export interface Pace {
  size: number;
  least: number;
  most: number;
}

export const FIRST_PACE: Pace = { size: 100, least: 20, most: 500 };

/** Halves the size after a step of more than 50 ms, and doubles it after one of less than 25 ms, within the limits. */
export function paceAfter({ size, least, most }: Pace, ms: number): Pace {
  if (ms > LONG_MS) return { least, most, size: Math.min(most, Math.max(least, Math.floor(size / 2))) };
  return { least, most, size: ms < SHORT_MS ? Math.min(most, size * 2) : size };
}

/**
 * Runs a step of long work, then rests as long as the step took, at most 50 ms.
 * @returns the result of the step, and the milliseconds that it took
 */
export async function stepAndRest<T>(step: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const startedAt = performance.now();
  const result = await step();
  const ms = performance.now() - startedAt;
  await restAfter(ms);
  return { result, ms };
}

/** Waits as long as the step took, at most 50 ms, so that other requests get about half of the time. */
export const restAfter = (ms: number): Promise<void> => sleep(Math.min(ms, LONG_MS));
