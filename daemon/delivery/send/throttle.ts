import { setTimeout as sleep } from 'node:timers/promises';

/** A function that senders await after each batch of messages; it pauses them while requests queue up. */
export type Throttle = (messages: number) => Promise<void>;

const POLL_MS = 10;
const PAUSE_MS_PER_MESSAGE = 2;
const MIN_CAP_MS = 200;
const MAX_CAP_MS = 1000;

/**
 * Requests have priority over deliveries, because messages are safe in the outbox. While requests queue up, deliveries
 * get a small share of the time; the daemon sends the backlog when there are fewer requests.
 */
export function createThrottle(isCrowded: () => boolean, signal: AbortSignal): Throttle {
  return async (messages) => {
    const capMs = Math.min(MAX_CAP_MS, Math.max(MIN_CAP_MS, messages * PAUSE_MS_PER_MESSAGE));
    const until = performance.now() + capMs;
    while (isCrowded() && performance.now() < until && !signal.aborted) await sleep(POLL_MS);
  };
}
