// Installs what package-lock.json names into node_modules. Does nothing if it is installed already. It uses plain Node
// only, because this file runs before anything is installed. It prints to stderr.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from './paths.mjs';

const lockFile = join(root, 'package-lock.json');
const installedFile = join(root, 'node_modules', '.package-lock.json');
const stampFile = join(root, 'node_modules', '.redeemd-lock');

/** Installs missing packages. Returns whether it did. Throws when npm fails. */
export function install() {
  const stamp = wantedStamp();
  if (existsSync(installedFile) && readText(stampFile) === stamp) return false;
  if (!installedMatchesLock() || !nativeModuleLoads()) runNpmCi();
  writeFileSync(stampFile, stamp);
  return true;
}

/** The native module depends on Node's ABI and the platform, so both are part of the stamp. */
function wantedStamp() {
  const hash = createHash('sha256').update(readFileSync(lockFile)).digest('hex');
  return `${hash} ${process.platform}-${process.arch} abi ${process.versions.modules}\n`;
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
  const probe = "new (require('better-sqlite3'))(':memory:').close()";
  return spawnSync(process.execPath, ['-e', probe], { cwd: join(root, 'daemon'), stdio: 'ignore' }).status === 0;
}

function runNpmCi() {
  process.stderr.write('Installing dependencies (npm ci); the first time this takes a minute or two …\n');
  const env = { ...process.env };
  // If Node's own headers are on this machine, compiling the native module needs no download.
  const prefix = dirname(dirname(process.execPath));
  if (existsSync(join(prefix, 'include', 'node', 'node.h'))) env.npm_config_nodedir ??= prefix;
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const npm = process.env.npm_execpath;
  const result = npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...args], { cwd: root, env, stdio: ['ignore', 2, 2] })
    : spawnSync('npm', args, { cwd: root, env, stdio: ['ignore', 2, 2], shell: process.platform === 'win32' });
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`npm ci failed (${result.signal ?? `exit code ${result.status}`})`);
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
