// Installs the packages that are missing from node_modules. install.mjs starts this file as a separate process, which
// holds the lock until npm ends, even if the command that needs the packages is killed first.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withBuildLock } from './build-lock.mjs';
import { hasMoreThanServed, installFolder, isFinished, missingPlaces, whileUnfinished } from './installed.mjs';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';

/** @typedef {import('./installed.mjs').Extent} Extent */

const FLAGS = ['--include=dev', '--ignore-scripts', '--no-audit', '--no-fund'];

try {
  const extent = /** @type {Extent} */ (process.argv[2]);
  await withBuildLock(join(installFolder, 'packages.lock'), () => installPackages(extent));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

/** @param {Extent} extent */
async function installPackages(extent) {
  if (!isFinished()) await installAnew(extent);
  else if (missingPlaces(extent).length > 0) await addMissing(extent);
  // A manual install may have skipped the packages' scripts, and nothing in node_modules shows whether they ran.
  if (extent === 'all') await npm(['rebuild', ...packagesWithScripts()]);
}

/** @param {Extent} extent */
async function installAnew(extent) {
  process.stderr.write('Installing dependencies (npm ci); the first time this takes up to a minute …\n');
  // `npm ci` empties node_modules first, so installed packages that only `all` needs must be reinstalled, too.
  await npmInstall('ci', hasMoreThanServed() ? 'all' : extent);
}

/** @param {Extent} extent */
async function addMissing(extent) {
  process.stderr.write('Installing missing dependencies …\n');
  // Without --no-save, npm might rewrite package-lock.json in its own version's format.
  await npmInstall('install', extent, '--no-save');
  // If packages are still missing, package.json and the lock file differ. npm ci reports the differences.
  if (missingPlaces(extent).length > 0) await installAnew(extent);
}

/**
 * @param {'ci' | 'install'} command
 * @param {Extent} extent
 * @param {string[]} flags
 */
function npmInstall(command, extent, ...flags) {
  const workspaces = extent === 'all' ? [] : ['--include-workspace-root', '--workspace=daemon', '--workspace=sdk'];
  return whileUnfinished(() => npm([command, ...flags, ...FLAGS, ...workspaces]));
}

/** Returns the packages whose install scripts package.json allows, except SQLite, which native-module.mjs compiles. */
function packagesWithScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name] && name !== 'better-sqlite3');
}
