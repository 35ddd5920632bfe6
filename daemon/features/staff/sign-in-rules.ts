export const SESSION_MS = 12 * 3_600_000;
export const MAX_FAILURES = 10;
export const LOCK_MS = 15 * 60_000;

export interface Attempts {
  failed_sign_ins: number;
  locked_until: number | null;
}

export const NO_ATTEMPTS: Attempts = { failed_sign_ins: 0, locked_until: null };

/**
 * An attempt counts as a failure before the password is checked; success clears the count. So parallel guesses cannot
 * exceed the limit, and the tenth attempt locks the account at once if it fails.
 */
export function startAttempt(account: Attempts, now: number): Attempts | { retryAfterSeconds: number } {
  const { locked_until, failed_sign_ins } = account;
  if (locked_until !== null && locked_until > now) return { retryAfterSeconds: Math.ceil((locked_until - now) / 1000) };
  const failures = (locked_until === null ? failed_sign_ins : 0) + 1;
  return { failed_sign_ins: failures, locked_until: failures >= MAX_FAILURES ? now + LOCK_MS : null };
}

/**
 * Removes an attempt that was neither a failure nor a success: the right password without its code. Earlier failures
 * stay; otherwise an attacker who knows the password could clear the count between two guesses of the code.
 */
export const undoAttempt = (account: Attempts, mine: Attempts): Attempts => ({
  failed_sign_ins: Math.max(0, account.failed_sign_ins - 1),
  locked_until: account.locked_until === mine.locked_until ? null : account.locked_until,
});

/** E-mail addresses are stored and compared in lower case. */
export const normalizeEmail = (email: string) => email.trim().toLowerCase();
