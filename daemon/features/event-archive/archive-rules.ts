import { z } from 'zod';
import { DAY_MS, HOUR_MS, isoInstant } from '../../lib/clock.ts';

/** The UTC hour at which the job writes the day before, so that clients have time to send its last events. */
export const ARCHIVE_HOUR = 2;

/** A warehouse reads a compressed file with one thread, and some accept at most 4 GB. */
export const EVENTS_PER_FILE = 1_000_000;

/** Hive's names for partitions. Loaders skip names that start with an underscore or a dot. */
export const FOLDER = 'events';
export const MANIFEST = '_manifest.json';
export const dateOfDay = (day: number): string => isoInstant(day).slice(0, 'yyyy-mm-dd'.length);
export const folderOfDay = (day: number): string => `day=${dateOfDay(day)}`;

/**
 * Returns the name of a file of a day's events. Its first number counts the events of the day that had been removed
 * from the database before: while it stays the same, a new file replaces the previous one, and after a removal the
 * remaining rows get files in addition to those with the removed ones.
 */
export const fileName = (removed: number, index: number): string =>
  `${prefixOf(removed)}${String(index).padStart(5, '0')}.ndjson.gz`;
const prefixOf = (removed: number): string => `part-${String(removed).padStart(12, '0')}-`;

/** Checks whether the day's events have had time to arrive, so that it can be written. */
export const isClosed = (day: number, now: number): boolean => day + DAY_MS + ARCHIVE_HOUR * HOUR_MS <= now;

/** The counts of a day. `stored` only grows, because it includes removed events. */
export interface DayCounts {
  stored: number;
  removed: number;
}

export interface ArchivedDay {
  events: number;
  erasures: number;
  erasures_written: number;
  written_at: number | null;
}

/** Checks whether the files of a day have the current state of each of its events. */
export const isWritten = (day: ArchivedDay | null, { stored }: DayCounts): boolean =>
  day !== null && day.written_at !== null && day.events === stored && day.erasures === day.erasures_written;

export interface StoredEvent {
  event_id: string;
  created_at: number;
  received_at: number;
  payload: string;
}

/**
 * Returns the line of an event: the fields that the SDK sent. `event_id` and `created_at` have the form in which the
 * daemon compares them: lower case, and UTC with milliseconds.
 */
export function lineOf({ event_id, created_at, received_at, payload }: StoredEvent): string {
  const own = { event_id, created_at: isoInstant(created_at), received_at: isoInstant(received_at) };
  return `${JSON.stringify({ ...own, ...(JSON.parse(payload) as object), ...own })}\n`;
}

const manifestFile = z.object({
  name: z.string(),
  events: z.number(),
  bytes: z.number(),
  sha256: z.string(),
});
const manifest = z.object({ day: z.string(), events: z.number(), files: z.array(manifestFile) });
export type ManifestFile = z.output<typeof manifestFile>;
type Manifest = z.output<typeof manifest>;

export const NO_FILES: readonly ManifestFile[] = [];

/** Returns the files that a manifest names; null if the text is not a manifest. */
export function filesOfManifest(text: string): readonly ManifestFile[] | null {
  try {
    return manifest.parse(JSON.parse(text)).files;
  } catch {
    return null;
  }
}

const eventsIn = (files: readonly ManifestFile[]) => files.reduce((sum, { events }) => sum + events, 0);

/**
 * Counts the events that would be lost if new files replaced those with the same prefix. A database restored from a
 * backup may have fewer events than its files.
 */
export const lostBy = (before: readonly ManifestFile[], written: readonly ManifestFile[], removed: number): number =>
  Math.max(0, eventsIn(before.filter(({ name }) => name.startsWith(prefixOf(removed)))) - eventsIn(written));

/** Returns the manifest of a written day. It contains no time, so writing the day again gives the same bytes. */
export function manifestText(day: number, before: readonly ManifestFile[], written: readonly ManifestFile[]): string {
  const kept = before.filter(({ name }) => !written.some((file) => file.name === name));
  const files = [...kept, ...written].sort((a, b) => (a.name < b.name ? -1 : 1));
  const whole: Manifest = { day: dateOfDay(day), events: eventsIn(files), files };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
