import { and, eq, lt, ne, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';

type Table = Handle['t']['event_reports'];
export type EventReport = Table['$inferSelect'];

/** If a report has made no progress for this long, the daemon that was counting it has stopped. */
export const ABANDONED_MS = 30_000;

export async function findReport({ db, t: { event_reports: r } }: Handle, id: string): Promise<EventReport | null> {
  const [row] = await db.select().from(r).where(eq(r.report_id, id));
  return row ?? null;
}

/**
 * Takes a report, unless a daemon is counting it. The previous figures are kept.
 * @returns whether the report was taken
 */
export async function claimReport(
  { db, t: { event_reports: r } }: Handle,
  report: Pick<EventReport, 'report_id' | 'query' | 'events'>,
  now: number,
): Promise<boolean> {
  const begun = { ...report, status: 'running' as const, events_read: 0, updated_at: now };
  const taken = await db
    .insert(r)
    .values(begun)
    .onConflictDoUpdate({
      target: r.report_id,
      set: begun,
      setWhere: or(ne(r.status, 'running'), lt(r.updated_at, now - ABANDONED_MS)),
    })
    .returning({ report_id: r.report_id });
  return taken.length > 0;
}

/** Changes a report that is running. @returns false if it was cancelled */
export async function changeReport(
  { db, t: { event_reports: r } }: Handle,
  id: string,
  change: Partial<EventReport>,
): Promise<boolean> {
  const changed = await db
    .update(r)
    .set(change)
    .where(and(eq(r.report_id, id), eq(r.status, 'running')))
    .returning({ report_id: r.report_id });
  return changed.length > 0;
}

export async function deleteReport({ db, t: { event_reports: r } }: Handle, id: string): Promise<EventReport | null> {
  const [row] = await db.delete(r).where(eq(r.report_id, id)).returning();
  return row ?? null;
}
