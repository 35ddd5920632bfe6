// Installs what package-lock.json names into node_modules. Does nothing if it is installed already. It uses plain Node
// only, because this file runs before anything is installed. It prints to stderr.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';
import { placeOfSqlite, sqlitePackage } from './sqlite-package.mjs';

/**
 * What of the workspaces is installed. `serve`: what builds and runs the daemon with its Portal and SDK. `all`: also
 * what packages the desktop app, and what checks and tests.
 * @typedef {'serve' | 'all'} Extent
 */
const WORKSPACES = { serve: ['--include-workspace-root', '--workspace=daemon', '--workspace=sdk'], all: [] };
/** The better-sqlite3 that this Node loads. The other one is installed too, and never compiled. */
const sqlite = sqlitePackage(Number.parseInt(process.versions.node, 10));
/** The packages whose install scripts are run, where the extent has them; package.json allows them. */
const withScripts = (/** @type {Extent} */ extent) =>
  allowedScripts().filter((name) => (name === 'better-sqlite3' ? name === sqlite : extent === 'all'));

const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'node_modules', '.redeemd-lock');

/**
 * Installs missing packages and compiles their native code. Throws when npm fails.
 * @param {Extent} extent
 */
export const install = async (extent) => installPackages(extent)();

/**
 * Installs missing packages. Throws when npm fails.
 * @param {Extent} extent
 * @returns {() => Promise<void>} compiles their native code; other packages can be used before
 */
export function installPackages(extent) {
  const stamp = wantedStamp();
  const installed = readText(stampFile);
  if (existsSync(installedFile) && [`${stamp}all\n`, `${stamp}${extent}\n`].includes(installed ?? ''))
    return async () => {};
  const isComplete = installedMatchesLock() && existsSync(placeOfSqlite(sqlite));
  if (!isComplete) npmCi(extent);
  return async () => {
    if (!isComplete || !nativeModuleLoads()) await compile(extent);
    // npm takes a package whose compiling failed away and says nothing, if it is an optional one.
    if (!nativeModuleLoads()) throw new Error(`${sqlite} cannot be loaded; is a C++ compiler installed?`);
    writeFileSync(stampFile, `${stamp}${isComplete ? 'all' : extent}\n`);
  };
}

/** The native module depends on Node's ABI and the platform, so both are part of the stamp. */
function wantedStamp() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${hash} ${process.platform}-${process.arch} abi ${process.versions.modules} `;
}

/**
 * True after an ordinary `npm install` by hand, which writes no stamp: then the packages need not be installed again.
 */
function installedMatchesLock() {
  const installedText = readText(installedFile);
  if (installedText === undefined) return false;
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
  const installed = JSON.parse(installedText).packages;
  for (const [path, entry] of Object.entries(wanted)) {
    if (!path.includes('node_modules/') || entry.link || entry.optional) continue;
    if (installed[path]?.version !== entry.version || !existsSync(join(root, path))) return false;
  }
  return true;
}

function nativeModuleLoads() {
  const probe = `new (require('${sqlite}'))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', probe], { cwd: join(root, 'daemon'), stdio: 'ignore' }).status === 0;
}

/** @param {Extent} extent */
function npmCi(extent) {
  process.stderr.write('Installing dependencies (npm ci); the first time this takes a minute or two …\n');
  const args = ['ci', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', ...WORKSPACES[extent]];
  const { command, all, options } = npm(args);
  const result = spawnSync(command, all, options);
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`npm ci failed (${result.signal ?? `exit code ${result.status}`})`);
}

/** @returns {string[]} */
function allowedScripts() {
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return Object.keys(allowScripts).filter((name) => allowScripts[name]);
}

/** @param {Extent} extent */
async function compile(extent) {
  const scripts = withScripts(extent);
  if (scripts.length > 0) await npmRun(['rebuild', ...scripts]);
  // Version 13 brings modules for the common platforms, and has no install script.
  if (sqlite === 'better-sqlite3' || nativeModuleLoads()) return;
  // It would go on to load the module that this platform cannot load.
  rmSync(join(placeOfSqlite(sqlite), 'prebuilds'), { recursive: true, force: true });
  await npmRun(['run', 'build-release', `--prefix=${placeOfSqlite(sqlite)}`]);
}

/**
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function npmRun(args) {
  const { command, all, options } = npm(args);
  return new Promise((resolve, reject) => {
    const child = spawn(command, all, options);
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('exit', (code, signal) =>
      code === 0 ? resolve() : reject(new Error(`npm ${args[0]} failed (${signal ?? `exit code ${code}`})`)),
    );
  });
}

/** @param {string[]} args */
function npm(args) {
  /** @type {NodeJS.ProcessEnv} */
  const env = { npm_config_jobs: String(availableParallelism()), ...process.env };
  // If Node's own headers are on this machine, compiling the native module needs no download.
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, 'include', 'node', 'node.h'))) env.npm_config_nodedir ??= prefix;
  /** @type {['ignore', 2, 2]} */
  const stdio = ['ignore', 2, 2];
  const options = { cwd: root, env, stdio, shell: false };
  const all = [...args, '--no-update-notifier', '--loglevel=error'];
  const script = process.env.npm_execpath;
  if (script?.endsWith('.js')) return { command: process.execPath, all: [script, ...all], options };
  return { command: 'npm', all, options: { ...options, shell: process.platform === 'win32' } };
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
