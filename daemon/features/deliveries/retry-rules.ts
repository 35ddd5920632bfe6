const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long after each failed try the next one is made; after the last, none. */
export const RETRY_DELAYS_MS = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** So much is added at most, so that what failed together does not come back together. */
const JITTER = 0.1;

/** What came of a try: an answer, or none and why. */
export interface Attempt {
  status: number | null;
  text: string | null;
  error: string | null;
}

export type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'again'; at: number }
  /** `gone`: the endpoint wants nothing any more. */
  | { outcome: 'failed'; gone: boolean };

/**
 * @param made how many tries there were, with this one
 * @param chance 0 to 1
 */
export function judge({ status, error }: Attempt, made: number, now: number, chance: number): Verdict {
  if (error === null && status !== null && status >= 200 && status < 300) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'failed', gone: true };
  const delay = RETRY_DELAYS_MS[made - 1];
  if (delay === undefined) return { outcome: 'failed', gone: false };
  return { outcome: 'again', at: now + Math.round(delay * (1 + JITTER * chance)) };
}
