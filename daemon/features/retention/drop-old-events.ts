import type { Database, Handle } from '../../db/database.ts';
import type { EventLog } from '../../event-log/event-log.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { countDay, EVENT_ARCHIVE, isDayWritten } from '../event-archive/archive-store.ts';
import { daysOfDatabase } from '../event-archive/event-days.ts';
import { findNewestRun } from '../jobs/job-runs-store.ts';
import { dropEvents } from './drop-events-store.ts';
import { inSteps } from './in-steps.ts';
import { ARCHIVE_HOLDS_MS } from './retention-rules.ts';

export interface OldEventsOf {
  before: number;
  /** Whether this daemon writes the archive. */
  isArchiving: boolean;
  /** Where SDK events are stored, if not in the database. */
  eventLog: EventLog | null;
  now: number;
  signal?: AbortSignal | undefined;
}

/** Removes old events. If the archive is on, it removes only whole days whose files contain every event unchanged. */
export async function dropOldEvents(db: Database, old: OldEventsOf): Promise<number> {
  const { before, isArchiving, eventLog, now, signal } = old;
  const isArchived = isArchiving || (await isArchivedByOthers(db, now));
  if (eventLog) return (await dropFromLog(db, eventLog, isArchived, old)) + (await dropCopied(db, eventLog, old));
  if (!isArchived) return inSteps(db, dropEvents({ before }), signal);
  return dropDays(db, old, (day) => (handle) => isDayWritten(handle, day));
}

type MayGo = (handle: Handle) => Promise<boolean>;

/**
 * Removes whole old days.
 * @param mayGo returns the condition for removing a day, or null if the day must be kept
 */
async function dropDays(
  db: Database,
  { before, signal }: OldEventsOf,
  mayGo: (day: number) => MayGo | Promise<MayGo | null>,
): Promise<number> {
  let removed = 0;
  for await (const day of daysOfDatabase(db).days()) {
    if (day + DAY_MS > before) break;
    const condition = await mayGo(day);
    const old = { from: day, before: day + DAY_MS };
    if (condition) removed += await inSteps(db, dropEvents({ ...old, mayGo: condition }), signal);
  }
  return removed;
}

/**
 * Removes events from the log: all old ones or, with an archive, those before the first day whose files are incomplete.
 */
async function dropFromLog(db: Database, eventLog: EventLog, isArchived: boolean, { before, now }: OldEventsOf) {
  if (!isArchived) return eventLog.dropBefore(before, now);
  let end: number | null = null;
  for (const day of await eventLog.days()) {
    if (day + DAY_MS > before) break;
    const count = await eventLog.countDay(day);
    if (!(await db.write((handle) => isDayWritten(handle, day, count)))) break;
    end = day + DAY_MS;
  }
  return end === null ? 0 : eventLog.dropBefore(end, now);
}

/**
 * Removes old days from the database if they have been copied to the log. The log's own retention applies to the
 * copies.
 */
const dropCopied = (db: Database, eventLog: EventLog, old: OldEventsOf): Promise<number> =>
  dropDays(db, old, async (day) => {
    const copied = await eventLog.countDay(day);
    const isCopied: MayGo = async (handle) => (await countDay(handle, day)).stored <= copied.stored;
    return (await db.read(isCopied)) ? isCopied : null;
  });

/** Another daemon that shares the database may write the archive even if this one does not. */
async function isArchivedByOthers(db: Database, now: number): Promise<boolean> {
  const run = await db.read((handle) => findNewestRun(handle, EVENT_ARCHIVE));
  return run !== null && run.started_at > now - ARCHIVE_HOLDS_MS;
}
