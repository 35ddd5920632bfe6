import { Unavailable } from './unavailable.ts';

const MOST_WAITING = 200;

/**
 * Creates a function that runs at most `most` pieces of work at a time. 200 more can wait; any others are refused with
 * `Unavailable` (503).
 */
export function atMost(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else if (waiting.length >= MOST_WAITING)
      throw new Unavailable(new Error('Too many tasks of this kind are waiting'));
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next piece of work takes over this one's place, so `running` stays the same.
      if (next) next();
      else running -= 1;
    }
  };
}
