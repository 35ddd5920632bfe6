import { and, asc, desc, eq, isNull, lt } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import type { Subject } from './comments-store.ts';

/** Lists the audit log's entries about an object, newest first, with IDs lower than `below`. */
export function listChanges(
  { db, t: { audit_log: a, staff: s } }: Handle,
  { kind, id }: Subject,
  below: number,
  limit: number,
) {
  return db
    .select({
      audit_id: a.audit_id,
      at: a.at,
      by: { staff_id: s.staff_id, name: s.name },
      action: a.action,
      before: a.before,
      after: a.after,
    })
    .from(a)
    .leftJoin(s, eq(s.staff_id, a.staff_id))
    .where(and(eq(a.entity_id, String(id)), eq(a.entity, kind), lt(a.audit_id, below)))
    .orderBy(desc(a.audit_id))
    .limit(limit);
}

export type ChangeRow = Awaited<ReturnType<typeof listChanges>>[number];

/** Lists the current staff, sorted by name. */
export const listCurrentStaff = ({ db, t: { staff: s } }: Handle) =>
  db
    .select({ staff_id: s.staff_id, name: s.name, role: s.role, games: s.games })
    .from(s)
    .where(isNull(s.removed_at))
    .orderBy(asc(s.name), asc(s.staff_id));
