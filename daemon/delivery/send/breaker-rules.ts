// After `OPENS_AT` consecutive failed rounds, the daemon pauses before each round to the endpoint and sends one
// delivery per round, until a delivery succeeds.

export interface Breaker {
  /** Consecutive rounds in which no delivery succeeded. */
  failures: number;
  paused_until: number | null;
}

export const OPENS_AT = 5;
const FIRST_PAUSE_MS = 5000;
const LONGEST_PAUSE_MS = 300_000;
/** 1,500 rounds at the longest pause take about five days; then the daemon disables the endpoint. */
export const GIVES_UP_AT = 1500;

export const isOpen = ({ failures }: Breaker) => failures >= OPENS_AT;

export const isHealthy = ({ failures, paused_until }: Breaker) => failures === 0 && paused_until === null;

/** Ignores a pause that ends later than the longest pause could: the clock of the daemon that set it was ahead. */
export const isPaused = ({ paused_until }: Breaker, now: number) =>
  paused_until !== null && paused_until > now && paused_until <= now + LONGEST_PAUSE_MS;

/** @param delivered whether any delivery of the round succeeded */
export function afterRound({ failures }: Breaker, delivered: boolean, now: number): Breaker {
  if (delivered) return { failures: 0, paused_until: null };
  const next = failures + 1;
  if (next < OPENS_AT) return { failures: next, paused_until: null };
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (next - OPENS_AT));
  return { failures: next, paused_until: now + pause };
}
