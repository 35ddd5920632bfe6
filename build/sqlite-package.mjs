// Which better-sqlite3 a version of Node gets, and where its compiled module is. The daemon chooses alike, in
// daemon/db/sqlite/sqlite-library.ts. Plain Node only: it runs before anything is installed.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';

/** From here on a process with better-sqlite3 12 may abort; version 13 crashes below. */
const FIRST_WITH_13 = 22;

/** @param {number} major of Node */
export const sqlitePackage = (major) => (major < FIRST_WITH_13 ? 'better-sqlite3' : 'better-sqlite3-13');

/** @param {string} name */
export const placeOfSqlite = (name) => join(root, 'node_modules', name);

/** The module of version 12, below its folder. */
export const moduleOf12 = 'build/Release/better_sqlite3.node';

/** The module of version 13, below its folder: as its authors compiled it for this platform, or as `npm start` did. */
export const moduleOf13 = () => {
  const place = placeOfSqlite('better-sqlite3-13');
  const { getPrebuildPath } = createRequire(import.meta.url)(join(place, 'lib/binding.js'));
  const file = getPrebuildPath() ?? join(place, moduleOf12);
  if (!existsSync(file)) throw new Error('better-sqlite3 13 has no module for this platform, and none was compiled');
  return relative(place, file);
};
