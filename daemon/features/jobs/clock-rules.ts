import { DAY_MS } from '../../lib/clock.ts';

/**
 * Retention runs every hour. If a clock shows that much more than at the last run of any job, it is more likely that
 * the clock is wrong than that the whole group was down for so long.
 */
const LONGEST_DOWN_MS = 100 * DAY_MS;

/** @param lastStart when the last run of any job began; null if no job ever ran */
export const isFarAhead = (now: number, lastStart: number | null): boolean =>
  lastStart !== null && now - lastStart > LONGEST_DOWN_MS;
