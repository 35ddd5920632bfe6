import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** The beginning of the step of a series that a quarter of an hour lies in; steps are counted from `from`. */
export const onGrid = (hour: SQLWrapper, from: number, step: number): SQL<number> =>
  sql<number>`${hour} - (${hour} - ${sql.raw(String(from))}) % ${sql.raw(String(step))}`;
