import type { DayCount, EventPosition } from '../../event-log/event-log.ts';
import { DayFault, namingFaults } from '../day-files/day-faults.ts';
import { type Place, targetIn } from '../day-files/place.ts';
import type { Target } from '../day-files/target.ts';
import { type Files, writeFiles } from '../day-files/write-files.ts';
import { dateOfDay, FOLDER, type Format, fileName, folderOfDay, lineOf, prefixOf } from './archive-rules.ts';
import { encodeParquet } from './encode-parquet.ts';
import type { EventDays } from './event-days.ts';

/** Files go into `events/day=…` in the folder. */
export interface Writing extends Place {
  signal: AbortSignal;
  /** Called with the number of the day's events read so far. */
  progress?: (events: number, counts: DayCount) => void;
  eventsPerFile?: number;
  format?: Format;
}

const TRIES = 3;

/**
 * Writes all stored events of a day.
 * @returns the number of events written, and the day's counts before the events were read
 */
export function writeDay(events: EventDays, day: number, writing: Writing): Promise<DayCount & { written: number }> {
  const { signal, progress, eventsPerFile: linesPerFile, format } = writing;
  const target = targetIn(writing, FOLDER, folderOfDay(day));
  return namingFaults(`The events of ${dateOfDay(day)}`, target.name, async () => {
    for (let tried = 1; ; tried += 1) {
      const counts = await events.countDay(day);
      const written = await writeFiles(filesOf(events, target, { day, format, ...counts }), {
        ...{ signal, linesPerFile, progress: (events: number) => progress?.(events, counts) },
      });
      if (written !== null) return { ...counts, written };
      if (tried === TRIES) throw new DayFault('the daemon is removing events of this day');
    }
  });
}

interface DayForm {
  day: number;
  format: Format | undefined;
  removed: number;
}

const filesOf = (events: EventDays, target: Target, { day, format, removed }: DayForm): Files<EventPosition> => ({
  target,
  unit: 'events',
  about: { day: dateOfDay(day) },
  nameOf: (index) => fileName(removed, index, format),
  ...(format === 'parquet' ? { encode: encodeParquet } : {}),
  replaces: (name) => name.startsWith(prefixOf(removed)),
  async readPage(after) {
    const page = await events.pageOfDay(day, after);
    return { lines: page.map(lineOf), after: page.at(-1) ?? null };
  },
  // If events of the day were removed during the read, they are missing from the new files, but earlier files may
  // contain them.
  isComplete: async () => (await events.countDay(day)).removed === removed,
});
