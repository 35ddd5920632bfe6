interface RecentOptions {
  /** How long a value is reused. */
  freshMs: number;
  /** How many values are kept at most; the oldest is removed first. */
  max: number;
}

/** Reuses values computed a moment ago under the same key; concurrent callers share one computation. */
export function createRecent<T>({ freshMs, max }: RecentOptions) {
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  return (key: string, now: number, compute: () => Promise<T>): Promise<T> => {
    const found = kept.get(key);
    // After the clock was set back, a value must not stay for ever.
    if (found && Math.abs(now - found.at) < freshMs) return found.value;
    const value = compute();
    const entry = { at: now, value };
    kept.delete(key);
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
    return value;
  };
}
