// Compiles the native module of a package in a separate project outside node_modules: npm installs that project within
// seconds, and `npm ci` does not delete it. This file uses only Node's own modules because it runs before anything is
// installed.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { npm } from './npm.mjs';
import { root } from './paths.mjs';
import { replaceFile } from './sources.mjs';

/**
 * @typedef {object} Workshop
 * @property {string} folder the folder of the separate project
 * @property {string} name the name of the package
 * @property {ReturnType<typeof import('./lock-file.mjs').projectOf>} project
 * @property {string} compiled the path of the module in the package's folder
 * @property {{ from: string, to: string }} copied two folders in the package's folder: the build copies
 *   sources from one to the other
 * @property {string} module the file that the compiled module is saved to
 * @property {NodeJS.ProcessEnv} env
 * @property {number} output the file descriptor that npm and the compiler print to
 */

/**
 * Compiles the module. If an earlier call was interrupted, this call continues its work.
 * @param {Workshop} workshop
 */
export async function compileBeside(workshop) {
  const { folder, name, compiled, module } = workshop;
  if (existsSync(module)) return;
  const source = join(folder, 'node_modules', name);
  await fetchSource(workshop);
  const isContinued = existsSync(join(source, 'build/Makefile'));
  try {
    await compile(workshop, join(source, compiled));
  } catch (error) {
    if (!isContinued) throw error;
    // A killed compiler may have left an incomplete object file, which make would treat as complete.
    rmSync(join(source, 'build'), { recursive: true, force: true });
    await compile(workshop, join(source, compiled));
  }
  replaceFile(module, readFileSync(join(source, compiled)));
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  rmSync(fetchedFile(workshop));
}

const fetchedFile = (/** @type {Workshop} */ { folder }) => join(folder, 'fetched');

/**
 * Fetches the package and its dependencies. npm checks their hashes.
 * @param {Workshop} workshop
 */
async function fetchSource(workshop) {
  const { folder, name, project, output } = workshop;
  if (existsSync(fetchedFile(workshop))) return;
  // `node-gyp rebuild` would first delete all compiled objects.
  const native = `cd node_modules/${name} && (prebuild-install || node-gyp configure build --release)`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...project.package, scripts: { native } }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(project.lock));
  // In the separate project, npm does not read the root's .npmrc.
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, output });
  writeFileSync(fetchedFile(workshop), '');
}

/**
 * Creates hard links in place of the copies that each build makes of the sources: copying a file onto a link to itself
 * changes nothing. New copies would be newer than the objects, so make would compile SQLite again.
 * @param {string} source
 * @param {Workshop['copied']} copied
 */
function linkCopies(source, { from, to }) {
  if (process.platform === 'win32') return;
  mkdirSync(join(source, to), { recursive: true });
  for (const name of readdirSync(join(source, from))) {
    try {
      linkSync(join(source, from, name), join(source, to, name));
    } catch {
      // An earlier call has linked this file, or the file system has no hard links.
    }
  }
}

/**
 * @param {Workshop} workshop
 * @param {string} file
 */
async function compile({ folder, name, copied, env, output }, file) {
  linkCopies(join(folder, 'node_modules', name), copied);
  await npm(['run', '--silent', 'native'], { cwd: folder, env, output });
  const probe = 'process.dlopen({ exports: {} }, process.argv[1])';
  if (spawnSync(process.execPath, ['-e', probe, file], { stdio: 'ignore' }).status !== 0)
    throw new Error(`${file} was compiled but cannot be loaded`);
}
