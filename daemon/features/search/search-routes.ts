import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { search } from './search.ts';

export const searchRoutes = ({ db }: { db: Database }): Pick<Routes, 'search'> => ({
  search: ({ query, principal, now }) => search(db, principal, query.q, now),
});
