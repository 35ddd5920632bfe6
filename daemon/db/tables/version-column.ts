import type { Kit } from '../sqlite/sqlite-kit.ts';

/** Grows by one with each change of the object, but not with counters, last uses or failed sign-ins. */
export const version = (k: Kit) => k.integer('version').notNull().default(1);
