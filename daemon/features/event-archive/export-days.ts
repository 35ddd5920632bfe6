import type { DayCount } from '../../event-log/event-log.ts';
import { dateOfDay } from './archive-rules.ts';
import type { EventDays } from './event-days.ts';
import { type Writing, writeDay } from './write-day.ts';

export interface DayExported extends DayCount {
  date: string;
  written: number;
}

/**
 * Writes the days that have events, one after another. The export is not recorded in the database, so the archive still
 * writes its own files for these days.
 */
export async function* exportDays(
  events: EventDays,
  { from, to }: { from: number; to: number },
  writing: Writing,
): AsyncGenerator<DayExported, void> {
  for await (const day of events.days(from)) {
    if (day > to) return;
    writing.signal.throwIfAborted();
    const done = await writeDay(events, day, writing);
    if (done.written > 0) yield { date: dateOfDay(day), ...done };
  }
}
