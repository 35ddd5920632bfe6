import { type SQL, sql } from 'drizzle-orm';

/** Returns a sum as text, because a double might not hold it exactly; 0 if there are no rows. */
export const sumText = (column: unknown): SQL<string> => sql<string>`cast(coalesce(sum(${column}), 0) as text)`;
