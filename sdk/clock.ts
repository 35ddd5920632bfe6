import type { KeyStorage } from './storage.ts';

/** The server's time: this machine's clock, corrected by the `Date` headers of the daemon's answers. */
export interface Clock {
  now(): number;
  /** False until the first answer, if this machine's clock is new to the SDK or was wrong. */
  isKnown(): boolean;
  /** Takes the `Date` of an answer; returns true if the corrected time was wrong until now. */
  learn(date: string | null): boolean;
  /** Converts a time of this machine to the server's time. */
  correct(time: number): number;
}

/** A smaller difference comes from the request's duration and from the header, which has whole seconds only. */
const TOLERANCE_MS = 60_000;

export function createClock(storage: KeyStorage, isServer = false): Clock {
  // The SDK trusts a clock that was right at the last answer. A clock that was wrong may have been corrected since.
  let offset = isServer || storage.get('clock') === '0' ? 0 : Number.NaN;
  const correct = (time: number) => time + (offset || 0);
  return {
    now: () => correct(Date.now()),
    isKnown: () => !Number.isNaN(offset),
    correct,
    learn(date) {
      const measured = Date.parse(`${date}`) - Date.now();
      if (isServer || Number.isNaN(measured)) return false;
      // The SDK keeps one offset as long as it is good enough, so that an event keeps its time when it is sent again.
      if (Math.abs(measured - offset) <= TOLERANCE_MS) return false;
      offset = Math.abs(measured) > TOLERANCE_MS ? measured : 0;
      storage.set('clock', `${offset}`);
      return offset !== 0;
    },
  };
}
