import { type Attempt, isDelivered } from '../../features/webhooks/attempt-rules.ts';

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

export type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'again'; at: number }
  /** `gone`: the endpoint wants nothing any more. */
  | { outcome: 'failed'; gone: boolean };

/** Whoever asks for more is asked again after a day all the same. */
const LONGEST_WISH_MS = 24 * HOUR;
const ASK_FOR_TIME = [429, 503];

/** How long an endpoint that is too busy wishes to be left alone: in seconds, or until a date. */
export function wishedPause({ status, retryAfter }: Attempt, now: number): number {
  if (!retryAfter || status === null || !ASK_FOR_TIME.includes(status)) return 0;
  const wished = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(wished) ? 0 : Math.min(LONGEST_WISH_MS, Math.max(0, wished));
}

/**
 * @param made how many tries there were, with this one
 * @param chance 0 to 1
 */
export function judge(attempt: Attempt, made: number, now: number, chance: number): Verdict {
  if (isDelivered(attempt)) return { outcome: 'delivered' };
  if (attempt.status === 410) return { outcome: 'failed', gone: true };
  const delay = RETRY_DELAYS_MS[made - 1];
  if (delay === undefined) return { outcome: 'failed', gone: false };
  const pause = Math.max(delay, wishedPause(attempt, now));
  return { outcome: 'again', at: now + Math.round(pause + delay * JITTER * chance) };
}
