import { DAY_MS } from './clock.ts';
import { createRecent } from './recent.ts';

export interface Slice {
  from: number;
  to: number;
}

interface Cut {
  /** A whole number of days. */
  sliceMs: number;
  /** From the day of this instant on, slices are one day long. */
  settledAt: number;
}

export interface SliceOptions {
  /** The length of a settled slice: longer slices mean fewer, but slower queries. Default: a day. */
  sliceMs?: number;
  /** A slice that ended this long ago is settled, and is kept. */
  settledMs: number;
  /** How long a settled slice is reused; for ever if it cannot change. */
  freshMs: number;
  /** How many slices are kept at most; the least recently used is removed first. */
  max: number;
}

const startOf = (at: number, sliceMs: number) => Math.floor(at / sliceMs) * sliceMs;

/** A span cut at the ends of UTC days; the settled part is cut into slices of `sliceMs`. */
export function slicesOf({ from, to }: Slice, { sliceMs, settledAt }: Cut): Slice[] {
  const slices: Slice[] = [];
  const unsettled = startOf(settledAt, DAY_MS);
  for (let start = from; start < to; ) {
    const isSettled = start < unsettled;
    const length = isSettled ? sliceMs : DAY_MS;
    const end = Math.min(to, startOf(start, length) + length, isSettled ? unsettled : to);
    slices.push({ from: start, to: end });
    start = end;
  }
  return slices;
}

/**
 * Reads a long span slice by slice, one after another, so that no single read blocks other requests; settled days are
 * read once. Concurrent callers share the read of a slice.
 */
export function createSlices<T>({ sliceMs = DAY_MS, settledMs, freshMs, max }: SliceOptions) {
  const recent = createRecent<T>({ freshMs, max });
  return async (name: string, span: Slice, now: number, read: (slice: Slice) => Promise<T>): Promise<T[]> => {
    const values: T[] = [];
    for (const slice of slicesOf(span, { sliceMs, settledAt: now - settledMs })) {
      const key = `${slice.from} ${slice.to} ${name}`;
      const isSettled = slice.to + settledMs <= now;
      values.push(await (isSettled ? recent(key, now, () => read(slice)) : read(slice)));
    }
    return values;
  };
}
