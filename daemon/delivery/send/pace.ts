import { setTimeout as sleep } from 'node:timers/promises';

/** To be awaited after some messages were worked on: leaves the time to requests where they queue up. */
export type Pace = (messages: number) => Promise<void>;

const LOOK_MS = 10;
const REST_MS_A_MESSAGE = 2;
const SHORTEST_MS = 200;
const LONGEST_MS = 1000;

/**
 * Who waits for an answer comes before messages, which lie safely in the outbox: while requests queue up, deliveries take
 * a small part of the time, and what piles up is sent when they are fewer.
 */
export function createPace(isCrowded: () => boolean, signal: AbortSignal): Pace {
  return async (messages) => {
    const most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, messages * REST_MS_A_MESSAGE));
    const until = performance.now() + most;
    while (isCrowded() && performance.now() < until && !signal.aborted) await sleep(LOOK_MS);
  };
}
