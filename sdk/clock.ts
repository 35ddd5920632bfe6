import type { KeyStorage } from './storage.ts';

/** The server's time: this machine's clock, corrected by the `Date` headers of the daemon's responses. */
export interface Clock {
  now(): number;
  /** True after the first response; before that, only if this machine's clock was right at the last visit. */
  isKnown(): boolean;
  /** Reads the `Date` of a response. Returns true if it reveals a new offset of this machine's clock. */
  learn(date: string | null): boolean;
  /** Converts a time from this machine's clock to the server's time. */
  correct(time: number): number;
}

/** A smaller difference can result from the request's duration and the header, which contains only whole seconds. */
const TOLERANCE_MS = 60_000;

export function createClock(storage: KeyStorage, isServer?: boolean): Clock {
  // A clock that was right at the last response is trusted. A clock that was wrong may have been corrected since then.
  let offset = isServer || storage.get('clock') === '0' ? 0 : Number.NaN;
  const correct = (time: number) => time + (offset || 0);
  return {
    now: () => correct(Date.now()),
    isKnown: () => !Number.isNaN(offset),
    correct,
    learn(date) {
      const measured = Date.parse(`${date}`) - Date.now();
      if (isServer || Number.isNaN(measured)) return false;
      // Within the tolerance, the offset does not change, so that an event keeps its time when it is sent again.
      if (Math.abs(measured - offset) <= TOLERANCE_MS) return false;
      offset = Math.abs(measured) > TOLERANCE_MS ? measured : 0;
      storage.set('clock', `${offset}`);
      return offset !== 0;
    },
  };
}
