import { and, asc, eq, gt, gte, isNotNull, lt, sql } from 'drizzle-orm';
import type { Database, Handle } from '../../db/database.ts';
import { forUpdate } from '../../db/query/locking.ts';
import { sumText } from '../../db/query/sums.ts';
import type { DayCount } from '../../event-log/event-log.ts';
import { DAY_MS, startOfUtcDay } from '../../lib/clock.ts';
import { type ArchivedDay, isWritten } from './archive-rules.ts';

/** The name of the job. A recent run of this job shows every daemon that the archive is turned on. */
export const EVENT_ARCHIVE = 'event-archive';

/** Returns the first day with events at or after this one; null if there is none. */
async function findDayFrom({ db, t: { sdk_events: e } }: Handle, from: number): Promise<number | null> {
  const { created_at } = e;
  const [row] = await db
    .select({ created_at })
    .from(e)
    .where(gte(created_at, from))
    .orderBy(asc(created_at), asc(e.event_id))
    .limit(1);
  return row ? startOfUtcDay(row.created_at) : null;
}

/** Lists the days that have events in the database, oldest first. */
export async function* daysWithEvents(db: Database, from = Number.MIN_SAFE_INTEGER): AsyncGenerator<number, void> {
  for (let at = from; ; ) {
    const day = await db.read((handle) => findDayFrom(handle, at));
    if (day === null) return;
    yield day;
    at = day + DAY_MS;
  }
}

/** Reads the counts by quarter-hour, which change in the transactions that store and remove events. */
export async function countDay({ db, t: { sdk_event_hours: h } }: Handle, day: number): Promise<DayCount> {
  // Slot -1 contains the counts of removed events.
  const removed = sql`case when ${h.slot} < 0 then ${h.events} else 0 end`;
  const [row] = await db
    .select({ stored: sumText(h.events), removed: sumText(removed) })
    .from(h)
    .where(and(gte(h.hour, day), lt(h.hour, day + DAY_MS)));
  return { stored: Number(row?.stored ?? 0), removed: Number(row?.removed ?? 0) };
}

export async function findArchivedDay(
  { db, t: { archived_days: a } }: Handle,
  day: number,
): Promise<ArchivedDay | null> {
  const [row] = await db.select().from(a).where(eq(a.day, day));
  return row ?? null;
}

/**
 * Checks whether the files contain the current state of every event, and blocks erasures until the end of this
 * transaction.
 * @param count the counts of the day; by default, this transaction reads them
 */
export async function isDayWritten(handle: Handle, day: number, count?: DayCount): Promise<boolean> {
  const { archived_days: a } = handle.t;
  const [row] = await forUpdate(handle, handle.db.select().from(a).where(eq(a.day, day)));
  return isWritten(row ?? null, count ?? (await countDay(handle, day)));
}

const unwritten = (day: number) => ({ day, events: 0, erasures: 0, erasures_written: 0, written_at: null });

/**
 * Creates the row of a day before its events are read, so that an erasure during the read is noticed.
 * @returns the number of the day's erasures that have already changed its events
 */
export async function beginDay({ db, t: { archived_days: a } }: Handle, day: number): Promise<number> {
  await db.insert(a).values(unwritten(day)).onConflictDoNothing();
  const [row] = await db.select({ erasures: a.erasures }).from(a).where(eq(a.day, day));
  return row?.erasures ?? 0;
}

export interface DayFiles {
  events: number;
  erasures: number;
  now: number;
}

export async function finishDay({ db, t: { archived_days: a } }: Handle, day: number, files: DayFiles): Promise<void> {
  const { events, erasures, now } = files;
  await db.update(a).set({ events, erasures_written: erasures, written_at: now }).where(eq(a.day, day));
}

/** Records that the files of these days no longer match their events. */
export async function noteErasures(
  { db, t: { archived_days: a } }: Handle,
  instants: readonly number[],
): Promise<void> {
  const days = [...new Set(instants.map(startOfUtcDay))].sort((x, y) => x - y);
  if (days.length === 0) return;
  await db
    .insert(a)
    .values(days.map((day) => ({ ...unwritten(day), erasures: 1 })))
    .onConflictDoUpdate({ target: a.day, set: { erasures: sql`${a.erasures} + 1` } });
}

/** Lists days whose files contain data that has been erased since. */
export async function listErasedDays({ db, t: { archived_days: a } }: Handle): Promise<number[]> {
  const rows = await db
    .select({ day: a.day })
    .from(a)
    .where(and(isNotNull(a.written_at), gt(a.erasures, a.erasures_written)))
    .orderBy(asc(a.day));
  return rows.map(({ day }) => day);
}

export async function hasArchive({ db, t: { archived_days: a } }: Handle): Promise<boolean> {
  return (await db.select({ day: a.day }).from(a).where(isNotNull(a.written_at)).limit(1)).length > 0;
}
