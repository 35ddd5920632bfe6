import { createRequire } from 'node:module';
import type BetterSqlite3 from 'better-sqlite3';

const load = createRequire(import.meta.url);

/**
 * Returns the better-sqlite3 package for a Node version. With version 12, Node 24.19 and newer may abort during garbage
 * collection of a statement; version 13 crashes under Node 20 (docs/decisions/0071-two-better-sqlite3.md).
 */
export const sqlitePackageFor = (node: string): string =>
  Number.parseInt(node, 10) < 22 ? 'better-sqlite3' : 'better-sqlite3-13';

/** Opens a file with no settings; the daemon's own connections come from `openConnection`. */
export function openSqliteFile(file: string, options?: BetterSqlite3.Options): BetterSqlite3.Database {
  return new (library())(file, options);
}

/** Loads the package with the first file, because a daemon on Postgres needs none. */
function library(): typeof BetterSqlite3 {
  const { node, napi } = process.versions;
  const name = sqlitePackageFor(node);
  if (name === 'better-sqlite3-13' && Number(napi) < 10)
    throw new Error(`Node ${node} cannot load SQLite. Use Node 22.14 or newer`);
  try {
    return load(name);
  } catch (error) {
    throw new Error(`${name}, which Node ${node} needs for SQLite, is not installed`, { cause: error });
  }
}
