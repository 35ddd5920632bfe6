import type { Database, Handle } from '../../db/database.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { daysWithEvents, EVENT_ARCHIVE, isDayWritten } from '../event-archive/archive-store.ts';
import { findNewestRun } from '../jobs/job-runs-store.ts';
import { dropEvents } from './drop-events-store.ts';
import { inSteps } from './in-steps.ts';
import { ARCHIVE_HOLDS_MS } from './retention-rules.ts';

export interface OldEventsOf {
  before: number;
  /** Whether this daemon writes the archive. */
  isArchiving: boolean;
  now: number;
  signal?: AbortSignal | undefined;
}

/** Removes old events. If the archive is on, it removes only whole days whose files contain every event as it is. */
export async function dropOldEvents(db: Database, { before, isArchiving, now, signal }: OldEventsOf): Promise<number> {
  if (!isArchiving && !(await isArchivedByOthers(db, now))) return inSteps(db, dropEvents({ before }), signal);
  let removed = 0;
  for await (const day of daysWithEvents(db)) {
    if (day + DAY_MS > before) break;
    const mayGo = (handle: Handle) => isDayWritten(handle, day);
    removed += await inSteps(db, dropEvents({ from: day, before: day + DAY_MS, mayGo }), signal);
  }
  return removed;
}

/** Another daemon of the group may have the setting that this one lacks. */
async function isArchivedByOthers(db: Database, now: number): Promise<boolean> {
  const run = await db.read((handle) => findNewestRun(handle, EVENT_ARCHIVE));
  return run !== null && run.started_at > now - ARCHIVE_HOLDS_MS;
}
