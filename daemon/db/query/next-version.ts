import { type Column, type SQL, sql } from 'drizzle-orm';

/** Returns a row's next version. One function per store uses it for all changes, so no workflow can omit it. */
export const nextVersion = (column: Column): SQL => sql`${column} + 1`;
