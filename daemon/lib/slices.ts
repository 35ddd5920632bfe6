import { DAY_MS } from './clock.ts';

export interface Slice {
  from: number;
  to: number;
}

interface SliceOptions {
  /** A slice that ended so long ago is taken for settled, and kept. */
  settledMs: number;
  /** For how long a settled slice is given again; for ever where it cannot change. */
  freshMs: number;
  /** How many slices are kept at most; the one asked for longest ago goes first. */
  max: number;
}

/** A span cut at the ends of UTC days. */
export function slicesOf({ from, to }: Slice): Slice[] {
  const slices: Slice[] = [];
  for (let start = from; start < to; ) {
    const end = Math.min(to, Math.floor(start / DAY_MS) * DAY_MS + DAY_MS);
    slices.push({ from: start, to: end });
    start = end;
  }
  return slices;
}

/**
 * Reads a long span day by day, one after another, so that no single read keeps others waiting; days gone by are read
 * once. Those who ask for a day while it is read share the reading.
 */
export function createSlices<T>({ settledMs, freshMs, max }: SliceOptions) {
  const kept = new Map<string, { at: number; value: Promise<T> }>();
  const keep = (key: string, at: number, value: Promise<T>) => {
    const entry = { at, value };
    kept.set(key, entry);
    const [oldest] = kept.keys();
    if (kept.size > max && oldest !== undefined) kept.delete(oldest);
    value.catch(() => {
      if (kept.get(key) === entry) kept.delete(key);
    });
  };
  return async (name: string, span: Slice, now: number, read: (slice: Slice) => Promise<T>): Promise<T[]> => {
    const values: T[] = [];
    for (const slice of slicesOf(span)) {
      const key = `${slice.from} ${slice.to} ${name}`;
      const found = kept.get(key);
      kept.delete(key);
      const isFresh = found && slice.to + settledMs <= now && Math.abs(now - found.at) < freshMs;
      const value = isFresh ? found.value : read(slice);
      if (slice.to + settledMs <= now) keep(key, isFresh ? found.at : now, value);
      values.push(await value);
    }
    return values;
  };
}
