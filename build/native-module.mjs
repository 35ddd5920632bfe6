// Compiles the better-sqlite3 that this Node loads (docs/decisions/0071-two-better-sqlite3.md). install.mjs starts
// this file as a separate process: if the command that needs the module is killed, the compiler continues and the next
// command waits for its result. The output goes to a log because the killed command's stderr may be closed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { compileBeside } from './compile-beside.mjs';
import { installFolder, readLock, sqlite } from './installed.mjs';
import { projectOf } from './lock-file.mjs';
import { npm } from './npm.mjs';
import { replaceFile } from './sources.mjs';
import { moduleOf12, placeOfSqlite } from './sqlite-package.mjs';

const NAME = 'better-sqlite3';
export const nativeLog = join(installFolder, 'native.log');
/** The parts of SQLite that the daemon does not use. They take a quarter of the compile time. */
const UNUSED = ['FTS3', 'FTS3_PARENTHESIS', 'FTS4', 'FTS5', 'GEOPOLY', 'RTREE'];
/** node-gyp adds these flags after the package's own, so they have priority. The Windows compiler ignores them. */
const SQLITE_FLAGS = ['-O2', ...UNUSED.map((part) => `-USQLITE_ENABLE_${part}`)].join(' ');

/** @param {NodeJS.ProcessEnv} env */
export const withSqliteFlags = (env) => ({ ...env, CFLAGS: [env.CFLAGS, SQLITE_FLAGS].filter(Boolean).join(' ') });

/** Returns whether the compiled module exists. */
export const isNativeModuleKept = () => sqlite === NAME && existsSync(workshop().module);

/** Copies the compiled module to the place where the package looks for it. */
export function placeNativeModule() {
  const place = placeOfSqlite(NAME);
  if (sqlite === NAME && existsSync(place)) replaceFile(join(place, moduleOf12), readFileSync(workshop().module));
}

/** Removes the compiled module, so that the next call compiles it again. */
export const removeNativeModule = () => rmSync(workshop().folder, { recursive: true, force: true });

/**
 * Returns the folder and flags. Each version of the package, ABI of Node, platform and set of flags has its own folder.
 * @returns {Omit<import('./compile-beside.mjs').Workshop, 'output'>}
 */
function workshop() {
  const env = withSqliteFlags(process.env);
  const packages = readLock();
  const project = projectOf(packages, `node_modules/${NAME}`);
  const hash = createHash('sha256')
    .update(JSON.stringify([project, env.CFLAGS]))
    .digest('hex')
    .slice(0, 8);
  const version = `${NAME}-${packages[`node_modules/${NAME}`]?.version}-${hash}`;
  const machine = `${process.platform}-${process.arch}-abi${process.versions.modules}`;
  const folder = join(installFolder, version, machine);
  const copied = { from: 'deps/sqlite3', to: 'build/Release/obj/gen/sqlite3' };
  const module = join(folder, 'better_sqlite3.node');
  return { folder, name: NAME, project, compiled: moduleOf12, copied, module, env };
}

/** Removes modules that were compiled from other versions or with other flags. */
function removeOldModules() {
  const { folder } = workshop();
  const isOld = (/** @type {string} */ name) =>
    name.startsWith(`${NAME}-`) && !folder.startsWith(join(installFolder, name));
  for (const name of readdirSync(installFolder).filter(isOld)) rmSync(join(installFolder, name), { recursive: true });
}

/** @param {number} output */
async function compileModule(output) {
  if (sqlite === NAME) {
    await compileBeside({ ...workshop(), output });
    removeOldModules();
    return;
  }
  // Version 13 prefers a prebuilt module to the compiled one, so the prebuilt modules are removed.
  const place = placeOfSqlite(sqlite);
  rmSync(join(place, 'prebuilds'), { recursive: true, force: true });
  await npm(['run', 'build-release', `--prefix=${place}`], { env: withSqliteFlags(process.env), output });
}

async function compileWithLog() {
  // The process that previously held the lock may have compiled the module.
  if (isNativeModuleKept()) return;
  const output = openSync(nativeLog, 'w');
  try {
    await compileModule(output);
  } catch (error) {
    writeSync(output, `${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(installFolder, { recursive: true });
  await withBuildLock(join(installFolder, 'native.lock'), compileWithLog);
}
