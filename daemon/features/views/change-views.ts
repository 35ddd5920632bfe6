import { MOST_VIEWS } from '../../contract/admin/views.ts';
import type { Role } from '../../contract/endpoint.ts';
import { fieldFault } from '../../contract/field-faults.ts';
import { AppError, type Problem } from '../../contract/refusals.ts';
import type { Database } from '../../db/database.ts';
import { retryLostRace } from '../../db/lost-race.ts';
import { type Page, type PageQuery, pageOf } from '../../db/query/listing.ts';
import { recordAudit } from '../audit/audit-store.ts';
import {
  countViews,
  deleteView,
  findView,
  findViewByName,
  insertView,
  listViewRows,
  lockOwner,
  type Viewer,
  type ViewRow,
} from './views-store.ts';

const NAME_TAKEN: Problem = {
  code: 'duplicate',
  detail: 'You already have a view with this name. Choose another name.',
  errors: [fieldFault('', ['name'], 'taken')],
};

export interface ViewFields {
  name: string;
  path: string;
  query: string;
  shared_with: Role | null;
}

export const listViews = (db: Database, viewer: Viewer, query: PageQuery): Promise<Page<ViewRow>> =>
  db.read(async (handle) => {
    const { rows, total } = await listViewRows(handle, viewer, query);
    return pageOf(query, rows, total);
  });

export function saveView(db: Database, { staffId, role }: Viewer, fields: ViewFields, now: number): Promise<ViewRow> {
  if (fields.shared_with !== null && role !== 'owner') throw new AppError('forbidden');
  return retryLostRace(() =>
    db.write(async (handle) => {
      if (!(await lockOwner(handle, staffId))) throw new AppError('unauthorized');
      if (await findViewByName(handle, staffId, fields.name)) throw new AppError(NAME_TAKEN);
      if ((await countViews(handle, staffId)) >= MOST_VIEWS) throw new AppError('too_many_views');
      const viewId = await insertView(handle, { ...fields, staff_id: staffId, created_at: now });
      const made = await findView(handle, viewId);
      if (!made) throw new Error('The view no longer exists');
      const entry = { staffId, action: 'view.save', entity: 'view', entityId: viewId, before: null, after: fields };
      await recordAudit(handle, entry, now);
      return made;
    }),
  );
}

export const removeView = (db: Database, { staffId, role }: Viewer, viewId: number, now: number): Promise<ViewRow> =>
  db.write(async (handle) => {
    const view = await findView(handle, viewId);
    const isTheirs = view?.staff_id === staffId || (role === 'owner' && view?.shared_with !== null);
    // If the caller may not see the view, the response is `not_found`.
    if (!view || !isTheirs || !(await deleteView(handle, viewId))) throw refusalOf(view, role);
    const { name, path, query, shared_with } = view;
    const before = { name, path, query, shared_with };
    const entry = { staffId, action: 'view.delete', entity: 'view', entityId: viewId, before, after: null };
    await recordAudit(handle, entry, now);
    return view;
  });

const refusalOf = (view: ViewRow | null, role: Role) =>
  new AppError(view?.shared_with === role ? 'forbidden' : 'not_found');
