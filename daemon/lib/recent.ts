import { LRUCache } from 'lru-cache';

export interface RecentOptions {
  /** How long a value is reused. */
  freshMs: number;
  /** How many values are kept at most; the one asked for longest ago goes first. */
  max: number;
}

interface Kept<T> {
  at: number;
  value: Promise<T>;
}

/** Reuses values computed a moment ago under the same key; concurrent callers share one computation. */
export function createRecent<T>({ freshMs, max }: RecentOptions) {
  const kept = new LRUCache<string, Kept<T>>({ max });
  return (key: string, now: number, compute: () => Promise<T>): Promise<T> => {
    const found = kept.get(key);
    // The cache's own expiry looks at the machine's clock, and a clock that was set back must not keep a value for ever.
    if (found && Math.abs(now - found.at) < freshMs) return found.value;
    const mine = { at: now, value: compute() };
    kept.set(key, mine);
    mine.value.catch(() => {
      if (kept.peek(key) === mine) kept.delete(key);
    });
    return mine.value;
  };
}
