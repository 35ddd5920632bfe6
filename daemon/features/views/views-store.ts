import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Role } from '../../contract/endpoint.ts';
import type { Handle, Tables } from '../../db/database.ts';
import { countRows, offsetOf, type PageQuery } from '../../db/query/listing.ts';
import { forUpdate } from '../../db/query/locking.ts';

type ViewColumns = Tables['saved_views']['$inferSelect'];
export interface ViewRow extends ViewColumns {
  staff_name: string;
}

/** The member of staff who sends the request. */
export interface Viewer {
  staffId: number;
  role: Role;
}

const selectViews = ({ db, t: { saved_views: v, staff } }: Handle) =>
  db.select({ view: v, staff_name: staff.name }).from(v).innerJoin(staff, eq(staff.staff_id, v.staff_id));

const rowOf = ({ view, staff_name }: { view: ViewColumns; staff_name: string }): ViewRow => ({ ...view, staff_name });

/** Lists a person's own views, and the views shared with their role. */
export async function listViewRows(handle: Handle, { staffId, role }: Viewer, query: PageQuery) {
  const { saved_views: v } = handle.t;
  const where = or(eq(v.staff_id, staffId), eq(v.shared_with, role));
  const rows = await selectViews(handle)
    .where(where)
    .orderBy(asc(sql`lower(${v.name})`), asc(v.view_id))
    .limit(query.page_size)
    .offset(offsetOf(query));
  return { rows: rows.map(rowOf), total: await countRows(handle, v, where) };
}

async function findWhere(handle: Handle, where: SQL | undefined): Promise<ViewRow | null> {
  const [row] = await selectViews(handle).where(where);
  return row ? rowOf(row) : null;
}

export const findView = (handle: Handle, viewId: number) => findWhere(handle, eq(handle.t.saved_views.view_id, viewId));

export const findViewByName = (handle: Handle, staffId: number, name: string) =>
  findWhere(handle, and(eq(handle.t.saved_views.staff_id, staffId), eq(handle.t.saved_views.name, name)));

export async function countViews(handle: Handle, staffId: number): Promise<number> {
  const { saved_views: v } = handle.t;
  return countRows(handle, v, eq(v.staff_id, staffId));
}

export async function insertView({ db, t }: Handle, view: Tables['saved_views']['$inferInsert']): Promise<number> {
  const [row] = await db.insert(t.saved_views).values(view).returning({ view_id: t.saved_views.view_id });
  if (!row) throw new Error('The insert of a view returned no row');
  return row.view_id;
}

/** @returns false if another request deleted it first */
export async function deleteView({ db, t }: Handle, viewId: number): Promise<boolean> {
  const { saved_views: v } = t;
  const gone = await db.delete(v).where(eq(v.view_id, viewId)).returning({ view_id: v.view_id });
  return gone.length > 0;
}

/** Deletes the views that a removed member of staff saved for themselves; shared views are kept. */
export async function deleteOwnViews({ db, t }: Handle, staffId: number): Promise<void> {
  const { saved_views: v } = t;
  await db.delete(v).where(and(eq(v.staff_id, staffId), isNull(v.shared_with)));
}

/**
 * Locks the person's row, so that two simultaneous requests cannot exceed the limit. Returns false if the person was
 * removed.
 */
export async function lockOwner(handle: Handle, staffId: number): Promise<boolean> {
  const { staff } = handle.t;
  const present = and(eq(staff.staff_id, staffId), isNull(staff.removed_at));
  const rows = await forUpdate(handle, handle.db.select({ id: staff.staff_id }).from(staff).where(present));
  return rows.length > 0;
}
