import { z } from 'zod';
import { DAY_MS, HOUR_MS, isoInstant } from '../../lib/clock.ts';

/** The hour of UTC at which the job writes the day before: clients have this long to send what they still hold. */
export const ARCHIVE_HOUR = 2;

/** A warehouse reads a packed file with one thread, and some take no more than 4 GB. */
export const EVENTS_PER_FILE = 1_000_000;

/** Hive's way to name partitions; loaders leave out names that begin with an underscore or a dot. */
export const FOLDER = 'events';
export const MANIFEST = '_manifest.json';
export const dateOfDay = (day: number): string => isoInstant(day).slice(0, 'yyyy-mm-dd'.length);
export const folderOfDay = (day: number): string => `day=${dateOfDay(day)}`;

/**
 * The file of a day's events. The first number says how many events of the day the database had removed when the file
 * was written. While none is removed, every new file has all that the one before had, and takes its place. The rows that
 * are left after a removal get files of their own, beside those that hold the removed ones.
 */
export const fileName = (removed: number, index: number): string =>
  `${prefixOf(removed)}${String(index).padStart(5, '0')}.ndjson.gz`;
export const prefixOf = (removed: number): string => `part-${String(removed).padStart(12, '0')}-`;

/** A day may be written once its events had time to arrive. */
export const isClosed = (day: number, now: number): boolean => day + DAY_MS + ARCHIVE_HOUR * HOUR_MS <= now;

/** The counts of a day. Those of stored events only grow; an event that was removed stays counted. */
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

/** Whether the files of a day hold each of its events as it is now. */
export const isWritten = (day: ArchivedDay | null, { stored }: DayCounts): boolean =>
  day !== null && day.written_at !== null && day.events === stored && day.erasures === day.erasures_written;

export interface StoredEvent {
  event_id: string;
  created_at: number;
  received_at: number;
  payload: string;
}

/**
 * The line of an event: the fields that the SDK sent. `event_id` and `created_at` are written as the daemon compares
 * them: in lower case, and in UTC with milliseconds.
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
export type Manifest = z.output<typeof manifest>;

export const NO_FILES: readonly ManifestFile[] = [];

/** The files that a manifest names; null where the text is no manifest. */
export function filesOfManifest(text: string): readonly ManifestFile[] | null {
  try {
    return manifest.parse(JSON.parse(text)).files;
  } catch {
    return null;
  }
}

const eventsIn = (files: readonly ManifestFile[]) => files.reduce((sum, { events }) => sum + events, 0);

/**
 * How many events would be lost if new files took the place of those with the same prefix. A database that was restored
 * from a backup may know fewer events than its files.
 */
export const lostBy = (before: readonly ManifestFile[], written: readonly ManifestFile[], removed: number): number =>
  Math.max(0, eventsIn(before.filter(({ name }) => name.startsWith(prefixOf(removed)))) - eventsIn(written));

/** The manifest after a day was written. It has no time in it: what is written again has the same bytes. */
export function manifestText(day: number, before: readonly ManifestFile[], written: readonly ManifestFile[]): string {
  const kept = before.filter(({ name }) => !written.some((file) => file.name === name));
  const files = [...kept, ...written].sort((a, b) => (a.name < b.name ? -1 : 1));
  const whole: Manifest = { day: dateOfDay(day), events: eventsIn(files), files };
  return `${JSON.stringify(whole, null, 2)}\n`;
}
