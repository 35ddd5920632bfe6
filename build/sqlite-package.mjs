// Chooses the better-sqlite3 for a version of Node, as daemon/db/sqlite/sqlite-library.ts does, and locates its module.
// This file uses only Node's own modules because it runs before anything is installed.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';

/** From this Node version on, better-sqlite3 12 can abort the process. Version 13 crashes on older versions. */
const FIRST_WITH_13 = 22;

/** @param {number} major the major version of Node */
export const sqlitePackage = (major) => (major < FIRST_WITH_13 ? 'better-sqlite3' : 'better-sqlite3-13');

/** @param {string} name */
export const placeOfSqlite = (name) => join(root, 'node_modules', name);

/** The path of version 12's module in its folder. */
export const moduleOf12 = 'build/Release/better_sqlite3.node';

/** Returns the path of version 13's module in its folder: prebuilt for this platform or compiled by `npm start`. */
export const moduleOf13 = () => {
  const place = placeOfSqlite('better-sqlite3-13');
  const { getPrebuildPath } = createRequire(import.meta.url)(join(place, 'lib/binding.js'));
  const file = getPrebuildPath() ?? join(place, moduleOf12);
  if (!existsSync(file)) throw new Error('better-sqlite3 13 has no module for this platform, and none was compiled');
  return relative(place, file);
};
