import { setTimeout as sleep } from 'node:timers/promises';

const LONGEST_MS = 300;

/**
 * Waits before the next attempt after a conflict. The wait is random and grows, so that the same two transactions do
 * not conflict again.
 */
export const pauseAfterConflict = (tried: number) => sleep(Math.random() * Math.min(LONGEST_MS, 10 * 2 ** tried));
