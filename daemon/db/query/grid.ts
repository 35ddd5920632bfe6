import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Returns the start of the series step that contains a quarter of an hour. Steps are counted from `from`. */
export const onGrid = (hour: SQLWrapper, from: number, step: number): SQL<number> =>
  sql<number>`${hour} - (${hour} - ${sql.raw(String(from))}) % ${sql.raw(String(step))}`;
