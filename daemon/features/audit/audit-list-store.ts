import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { type KeysetPage, numbersOfCursor, pageOf } from '../../db/query/keyset.ts';
import { contains } from '../../db/query/listing.ts';

export interface AuditQuery {
  cursor?: string | undefined;
  limit: number;
  staff_id?: number | undefined;
  /** A prefix of the action. */
  action?: string | undefined;
  entity?: string | undefined;
  entity_id?: string | undefined;
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  q?: string | undefined;
}

type AuditColumns = Tables['audit_log']['$inferSelect'];
export interface AuditListRow extends Omit<AuditColumns, 'mac' | 'mac_key_id' | 'staff_id'> {
  /** The member of staff, also if they were removed later. */
  staff: { staff_id: number; email: string; name: string } | null;
}

/** Newest first: the order of ids is the order in which changes were made. */
export async function listAuditRows({ db, t }: Handle, query: AuditQuery): Promise<KeysetPage<AuditListRow>> {
  const { audit_log: a, staff } = t;
  const [before] = numbersOfCursor(query.cursor, 1) ?? [];
  const given = <T>(value: T | undefined, condition: (value: T) => SQL | undefined) =>
    value === undefined ? undefined : condition(value);
  const rows = await db
    .select({
      audit_id: a.audit_id,
      at: a.at,
      action: a.action,
      entity: a.entity,
      entity_id: a.entity_id,
      before: a.before,
      after: a.after,
      staff: { staff_id: staff.staff_id, email: staff.email, name: staff.name },
    })
    .from(a)
    .leftJoin(staff, eq(staff.staff_id, a.staff_id))
    .where(
      and(
        given(before, (id) => lt(a.audit_id, id)),
        given(query.staff_id, (id) => eq(a.staff_id, id)),
        given(query.action, (action) => sql`substr(${a.action}, 1, ${[...action].length}) = ${action}`),
        given(query.entity, (entity) => eq(a.entity, entity)),
        given(query.entity_id, (id) => eq(a.entity_id, id)),
        given(query.from, (from) => gte(a.at, from)),
        given(query.to, (to) => lt(a.at, to)),
        given(query.q || undefined, (text) => contains(text, a.action, a.entity_id, a.before, a.after, staff.email)),
      ),
    )
    .orderBy(desc(a.audit_id))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, (row) => [row.audit_id]);
}
