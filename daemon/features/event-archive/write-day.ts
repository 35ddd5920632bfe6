import { join } from 'node:path';
import type { Database } from '../../db/database.ts';
import type { EventPlace } from '../../db/query/events-after.ts';
import { DayFault, type Files, namingFaults, writeFiles } from '../day-files/write-files.ts';
import { type DayCounts, dateOfDay, FOLDER, fileName, folderOfDay, lineOf, prefixOf } from './archive-rules.ts';
import { countDay } from './archive-store.ts';
import { readPageOfDay } from './day-rows-store.ts';

export interface Writing {
  /** The folder in which files go into `events/day=…`. */
  folder: string;
  signal: AbortSignal;
  /** Called with the number of the day's events read so far. */
  progress?: (events: number, counts: DayCounts) => void;
  eventsPerFile?: number;
}

const TRIES = 3;

/**
 * Writes every event of a day in the database.
 * @returns the number of events written, and the counts of the day before they were read
 */
export function writeDay(db: Database, day: number, writing: Writing): Promise<DayCounts & { written: number }> {
  const { signal, progress, eventsPerFile: linesPerFile } = writing;
  const folder = join(writing.folder, FOLDER, folderOfDay(day));
  return namingFaults(`The events of ${dateOfDay(day)}`, folder, async () => {
    for (let tried = 1; ; tried += 1) {
      const counts = await db.read((handle) => countDay(handle, day));
      const written = await writeFiles(db, filesOf(db, folder, day, counts), {
        ...{ signal, linesPerFile, progress: (events: number) => progress?.(events, counts) },
      });
      if (written !== null) return { ...counts, written };
      if (tried === TRIES) throw new DayFault('the daemon is removing events of this day');
    }
  });
}

const filesOf = (db: Database, folder: string, day: number, { removed }: DayCounts): Files<EventPlace> => ({
  folder,
  unit: 'events',
  about: { day: dateOfDay(day) },
  nameOf: (index) => fileName(removed, index),
  replaces: (name) => name.startsWith(prefixOf(removed)),
  async readPage(handle, after) {
    const page = await readPageOfDay(handle, day, after);
    return { lines: page.map(lineOf), after: page.at(-1) ?? null };
  },
  // If events of the day were removed during the read, its rows lack them, but the files may have them.
  isComplete: async () => (await db.read((handle) => countDay(handle, day))).removed === removed,
});
