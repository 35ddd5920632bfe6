import { type SQL, sql } from 'drizzle-orm';

/** A sum as text, since it may be larger than a double holds exactly. 0 where there are no rows. */
export const sumText = (column: unknown): SQL<string> => sql<string>`cast(coalesce(sum(${column}), 0) as text)`;
