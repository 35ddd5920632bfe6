import { DAY_MS } from './clock.ts';
import { createRecent } from './recent.ts';

export interface Slice {
  from: number;
  to: number;
}

interface Cut {
  /** A whole number of days. */
  sliceMs: number;
  /** Slices that begin on this instant's UTC day or later are one day long. */
  settledAt: number;
}

export interface SliceOptions {
  /** The length of a settled slice, one day by default. Longer slices mean fewer but slower queries. */
  sliceMs?: number;
  /** A slice is settled, and cached, if it ended at least this long ago. */
  settledMs: number;
  /** How long a settled slice is reused; infinite if it cannot change. */
  freshMs: number;
  /** The maximum number of cached slices; the least recently used is removed first. */
  max: number;
}

const startOf = (at: number, sliceMs: number) => Math.floor(at / sliceMs) * sliceMs;

/** Splits a span: the settled part into slices of `sliceMs`, and the rest into UTC days. */
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
 * Creates a function that reads a long span in slices, one after another, so that no read blocks other requests.
 * Settled slices are cached, and concurrent callers share their reads.
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
