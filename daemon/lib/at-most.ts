import { Unavailable } from './unavailable.ts';

const MOST_WAITING = 200;

/** Runs at most so much work at once; the rest waits in order, and what finds too many before it is refused with 503. */
export function atMost(most: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else if (waiting.length >= MOST_WAITING) throw new Unavailable(new Error('Too much work of this kind waits'));
    else await new Promise<void>((start) => waiting.push(start));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The next one takes over this place.
      if (next) next();
      else running -= 1;
    }
  };
}
