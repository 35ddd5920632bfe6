import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { thisNode } from '../../../build/nodes.mjs';
import { root } from '../../../build/paths.mjs';
import { placeOfSqlite, sqlitePackage } from '../../../build/sqlite-package.mjs';

// Daemons of earlier versions, saved by `npm run keep-version`.

const folder = join(root, 'test/fixtures/versions');
/** The folder is inside the daemon's, so that a kept daemon finds the packages of this checkout. */
const unpacked = join(root, `daemon/dist/versions/node${thisNode.major}`);

/** The names `<version>-<newest migration>`, from the oldest to the newest. */
export const keptVersions = readdirSync(folder)
  .map((file) => file.replace(/\.tgz$/, ''))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));

/** Returns the program of a kept version, for `spawnDaemon`. */
export function programOf(version: string): string {
  const place = join(unpacked, version);
  if (!existsSync(place)) {
    mkdirSync(unpacked, { recursive: true });
    const draft = mkdtempSync(join(unpacked, '.draft-'));
    const { status, stderr } = spawnSync('tar', ['-xzf', join(folder, `${version}.tgz`), '-C', draft]);
    if (status !== 0) throw new Error(`${version} could not be unpacked: ${stderr}`);
    // 1.0.0 imports better-sqlite3 on every Node version, so this link points to the package that this Node can load.
    mkdirSync(join(draft, 'node_modules'));
    symlinkSync(placeOfSqlite(sqlitePackage(thisNode.major)), join(draft, 'node_modules/better-sqlite3'));
    try {
      renameSync(draft, place);
    } catch (error) {
      rmSync(draft, { recursive: true });
      // Another test file has unpacked it.
      if (!existsSync(place)) throw error;
    }
  }
  return join(place, 'main.js');
}
