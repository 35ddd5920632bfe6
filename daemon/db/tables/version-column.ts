import type { Kit } from '../sqlite/sqlite-kit.ts';

/** Returns a column that each change increases by one, except changes to counters, last uses and failed sign-ins. */
export const version = (k: Kit) => k.integer('version').notNull().default(1);
