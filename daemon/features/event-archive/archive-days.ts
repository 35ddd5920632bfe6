import type { Database } from '../../db/database.ts';
import { collectFaults } from '../day-files/day-faults.ts';
import { isClosed, isWritten } from './archive-rules.ts';
import { beginDay, findArchivedDay, finishDay } from './archive-store.ts';
import type { EventDays } from './event-days.ts';
import { type Writing, writeDay } from './write-day.ts';

export interface Archiving extends Pick<Writing, 'folder' | 's3' | 'signal' | 'eventsPerFile'> {
  now: number;
}

/**
 * Writes the files of every closed day that has none, that has received more events, or from which a player has been
 * erased. If a day cannot be written, the other days are still written.
 */
export async function archiveDays(db: Database, events: EventDays, archiving: Archiving): Promise<void> {
  const faults = collectFaults();
  for await (const day of events.days()) {
    if (!isClosed(day, archiving.now)) break;
    archiving.signal.throwIfAborted();
    await faults.without(() => archiveDay(db, events, day, archiving));
  }
  faults.throwAny();
}

async function archiveDay(db: Database, events: EventDays, day: number, { now, ...writing }: Archiving): Promise<void> {
  const archived = await db.read((handle) => findArchivedDay(handle, day));
  if (isWritten(archived, await events.countDay(day))) return;
  const erasures = await db.write((handle) => beginDay(handle, day));
  // Events stored after `stored` was counted may be missing from the files. If so, the day will be written again.
  const { stored, written } = await writeDay(events, day, writing);
  if (written > 0) await db.write((handle) => finishDay(handle, day, { events: stored, erasures, now }));
}
