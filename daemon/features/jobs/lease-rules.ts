/** `baseline`: the last period that was over before a job existed; nobody runs it. */
export type RunStatus = 'running' | 'done' | 'failed' | 'baseline';

/** Whoever holds a run says every `RENEW_MS` that it lives; one that stops saying so is over after this. */
export const LEASE_MS = 30_000;
export const RENEW_MS = 10_000;

const MINUTE_MS = 60_000;
const BACK_OFF_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;
const LONGEST_MS = 60 * MINUTE_MS;

/** How long a run rests after so many tries that failed. */
export const backOffOf = (tries: number): number => BACK_OFF_MS[tries - 1] ?? LONGEST_MS;

/**
 * Whether a run may be taken: it failed and has rested, or whoever was at it is gone. What would last longer than any
 * lease or rest comes of a clock that was far ahead, and holds nobody up.
 */
export function mayTake({ status, lease_until }: { status: RunStatus; lease_until: number | null }, now: number) {
  if (status === 'done' || status === 'baseline') return false;
  const longest = status === 'failed' ? LONGEST_MS : LEASE_MS;
  return lease_until === null || lease_until <= now || lease_until > now + longest;
}
