import { DAY_MS } from './clock.ts';
import { createRecent } from './recent.ts';

export interface Slice {
  from: number;
  to: number;
}

interface Cut {
  /** A whole number of days. */
  sliceMs: number;
  /** From the day that this instant is in, slices are of a day. */
  settledAt: number;
}

export interface SliceOptions {
  /** How long a settled slice is: longer ones make fewer questions, each of which takes longer. A day, if not said. */
  sliceMs?: number;
  /** A slice that ended so long ago is taken for settled, and kept. */
  settledMs: number;
  /** For how long a settled slice is given again; for ever where it cannot change. */
  freshMs: number;
  /** How many slices are kept at most; the one asked for longest ago goes first. */
  max: number;
}

const startOf = (at: number, sliceMs: number) => Math.floor(at / sliceMs) * sliceMs;

/** A span cut at the ends of UTC days; what is settled, at the ends of as many days as a slice is long. */
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
 * Reads a long span slice by slice, one after another, so that no single read keeps others waiting; days gone by are
 * read once. Those who ask for a slice while it is read share the reading.
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
