import type { Endpoints } from '../../contract/contract.ts';
import type { AnswerOf } from '../../contract/endpoint.ts';
import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { isoInstant } from '../../lib/clock.ts';
import { listViews, removeView, saveView } from './change-views.ts';
import type { ViewRow } from './views-store.ts';

export const viewRoutes = ({ db }: { db: Database }): Pick<Routes, 'listViews' | 'createView' | 'deleteView'> => ({
  listViews: async ({ query, principal }) => {
    const page = await listViews(db, principal, query);
    return { ...page, data: page.data.map((row) => viewOut(row, principal.staffId)) };
  },
  createView: async ({ body, principal, now }) => viewOut(await saveView(db, principal, body, now), principal.staffId),
  deleteView: async ({ params, principal, now }) =>
    viewOut(await removeView(db, principal, params.view_id, now), principal.staffId),
});

const viewOut = (row: ViewRow, staffId: number): AnswerOf<Endpoints['createView']> => ({
  view_id: row.view_id,
  name: row.name,
  path: row.path,
  query: row.query,
  shared_with: row.shared_with,
  is_own: row.staff_id === staffId,
  saved_by: { staff_id: row.staff_id, name: row.staff_name },
  created_at: isoInstant(row.created_at),
});
