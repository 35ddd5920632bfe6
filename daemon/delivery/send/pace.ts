import { setTimeout as sleep } from 'node:timers/promises';

/** A function that senders await after each batch of messages; it pauses them while requests queue up. */
export type Pace = (messages: number) => Promise<void>;

const LOOK_MS = 10;
const REST_MS_A_MESSAGE = 2;
const SHORTEST_MS = 200;
const LONGEST_MS = 1000;

/**
 * Requests have priority over deliveries, because messages are safe in the outbox. While requests queue up, deliveries
 * get a small part of the time; the daemon sends the backlog when there are fewer requests.
 */
export function createPace(isCrowded: () => boolean, signal: AbortSignal): Pace {
  return async (messages) => {
    const most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, messages * REST_MS_A_MESSAGE));
    const until = performance.now() + most;
    while (isCrowded() && performance.now() < until && !signal.aborted) await sleep(LOOK_MS);
  };
}
