interface RecentOptions {
  /** For how long a value is given again. */
  freshMs: number;
  /** How many values are kept at most; the oldest goes first. */
  max: number;
}

/** Gives again what was computed under a key a moment ago; those who ask while it is computed share one run. */
export function createRecent<T>({ freshMs, max }: RecentOptions) {
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  return (key: string, now: number, compute: () => Promise<T>): Promise<T> => {
    const found = kept.get(key);
    // A clock that was set back must not keep a value for ever.
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
