// What of package-lock.json is installed in node_modules. Plain Node only: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingFrom, placesFor } from './lock-file.mjs';
import { root } from './paths.mjs';
import { readText, replaceFile } from './sources.mjs';
import { sqlitePackage } from './sqlite-package.mjs';

/**
 * What of the workspaces is installed. `serve`: what builds and runs the daemon with its Portal and SDK. `all`: also
 * what packages the desktop app, and what checks and tests.
 * @typedef {'serve' | 'all'} Extent
 */

/** The folder of what installs keep outside of node_modules, which `npm ci` empties. */
export const installFolder = join(root, '.install');
/** The better-sqlite3 that this Node loads. The other one is installed too, and never compiled. */
export const sqlite = sqlitePackage(Number.parseInt(process.versions.node, 10));

const lockFile = join(root, 'package-lock.json');
/** npm writes it at the end of each install, so an unfinished one leaves none, or that of the install before. */
const installedFile = join(root, 'node_modules/.package-lock.json');
const stampFile = join(root, 'node_modules/.redeemd-lock');
const unfinishedFile = join(installFolder, 'unfinished');

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
/** @type {Record<Extent, string[]>} */
const WORKSPACES = { serve: ['', 'daemon', 'sdk'], all: ['', ...workspaces] };

/** @returns {import('./lock-file.mjs').Packages} */
export const readLock = () => JSON.parse(readFileSync(lockFile, 'utf8')).packages;

/**
 * The places of packages that npm must still install.
 * @param {Extent} extent
 */
export function missingPlaces(extent) {
  const packages = readLock();
  const installed = JSON.parse(readText(installedFile) ?? '{"packages":{}}').packages;
  const place = `node_modules/${sqlite}`;
  // Version 12 of it is optional in the lock file, and npm removes an optional package that does not compile.
  const wanted = new Set([...placesFor(packages, WORKSPACES[extent]), place, ...placesFor(packages, [place])]);
  return missingFrom(packages, installed, wanted, (one) => existsSync(join(root, one)));
}

/** Whether node_modules holds a package that only the larger extent needs. */
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

/** Whether the last install by npm ended. Otherwise a package may lack files. */
export function isFinished() {
  const installed = statSync(installedFile, { throwIfNoEntry: false });
  const unfinished = statSync(unfinishedFile, { throwIfNoEntry: false });
  return installed !== undefined && (unfinished === undefined || unfinished.mtimeMs < installed.mtimeMs);
}

/**
 * Marks node_modules as unfinished while npm changes it. npm undoes what it cannot end, unless a signal ends npm.
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
 * Whether an earlier call of `stampInstall` found all of this installed. It need not be looked at again.
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
 * npm's own list is part of the stamp, so any install by hand makes it void. The native module depends on Node's ABI
 * and the platform.
 * @param {Extent} extent
 */
function stampOf(extent) {
  const hash = createHash('sha256');
  for (const file of [lockFile, installedFile]) hash.update(readText(file) ?? '').update('\0');
  return `${hash.digest('hex')} ${process.platform}-${process.arch} abi ${process.versions.modules} ${extent}\n`;
}
