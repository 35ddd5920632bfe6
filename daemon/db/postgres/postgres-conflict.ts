import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 300;

/**
 * Waits before the next try of what lost against another transaction: longer each time, and at random, so that the two
 * do not meet again.
 */
export const pauseAfterConflict = (tried: number) => sleep(Math.random() * Math.min(LONGEST_MS, 10 * 2 ** tried));
