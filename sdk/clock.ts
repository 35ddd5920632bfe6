import type { KeyStorage } from './storage.ts';

/** The server's time: this machine's, corrected by what the server's answers say. */
export interface Clock {
  now(): number;
  /** False until the first answer, on a machine whose clock is new to us or was wrong. */
  isKnown(): boolean;
  /** Takes the date of an answer; true where our time was wrong until now. */
  learn(date: string | null): boolean;
  /** A time of this machine as the server's. */
  correct(time: number): number;
}

/** Less than this is the way there and back, and the second that the header leaves out. */
const TOLERANCE_MS = 60_000;

export function createClock(storage: KeyStorage, isServer = false): Clock {
  // A clock that was right is taken to be right; one that was wrong may have been put right since.
  let offset = isServer || storage.get('clock') === '0' ? 0 : Number.NaN;
  const correct = (time: number) => time + (offset || 0);
  return {
    now: () => correct(Date.now()),
    isKnown: () => !Number.isNaN(offset),
    correct,
    learn(date) {
      const measured = Date.parse(`${date}`) - Date.now();
      if (isServer || Number.isNaN(measured)) return false;
      // One offset for as long as it will do, so that an event keeps its time however often it is sent.
      if (Math.abs(measured - offset) <= TOLERANCE_MS) return false;
      offset = Math.abs(measured) > TOLERANCE_MS ? measured : 0;
      storage.set('clock', `${offset}`);
      return offset !== 0;
    },
  };
}
