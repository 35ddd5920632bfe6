import type { Database } from '../../db/database.ts';
import { type DayCounts, dateOfDay } from './archive-rules.ts';
import { daysWithEvents } from './archive-store.ts';
import { type Writing, writeDay } from './write-day.ts';

export interface DayExported extends DayCounts {
  date: string;
  written: number;
}

/**
 * Writes the days that have events, one after another. It changes nothing in the database, so the archive does not
 * treat these files as its own.
 */
export async function* exportDays(
  db: Database,
  { from, to }: { from: number; to: number },
  writing: Writing,
): AsyncGenerator<DayExported, void> {
  for await (const day of daysWithEvents(db, from)) {
    if (day > to) return;
    writing.signal.throwIfAborted();
    const done = await writeDay(db, day, writing);
    if (done.written > 0) yield { date: dateOfDay(day), ...done };
  }
}
