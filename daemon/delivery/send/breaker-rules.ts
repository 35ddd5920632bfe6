// An endpoint that fails and fails is asked seldom, with one message at a time, until it answers again.

export interface Breaker {
  /** Rounds in a row in which nothing got through. */
  failures: number;
  paused_until: number | null;
}

export const OPENS_AT = 5;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** So many rounds at the longest pause are about five days: then nobody is at home. */
export const GIVES_UP_AT = 1500;

export const isOpen = ({ failures }: Breaker) => failures >= OPENS_AT;

export const isHealthy = ({ failures, paused_until }: Breaker) => failures === 0 && paused_until === null;

/** A pause that ends later than the longest was made by a clock that goes ahead. */
export const isPaused = ({ paused_until }: Breaker, now: number) =>
  paused_until !== null && paused_until > now && paused_until <= now + LONGEST_PAUSE_MS;

/** @param delivered whether anything got through in the round */
export function afterRound({ failures }: Breaker, delivered: boolean, now: number): Breaker {
  if (delivered) return { failures: 0, paused_until: null };
  const next = failures + 1;
  if (next < OPENS_AT) return { failures: next, paused_until: null };
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (next - OPENS_AT));
  return { failures: next, paused_until: now + pause };
}
