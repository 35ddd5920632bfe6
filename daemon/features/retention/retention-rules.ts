import { DAY_MS, HOUR_MS, startOfHour } from '../../lib/clock.ts';

/** How long rows are kept, by table. */
export const KEPT_MS = {
  refused_tries: 30 * DAY_MS,
  idempotency_keys: 24 * HOUR_MS,
  deliveries: 90 * DAY_MS,
  outbox: 90 * DAY_MS,
  /** The limit on sign-in links per hour is checked by counting these rows. */
  creator_links: HOUR_MS,
  job_runs: 90 * DAY_MS,
  event_reports: 30 * DAY_MS,
  plan_violations: 365 * DAY_MS,
} as const;

/** A daemon without an archive folder keeps unarchived events for this long after the last run of the archive job. */
export const ARCHIVE_HOLDS_MS = 14 * DAY_MS;

/** Returns the hour before which events are removed; null if they are kept forever. */
export const eventsBefore = (eventDays: number, now: number): number | null =>
  eventDays > 0 ? startOfHour(now - eventDays * DAY_MS) : null;
