import type { Database } from '../../db/database.ts';
import type { ArchivedEvent, DayCount, EventLog, EventPosition } from '../../event-log/event-log.ts';
import { countDay, daysWithEvents } from './archive-store.ts';
import { readPageOfDay } from './day-rows-store.ts';

/** The SDK events by UTC day, wherever they are stored. */
export interface EventDays {
  /** Lists the days that have events, oldest first. */
  days(from?: number): AsyncIterable<number>;
  countDay(day: number): Promise<DayCount>;
  /** Returns the next events of a day, ordered by creation time and ID; an empty list after the last one. */
  pageOfDay(day: number, after: EventPosition | null): Promise<ArchivedEvent[]>;
}

export const daysOfDatabase = (db: Database): EventDays => ({
  days: (from) => daysWithEvents(db, from),
  countDay: (day) => db.read((handle) => countDay(handle, day)),
  pageOfDay: (day, after) => db.read((handle) => readPageOfDay(handle, day, after)),
});

/** Returns the days of the event log, or of the database if it stores the events. */
export const daysOf = (db: Database, eventLog: EventLog | null | undefined): EventDays =>
  eventLog ? { ...eventLog, days: (from) => eachDay(eventLog, from) } : daysOfDatabase(db);

async function* eachDay(eventLog: EventLog, from: number | undefined): AsyncGenerator<number, void> {
  yield* await eventLog.days(from);
}
