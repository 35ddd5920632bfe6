import { type Column, type SQL, sql } from 'drizzle-orm';

/** For the one function of a store that changes a row, so that no workflow can forget that the version grows. */
export const nextVersion = (column: Column): SQL => sql`${column} + 1`;
