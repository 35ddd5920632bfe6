import { createSingleFlight } from './single-flight.ts';

/** A copy of data in memory that is read again when it is needed and too old. */
export interface FreshCopy<T> {
  /** Returns the copy as it is, however old. */
  current(): T;
  /** Returns a copy that is at most `maxAgeMs` old and includes every change before the last `invalidate`. */
  fresh(): T | Promise<T>;
  /** Reads the copy again, and returns it. */
  refresh(): Promise<T>;
  /** Refreshes the copy unless that is already happening. */
  refreshIfIdle(): Promise<void>;
  /** Marks the copy as out of date. */
  invalidate(): void;
}

/** @param read returns the data; it may build on the previous copy */
export function createFreshCopy<T>(initial: T, read: (previous: T) => Promise<T>, maxAgeMs: number): FreshCopy<T> {
  let copy = initial;
  /** The start of the last read, and when the copy was last marked as out of date. */
  let readAt = Number.NEGATIVE_INFINITY;
  let changedAt = 0;
  // A single flight limits a flood of refreshes to one at a time.
  const reading = createSingleFlight(async () => {
    const startedAt = performance.now();
    copy = await read(copy);
    readAt = startedAt;
  });
  const refresh = async () => {
    await reading.run();
    return copy;
  };
  return {
    current: () => copy,
    fresh: () => (readAt <= changedAt || performance.now() - readAt > maxAgeMs ? refresh() : copy),
    refresh,
    refreshIfIdle: reading.runIfIdle,
    invalidate() {
      changedAt = performance.now();
    },
  };
}
