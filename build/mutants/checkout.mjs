// Manages the copy of the checkout in which the faults are planted.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { replaceFile } from '../sources.mjs';

/** The folder of the copy. It is on the same disk, so the packages can be hard links that use no space. */
export const folder = join(root, 'out/mutants/checkout');

/** @param {string[]} args */
const git = (...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

/**
 * Creates the copy, or reuses the one from an earlier run. Packages are linked; the copy has its own caches and builds.
 * @param {string} commit
 */
export function prepareCheckout(commit) {
  if (!existsSync(join(folder, 'node_modules'))) {
    rmSync(folder, { recursive: true, force: true });
    execFileSync('git', ['clone', '--quiet', '--no-checkout', root, folder]);
    git('checkout', '--quiet', '--detach', commit);
    for (const place of ['', 'daemon', 'sdk', 'src/main', 'test'].map((name) => join(name, 'node_modules')))
      if (existsSync(join(root, place))) execFileSync('cp', ['-al', join(root, place), join(folder, place)]);
    for (const cache of ['.cache/types', '.vite', '.vite-temp'])
      rmSync(join(folder, 'node_modules', cache), { recursive: true, force: true });
  }
  restore();
  if (git('rev-parse', 'HEAD').trim() !== commit) throw new Error(`Delete ${folder}: it belongs to a different commit`);
  cpSync(join(root, 'build/mutants'), join(folder, 'build/mutants'), { recursive: true });
}

export const trackedFiles = () => git('ls-files', '-z').split('\0').filter(Boolean);

/** The sources that the builds of the SDK and the Portal read. The tests bundle the daemon themselves. */
const BUILT = /^(?:sdk|src|daemon\/(?:contract|lib))\//;
let isBuilt = false;

/** Undoes all changes to tracked files. */
export function restore() {
  const changed = git('diff', '--name-only').split('\n');
  if (changed.some((path) => BUILT.test(path))) isBuilt = false;
  git('checkout', '--quiet', '--', '.');
}

/** @param {readonly import('./sites.mjs').Site[]} sites */
export function plant(sites) {
  if (sites.some(({ path }) => BUILT.test(path))) isBuilt = false;
  for (const path of new Set(sites.map((site) => site.path))) {
    const own = sites.filter((site) => site.path === path).sort((a, b) => b.edit.start - a.edit.start);
    const changed = own.reduce(
      (text, { edit }) => text.slice(0, edit.start) + edit.text + text.slice(edit.end),
      readFileSync(join(folder, path), 'utf8'),
    );
    replaceFile(join(folder, path), [...new Set(own.map(({ line0 = '' }) => line0)), changed].join(''));
  }
}

/**
 * Returns the sites whose files the compiler or the linter rejects when all changes are made together.
 * @template {import('./sites.mjs').Site} T
 * @param {readonly T[]} sites
 * @returns {T[]}
 */
export function refusedOf(sites) {
  const run = (/** @type {string} */ script, /** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [join('node_modules', script), ...args], { cwd: folder, encoding: 'utf8' });
  plant(sites);
  const checks = [
    run(
      '@biomejs/biome/bin/biome',
      'lint',
      '--error-on-warnings',
      '--max-diagnostics=none',
      ...sites.map((site) => site.path),
    ),
    ...['.', 'sdk', 'src/renderer'].map((project) =>
      run('typescript/bin/tsc', '--noEmit', '--pretty', 'false', '-p', project),
    ),
  ];
  restore();
  const refused = sites.filter(({ path }) =>
    checks.some(({ stdout, stderr }) =>
      [`\n${path}:`, `\n${path}(`].some((line) => `\n${stdout}${stderr}`.includes(line)),
    ),
  );
  if (refused.length > 0 || checks.every(({ status }) => status === 0)) return refused;
  // The errors are only in unchanged files, so the list is halved until the cause is found.
  if (sites.length === 1) return [...sites];
  const half = sites.length / 2;
  return [...refusedOf(sites.slice(0, half)), ...refusedOf(sites.slice(half))];
}

/** Builds the SDK and the Portal if their sources have changed. */
export function buildAll() {
  if (isBuilt) return;
  const env = { ...process.env, NODE_ENV: 'production' };
  for (const script of ['sdk-build', 'portal-build'])
    spawnSync(process.execPath, [join(folder, 'build', `${script}.mjs`)], { cwd: folder, stdio: 'ignore', env });
  isBuilt = true;
}
