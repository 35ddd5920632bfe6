import { setTimeout as sleep } from 'node:timers/promises';

/** Senders await this after each batch of messages; it pauses them while requests queue up. */
export type Pace = (messages: number) => Promise<void>;

const LOOK_MS = 10;
const REST_MS_A_MESSAGE = 2;
const SHORTEST_MS = 200;
const LONGEST_MS = 1000;

/**
 * Requests come before deliveries, since messages are safe in the outbox: while requests queue up, deliveries get a
 * small part of the time, and the daemon sends the backlog once there are fewer requests.
 */
export function createPace(isCrowded: () => boolean, signal: AbortSignal): Pace {
  return async (messages) => {
    const most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, messages * REST_MS_A_MESSAGE));
    const until = performance.now() + most;
    while (isCrowded() && performance.now() < until && !signal.aborted) await sleep(LOOK_MS);
  };
}
