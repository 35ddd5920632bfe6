import { DAY_MS, HOUR_MS } from '../../lib/clock.ts';

/** After this many consecutive failures from one network, the account is locked for that network. */
export const MAX_FAILURES = 10;
export const LOCK_MS = 15 * 60_000;
/** After this many failures from all networks within an hour, the account is locked, except for its known networks. */
export const MAX_FAILURES_ANYWHERE = 100;
/** Failures older than this do not count. */
export const COUNTED_MS = HOUR_MS;
/** How long a network stays known after a sign-in from it. */
export const KNOWN_MS = 90 * DAY_MS;

/** The failures for one email address, from one network or from all. */
export interface Tries {
  failures: number;
  since: number;
  locked_until: number | null;
  passed_at: number | null;
}
export interface Attempt {
  network: Tries;
  anywhere: Tries;
}

export const NO_TRIES: Tries = { failures: 0, since: 0, locked_until: null, passed_at: null };
/** The columns of `staff` that show a lock. Only the rows of attempts decide whether the account is locked. */
export const NOT_LOCKED = { failed_sign_ins: 0, locked_until: null } as const;

/** Returns whether `from` is less than `ms` ago; false for an instant in the future, which a wrong clock wrote. */
const isBetween = (now: number, from: number, ms: number) => from <= now && now < from + ms;

function countOne(tries: Tries, now: number): Tries {
  const isCounted = tries.locked_until === null && isBetween(now, tries.since, COUNTED_MS);
  return isCounted
    ? { ...tries, failures: tries.failures + 1 }
    : { ...tries, failures: 1, since: now, locked_until: null };
}

const secondsTo = (instant: number, now: number) => ({ retryAfterSeconds: Math.ceil((instant - now) / 1000) });

/**
 * Counts an attempt as a failure before the password is checked; a success clears the count. Parallel attempts
 * therefore cannot exceed the limit, and the tenth failure from a network immediately locks the account for that
 * network.
 */
export function startAttempt({ network, anywhere }: Attempt, now: number): Attempt | { retryAfterSeconds: number } {
  const { locked_until, passed_at } = network;
  if (locked_until !== null && isBetween(now, locked_until - LOCK_MS, LOCK_MS)) return secondsTo(locked_until, now);
  const isKnown = passed_at !== null && isBetween(now, passed_at, KNOWN_MS);
  const isFull = anywhere.failures >= MAX_FAILURES_ANYWHERE && isBetween(now, anywhere.since, COUNTED_MS);
  if (isFull && !isKnown) return secondsTo(anywhere.since + COUNTED_MS, now);
  const counted = countOne(network, now);
  const lock = counted.failures >= MAX_FAILURES ? now + LOCK_MS : null;
  return { network: { ...counted, locked_until: lock }, anywhere: countOne(anywhere, now) };
}

/** Returns until when a failed attempt locks the account, for one network or for all; null if it does not. */
export function lockOf({ network, anywhere }: Attempt): number | null {
  if (network.locked_until !== null) return network.locked_until;
  return anywhere.failures >= MAX_FAILURES_ANYWHERE ? anywhere.since + COUNTED_MS : null;
}

const oneLess = (tries: Tries): Tries => ({ ...tries, failures: Math.max(0, tries.failures - 1) });

/**
 * Removes an attempt that was neither a failure nor a success: the right password without a code. Earlier failures are
 * kept; otherwise an attacker with the password could clear the count between two attempts to guess the code.
 */
export function undoAttempt({ network, anywhere }: Attempt, mine: Attempt): Attempt {
  const isMyLock = network.locked_until === mine.network.locked_until;
  const locked_until = isMyLock ? null : network.locked_until;
  return { network: { ...oneLess(network), locked_until }, anywhere: oneLess(anywhere) };
}

/** Clears the network's failures and marks the network as known. Failures from other networks still count. */
export const endAttempt = ({ anywhere }: Attempt, now: number): Attempt => ({
  network: { failures: 0, since: now, locked_until: null, passed_at: now },
  anywhere: oneLess(anywhere),
});

/** Returns the instant from which the attempts no longer have any effect. */
export const expiryOf = ({ since, locked_until, passed_at }: Tries): number =>
  Math.max(since + COUNTED_MS, locked_until ?? 0, passed_at === null ? 0 : passed_at + KNOWN_MS);

/** Returns an email address in the form in which addresses are stored and compared: trimmed and in lower case. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
