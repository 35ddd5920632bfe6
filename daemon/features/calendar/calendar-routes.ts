import type { Routes } from '../../contract/route.ts';
import type { Database } from '../../db/database.ts';
import { readCalendar } from './read-calendar.ts';

export const calendarRoutes = ({ db }: { db: Database }): Pick<Routes, 'getCalendar'> => ({
  getCalendar: ({ query, principal: { games }, now }) => readCalendar(db, { ...query, games }, now),
});
