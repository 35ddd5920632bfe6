// Compiles the native module of one package in a separate project outside of node_modules: npm fetches this project
// within seconds, and the module outlives `npm ci`. Plain Node only: it runs before anything is installed.
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
 * @property {string} folder of the project
 * @property {string} name of the package
 * @property {ReturnType<typeof import('./lock-file.mjs').projectOf>} project
 * @property {string} compiled the module, below the package's folder
 * @property {{ from: string, to: string }} copied folders below the package's: the build copies its sources
 * @property {string} module the file that keeps it
 * @property {NodeJS.ProcessEnv} env
 * @property {number} output the descriptor that npm and the compiler print to
 */

/**
 * Compiles the module. Continues an earlier call that was interrupted.
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
    // A killed compiler may have left half a file, which make does not compile again.
    rmSync(join(source, 'build'), { recursive: true, force: true });
    await compile(workshop, join(source, compiled));
  }
  replaceFile(module, readFileSync(join(source, compiled)));
  rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  rmSync(fetchedFile(workshop));
}

const fetchedFile = (/** @type {Workshop} */ { folder }) => join(folder, 'fetched');

/**
 * Fetches the package and those that it needs. npm checks their hashes.
 * @param {Workshop} workshop
 */
async function fetchSource(workshop) {
  const { folder, name, project, output } = workshop;
  if (existsSync(fetchedFile(workshop))) return;
  // `rebuild` would first remove every compiled object.
  const native = `cd node_modules/${name} && (prebuild-install || node-gyp configure build --release)`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...project.package, scripts: { native } }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(project.lock));
  // npm reads such a file only from the project's own folder.
  if (existsSync(join(root, '.npmrc'))) copyFileSync(join(root, '.npmrc'), join(folder, '.npmrc'));
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder, output });
  writeFileSync(fetchedFile(workshop), '');
}

/**
 * Each build copies these sources. New copies are newer than the objects, so make would compile SQLite again. If the
 * copy is a link to its source, copying changes nothing.
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
      // An earlier call linked it, or this file system has no links.
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
    throw new Error(`${file} was compiled and does not load`);
}
