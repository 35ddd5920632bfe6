import type { ArchivedEvent, DayCount } from '../../event-log/event-log.ts';
import { DAY_MS, HOUR_MS, isoInstant } from '../../lib/clock.ts';

/**
 * The UTC hour at which the job writes the files of the previous day. Until then, clients have time to send the day's
 * last events.
 */
export const ARCHIVE_HOUR = 2;

/** Hive's names for partitions. */
export const FOLDER = 'events';
export const dateOfDay = (day: number): string => isoInstant(day).slice(0, 'yyyy-mm-dd'.length);
export const folderOfDay = (day: number): string => `day=${dateOfDay(day)}`;

export type Format = 'ndjson.gz' | 'parquet';

/**
 * Returns the name of a file of a day's events. The name contains the number of the day's events that had already been
 * removed from the database. While this number stays the same, new files replace the previous ones. After a removal,
 * files with the remaining events are added to those that contain the removed ones.
 */
export const fileName = (removed: number, index: number, format: Format = 'ndjson.gz'): string =>
  `${prefixOf(removed)}${String(index).padStart(5, '0')}.${format}`;
export const prefixOf = (removed: number): string => `part-${String(removed).padStart(12, '0')}-`;

/** Checks whether the day's events have had time to arrive, so that the day's files can be written. */
export const isClosed = (day: number, now: number): boolean => day + DAY_MS + ARCHIVE_HOUR * HOUR_MS <= now;

export interface ArchivedDay {
  events: number;
  erasures: number;
  erasures_written: number;
  written_at: number | null;
}

/** Checks whether the files of a day contain the current state of every event of the day. */
export const isWritten = (day: ArchivedDay | null, { stored }: DayCount): boolean =>
  day !== null && day.written_at !== null && day.events === stored && day.erasures === day.erasures_written;

/**
 * Returns the line of an event: the fields that the SDK sent, and `received_at`. `event_id` and `created_at` have the
 * form in which the daemon compares them: lower case, and UTC with milliseconds.
 */
export function lineOf({ event_id, created_at, received_at, payload }: ArchivedEvent): string {
  const own = { event_id, created_at: isoInstant(created_at), received_at: isoInstant(received_at) };
  return `${JSON.stringify({ ...own, ...(JSON.parse(payload) as object), ...own })}\n`;
}
