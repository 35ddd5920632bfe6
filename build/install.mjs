// Installs the packages of package-lock.json into node_modules and compiles SQLite outside it, unless both are already
// done. This file uses only Node's own modules because it runs before anything is installed. It prints to stderr.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isFinished, isStamped, missingPlaces, nativeModuleLoads, sqlite, stampInstall } from './installed.mjs';
import { isNativeModuleKept, nativeLog, placeNativeModule, removeNativeModule } from './native-module.mjs';
import { root } from './paths.mjs';

/** @typedef {import('./installed.mjs').Extent} Extent */

/**
 * Installs missing packages and their native code. Rejects if either fails.
 * @param {Extent} extent
 */
export const install = (extent) => startInstall(extent).native;

/**
 * Starts installing missing packages and compiling native code at the same time.
 * @param {Extent} extent
 * @returns {{ packages: Promise<void>, native: Promise<void> }} `packages` resolves when
 *   everything except the native code is usable
 */
export function startInstall(extent) {
  if (isStamped(extent)) return { packages: Promise.resolve(), native: Promise.resolve() };
  const compiled = needsCompiler() && !isNativeModuleKept() ? compile() : Promise.resolve();
  const packages = runApart('install-packages.mjs', 2, extent);
  const native = Promise.all([packages, compiled]).then(() => finish(extent));
  // If installing the packages fails, the caller never awaits `native`: its rejection must not count as unhandled.
  native.catch(() => {});
  return { packages, native };
}

/** Returns whether to start compiling now, without waiting for the packages. */
function needsCompiler() {
  if (sqlite !== 'better-sqlite3') return false;
  const stays = isFinished() && !missingPlaces('serve').includes(`node_modules/${sqlite}`);
  return !(stays && nativeModuleLoads());
}

/** @param {Extent} extent */
async function finish(extent) {
  if (!nativeModuleLoads()) await compileAndPlace();
  if (!nativeModuleLoads() && sqlite === 'better-sqlite3') {
    // The module may have been compiled on another system that shares this folder.
    removeNativeModule();
    await compileAndPlace();
  }
  if (!nativeModuleLoads()) throw new Error(`${sqlite} cannot be loaded; is a C++ compiler installed?`);
  stampInstall(extent);
}

async function compileAndPlace() {
  if (!isNativeModuleKept()) await compile();
  placeNativeModule();
}

async function compile() {
  process.stderr.write(`Preparing ${sqlite}; if it must be compiled, this takes up to a minute …\n`);
  try {
    await runApart('native-module.mjs', 'ignore');
  } catch {
    process.stderr.write(readFileSync(nativeLog, 'utf8').slice(-10_000));
    throw new Error(`${sqlite} could not be compiled; is a C++ compiler installed?`);
  }
}

/**
 * @param {string} script
 * @param {2 | 'ignore'} output
 * @param {string[]} args
 * @returns {Promise<void>}
 */
function runApart(script, output, ...args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'build', script), ...args], {
      stdio: ['ignore', output, output],
    });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`build/${script} failed`))));
  });
}
