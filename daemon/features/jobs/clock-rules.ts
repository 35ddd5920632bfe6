import { DAY_MS } from '../../lib/clock.ts';

/**
 * Retention runs every hour. A clock this far ahead of the last run of any job is probably wrong, because it is rare
 * for all daemons to be down for that long.
 */
const LONGEST_DOWN_MS = 100 * DAY_MS;

/** @param lastStart when the last run of any job started; null if no job has ever run */
export const isFarAhead = (now: number, lastStart: number | null): boolean =>
  lastStart !== null && now - lastStart > LONGEST_DOWN_MS;
