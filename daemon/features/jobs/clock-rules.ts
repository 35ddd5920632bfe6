import { DAY_MS } from '../../lib/clock.ts';

/**
 * Jobs look several times a minute, and retention runs every hour: a clock that shows so much more than at the last run
 * of any job is more likely wrong than a group of daemons was down for so long.
 */
const LONGEST_DOWN_MS = 100 * DAY_MS;

/** @param lastStart when the last run of any job began; null where none ever did */
export const isFarAhead = (now: number, lastStart: number | null): boolean =>
  lastStart !== null && now - lastStart > LONGEST_DOWN_MS;
