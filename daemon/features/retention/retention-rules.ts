import { DAY_MS, HOUR_MS, startOfHour } from '../../lib/clock.ts';

/** How long rows are kept. */
export const KEPT_MS = {
  refused_tries: 30 * DAY_MS,
  idempotency_keys: 24 * HOUR_MS,
  deliveries: 90 * DAY_MS,
  outbox: 90 * DAY_MS,
  job_runs: 90 * DAY_MS,
} as const;

/** A daemon without a folder for events still keeps what is not archived, so long after the last run of the archive. */
export const ARCHIVE_HOLDS_MS = 14 * DAY_MS;

/** Events are removed by whole hours; null if they are kept for ever. */
export const eventsBefore = (eventDays: number, now: number): number | null =>
  eventDays > 0 ? startOfHour(now - eventDays * DAY_MS) : null;
