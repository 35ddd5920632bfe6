import { and, asc, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle, Tables } from '../../db/database.ts';
import { allBelow, type IdWindow, inWindow, pageOfWindow, windowBelow } from '../../db/query/id-window.ts';
import { type KeysetPage, numbersOfCursor } from '../../db/query/keyset.ts';
import { contains } from '../../db/query/listing.ts';
import { DAY_MS } from '../../lib/clock.ts';

export interface AuditQuery {
  cursor?: string | undefined;
  limit: number;
  audit_id?: number | undefined;
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
  /** The member of staff, even if they were removed later. */
  staff: { staff_id: number; email: string; name: string } | null;
}

/** How far entries can be out of order: the clocks of two daemons can differ, and a clock can be set back. */
const OUT_OF_ORDER_MS = DAY_MS;

/**
 * Lists entries by ID, newest first, because clocks can differ. If the filters name neither a person nor an object, a
 * page can be short.
 */
export async function listAuditRows(handle: Handle, query: AuditQuery): Promise<KeysetPage<AuditListRow>> {
  const { db, t } = handle;
  const { audit_log: a, staff } = t;
  const window = await windowOf(handle, query);
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
        ...inWindow(a.audit_id, window),
        given(query.audit_id, (id) => eq(a.audit_id, id)),
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
  return pageOfWindow(rows, query.limit, window, (row) => row.audit_id);
}

async function windowOf(handle: Handle, { cursor, limit, ...filters }: AuditQuery): Promise<IdWindow> {
  const { audit_log: a } = handle.t;
  const [below = null] = numbersOfCursor(cursor, 1) ?? [];
  const { audit_id, staff_id, entity_id, from, to } = filters;
  const isNarrow = [audit_id, staff_id, entity_id].some((value) => value !== undefined);
  if (isNarrow || Object.values(filters).every((value) => value === undefined)) return allBelow(below);
  const end = to === undefined ? null : await idFrom(handle, to + OUT_OF_ORDER_MS);
  const window = await windowBelow(handle, a, a.audit_id, lowest(below, end));
  if (from === undefined) return window;
  const start = (await idFrom(handle, from - OUT_OF_ORDER_MS)) ?? Number.MAX_SAFE_INTEGER;
  return start > (window.floor ?? 0) ? { ...window, floor: start - 1, goesOn: false } : window;
}

const lowest = (one: number | null, other: number | null) =>
  one !== null && other !== null ? Math.min(one, other) : (one ?? other);

/** Returns the ID of the first change at or after an instant; null if there is none. */
async function idFrom({ db, t: { audit_log: a } }: Handle, instant: number): Promise<number | null> {
  const [row] = await db
    .select({ audit_id: a.audit_id })
    .from(a)
    .where(gte(a.at, instant))
    .orderBy(asc(a.at), asc(a.audit_id))
    .limit(1);
  return row?.audit_id ?? null;
}
