import { setTimeout as sleep } from 'node:timers/promises';

const MOST_MS = 50;

/** Rests as long as the last step of a long work took, at most 50 ms, so that requests of players get half of the time. */
export const restAfter = (ms: number): Promise<void> => sleep(Math.min(ms, MOST_MS));
