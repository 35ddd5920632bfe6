import { LRUCache } from 'lru-cache';

export interface RecentOptions {
  /** How long a value is reused. */
  freshMs: number;
  /** The maximum number of cached values; the least recently used is removed first. */
  max: number;
}

interface Kept<T> {
  at: number;
  value: Promise<T>;
}

/** Creates a function that reuses recent values of the same key. Concurrent callers share one computation. */
export function createRecent<T>({ freshMs, max }: RecentOptions) {
  const kept = new LRUCache<string, Kept<T>>({ max });
  return (key: string, now: number, compute: () => Promise<T>): Promise<T> => {
    const found = kept.get(key);
    // The cache's own expiry uses the machine's clock. If that clock were set back, values would stay too long.
    if (found && Math.abs(now - found.at) < freshMs) return found.value;
    const mine = { at: now, value: compute() };
    kept.set(key, mine);
    mine.value.catch(() => {
      if (kept.peek(key) === mine) kept.delete(key);
    });
    return mine.value;
  };
}
