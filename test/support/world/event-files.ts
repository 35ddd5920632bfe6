import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

// Reads the archive of SDK events as a warehouse does.

export const dayFolder = (folder: string, date: string) => join(folder, 'events', `day=${date}`);

/** Returns the files of a day that a loader finds. Loaders ignore names that begin with a dot or an underscore. */
export function filesOfDay(folder: string, date: string): string[] {
  const place = dayFolder(folder, date);
  return existsSync(place)
    ? readdirSync(place)
        .filter((name) => /^part-\d{12}-\d{5}\.ndjson\.gz$/.test(name))
        .sort()
    : [];
}

export const bytesOf = (folder: string, date: string, name: string): Buffer =>
  readFileSync(join(dayFolder(folder, date), name));

export type Line = Record<string, unknown> & { event_id: string; created_at: string };

/** Returns every line of a day's files. Throws an error if a file is incomplete or a line is not JSON. */
export const linesOfDay = (folder: string, date: string): Line[] =>
  filesOfDay(folder, date).flatMap((name) => {
    const text = gunzipSync(bytesOf(folder, date, name)).toString('utf8');
    if (!text.endsWith('\n')) throw new Error(`${name} ends in the middle of a line`);
    return text
      .slice(0, -1)
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
  });

export const manifestOf = (folder: string, date: string) =>
  JSON.parse(readFileSync(join(dayFolder(folder, date), '_manifest.json'), 'utf8')) as {
    day: string;
    events: number;
    files: { name: string; events: number; bytes: number; sha256: string }[];
  };

/** Returns the files of a day with their properties, as the manifest should list them. */
export const filesAsFound = (folder: string, date: string) =>
  filesOfDay(folder, date).map((name) => {
    const bytes = bytesOf(folder, date, name);
    const events = gunzipSync(bytes).toString('utf8').split('\n').length - 1;
    return { name, events, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });

export const modeOf = (path: string) => statSync(path).mode & 0o777;
