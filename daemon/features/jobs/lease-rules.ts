/** `baseline` is the last period that ended before the job existed; daemons do not run it. */
export type RunStatus = 'running' | 'done' | 'failed' | 'baseline';

/** The daemon that holds a run renews the lease every `RENEW_MS`. Without a renewal, the lease ends after this time. */
export const LEASE_MS = 30_000;
export const RENEW_MS = 10_000;

const MINUTE_MS = 60_000;
const BACK_OFF_MS = [15_000, MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS] as const;
const LONGEST_MS = 60 * MINUTE_MS;

/** Returns how long to wait after this many failed attempts. */
export const backOffOf = (tries: number): number => BACK_OFF_MS[tries - 1] ?? LONGEST_MS;

/**
 * Checks whether a run may be taken: it failed and has waited long enough, or its lease has ended. A lease or wait that
 * is longer than any valid one is ignored, because it was set by a daemon whose clock was far ahead.
 */
export function mayTake({ status, lease_until }: { status: RunStatus; lease_until: number | null }, now: number) {
  if (status === 'done' || status === 'baseline') return false;
  const longest = status === 'failed' ? LONGEST_MS : LEASE_MS;
  return lease_until === null || lease_until <= now || lease_until > now + longest;
}
