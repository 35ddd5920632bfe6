import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { holdsText } from '../../db/query/text.ts';
import { inJson, isDistinct } from './erasure-rules.ts';

/**
 * Finds stored reports that may name the user: those on the busiest users, if the user has events, and those that
 * contain the ID. Deleted reports can be computed again.
 */
export function findReports(handle: Handle, userId: string, hasEvents: boolean): Promise<{ report_id: string }[]> {
  const { event_reports: r } = handle.t;
  const isOfUsers = holdsText(handle, r.query, '"kind":"activity"');
  const namesUser = isDistinct(userId) ? holdsText(handle, r.result, inJson(userId)) : undefined;
  return handle.db
    .select({ report_id: r.report_id })
    .from(r)
    .where(and(isNotNull(r.result), or(hasEvents ? isOfUsers : undefined, namesUser)));
}

export async function dropReport({ db, t: { event_reports: r } }: Handle, { report_id }: { report_id: string }) {
  await db.delete(r).where(eq(r.report_id, report_id));
}
