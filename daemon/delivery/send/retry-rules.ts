import { type Attempt, isDelivered } from '../../features/webhooks/attempt-rules.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delays between failed attempts; if the attempt after the last delay also fails, the delivery fails. Emails use
 * these delays too, and then delays of one day (mail/mail-verdict-rules.ts).
 */
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

/** The largest share of the delay that is added at random, so that deliveries that failed together spread out. */
const JITTER = 0.1;

export type Verdict =
  | { outcome: 'delivered' }
  | { outcome: 'again'; at: number }
  /** `gone`: the endpoint responded with 410 and must get no more deliveries. */
  | { outcome: 'failed'; gone: boolean };

/** A longer Retry-After is reduced to one day. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR;
/** No attempt waits longer than this. If one is due later, the clock that wrote it was ahead. */
export const LONGEST_WAIT_MS = LONGEST_RETRY_AFTER_MS + 24 * HOUR * JITTER;
const ASK_FOR_TIME = [429, 503];

/** Returns the pause that a busy endpoint requests with Retry-After, which contains seconds or a date. */
function retryAfterMs({ status, retryAfter }: Attempt, now: number): number {
  if (!retryAfter || status === null || !ASK_FOR_TIME.includes(status)) return 0;
  const requested = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * SECOND : Date.parse(retryAfter) - now;
  return Number.isNaN(requested) ? 0 : Math.min(LONGEST_RETRY_AFTER_MS, Math.max(0, requested));
}

/**
 * @param made the number of attempts, including this one
 * @param chance a number from 0 to 1, for the jitter
 */
export function judge(attempt: Attempt, made: number, now: number, chance: number): Verdict {
  if (isDelivered(attempt)) return { outcome: 'delivered' };
  if (attempt.status === 410) return { outcome: 'failed', gone: true };
  const delay = RETRY_DELAYS_MS[made - 1];
  if (delay === undefined) return { outcome: 'failed', gone: false };
  const pause = Math.max(delay, retryAfterMs(attempt, now));
  return { outcome: 'again', at: now + Math.round(pause + delay * JITTER * chance) };
}
