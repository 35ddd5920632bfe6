import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Pace {
  /** A request wrote something. */
  wrote(): void;
  /** To be awaited after some messages were worked on: leaves the time to requests as long as they fill it. */
  rest(messages: number): Promise<void>;
}

const SLICE_MS = 10;
const REST_MS_A_MESSAGE = 2;
const SHORTEST_MS = 200;
const LONGEST_MS = 1000;
/** Requests come without a break where the last one is younger than this. */
const BREAK_MS = 50;
/** A loop that is busy for so much of the time has somebody waiting. */
const FULL = 0.9;

/**
 * Who waits for an answer comes before messages, which lie safely in the outbox: while requests fill all the time there
 * is, deliveries take a small part of it, and what piles up is sent when they are fewer.
 */
export function createPace(signal: AbortSignal): Pace {
  let wroteAt = Number.NEGATIVE_INFINITY;
  return {
    wrote() {
      wroteAt = performance.now();
    },
    async rest(messages) {
      const most = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, messages * REST_MS_A_MESSAGE));
      const until = performance.now() + most;
      while (performance.now() < until && performance.now() - wroteAt < BREAK_MS && !signal.aborted) {
        const before = performance.eventLoopUtilization();
        await sleep(SLICE_MS);
        if (performance.eventLoopUtilization(before).utilization < FULL) return;
      }
    },
  };
}
