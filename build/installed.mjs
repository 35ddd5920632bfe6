// Checks which locked packages are installed. It uses only Node's modules because it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingFrom, placesFor } from './lock-file.mjs';
import { root } from './paths.mjs';
import { readText, replaceFile } from './sources.mjs';
import { sqlitePackage } from './sqlite-package.mjs';

/**
 * What to install. `serve`: the packages needed to build and run the daemon with its Portal and SDK. `all`: also those
 * for the desktop app, the checks and the tests.
 * @typedef {'serve' | 'all'} Extent
 */

/** The folder for the installer's own files. It is outside node_modules, which `npm ci` empties. */
export const installFolder = join(root, '.install');
/** The better-sqlite3 package that this Node version loads. The other one is installed too, but never compiled. */
export const sqlite = sqlitePackage(Number.parseInt(process.versions.node, 10));

const lockFile = join(root, 'package-lock.json');
/** npm writes this file at the end of each install. After an unfinished install, it is missing or out of date. */
const installedFile = join(root, 'node_modules/.package-lock.json');
const stampFile = join(root, 'node_modules/.redeemd-lock');
const unfinishedFile = join(installFolder, 'unfinished');

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {Record<Extent, string[]>} */
const WORKSPACES = { serve: ['', 'daemon', 'sdk'], all: ['', ...workspaces] };

/** @returns {import('./lock-file.mjs').Packages} */
export const readLock = () => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/**
 * Returns the places of packages that npm must still install.
 * @param {Extent} extent
 */
export function missingPlaces(extent) {
  const packages = readLock();
  const installed = JSON.parse(readText(installedFile) ?? '{"packages":{}}').packages;
  const place = `node_modules/${sqlite}`;
  // Version 12 of the package is optional in the lock file, and npm removes an optional package that does not compile.
  const wanted = new Set([...placesFor(packages, WORKSPACES[extent]), place, ...placesFor(packages, [place])]);
  return missingFrom(packages, installed, wanted, (one) => existsSync(join(root, one)));
}

/** Returns whether node_modules contains a package that only `all` needs. */
export function hasMoreThanServed() {
  const packages = readLock();
  const served = placesFor(packages, WORKSPACES.serve, { optional: true });
  return Object.keys(packages).some(
    (place) =>
      place.startsWith('node_modules/') &&
      !packages[place]?.link &&
      !served.has(place) &&
      existsSync(join(root, place)),
  );
}

/** Returns whether npm's last install finished. If it did not, a package may lack files. */
export function isFinished() {
  const installed = statSync(installedFile, { throwIfNoEntry: false });
  const unfinished = statSync(unfinishedFile, { throwIfNoEntry: false });
  return installed !== undefined && (unfinished === undefined || unfinished.mtimeMs < installed.mtimeMs);
}

/**
 * Marks node_modules as unfinished while npm changes it. npm rolls back a failed change, unless a signal ends npm.
 * @param {() => Promise<void>} change
 */
export async function whileUnfinished(change) {
  replaceFile(unfinishedFile, '');
  try {
    await change();
  } catch (error) {
    const { signal } = /** @type {{ signal?: NodeJS.Signals }} */ (error);
    if (!signal) rmSync(unfinishedFile, { force: true });
    throw error;
  }
  rmSync(unfinishedFile, { force: true });
}

export function nativeModuleLoads() {
  const probe = `new (require('${sqlite}'))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', probe], { cwd: join(root, 'daemon'), stdio: 'ignore' }).status === 0;
}

/**
 * Returns whether `stampInstall` recorded that this extent is installed. If so, nothing needs to be checked again.
 * @param {Extent} extent
 */
export function isStamped(extent) {
  const stamp = readText(stampFile);
  return stamp !== undefined && [stampOf('all'), stampOf(extent)].includes(stamp);
}

/** @param {Extent} extent */
export function stampInstall(extent) {
  if (!isStamped('all')) writeFileSync(stampFile, stampOf(extent));
}

/**
 * Returns the stamp of an install. It includes npm's own list, so any manual install invalidates it. It also includes
 * Node's ABI and the platform, because the native module depends on both.
 * @param {Extent} extent
 */
function stampOf(extent) {
  const hash = createHash('sha256');
  for (const file of [lockFile, installedFile]) hash.update(readText(file) ?? '').update('\0');
  return `${hash.digest('hex')} ${process.platform}-${process.arch} abi ${process.versions.modules} ${extent}\n`;
}
