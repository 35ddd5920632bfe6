// Decides whether the tests detect a fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, folder, plant, restore } from './checkout.mjs';
import { runTests } from './tests.mjs';

/**
 * @typedef {object} Verdict
 * @property {string} [file] the file that fails; absent if all tests pass
 * @property {string} [test]
 * @property {string} [error] the first line of its message
 * @property {number} files the number of files to run
 * @property {boolean} [isConfirmed] whether the file passes without the fault
 */

/**
 * Returns the first letters of each longer word in a path, without a final `s`, so that `code` and `codes` match.
 * @param {string} path
 */
const wordsOf = (path) =>
  path
    .replace(/\.\w+$/, '')
    .split(/\W/)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5).replace(/s$/, ''));

/** @type {Record<string, number> | undefined} */
let costs;

/**
 * Returns the CPU seconds of a test file.
 * @param {string} path
 * @returns {number}
 */
export function costOf(path) {
  costs ??= /** @type {Record<string, number>} */ (JSON.parse(readFileSync(join(folder, 'test/costs.json'), 'utf8')));
  return costs[path] ?? 0;
}

/**
 * Returns the files by cost, cheapest first. A file that shares words with the source's name counts as cheaper.
 * @param {readonly string[]} files
 * @param {string} [source]
 */
export function inOrderOfCost(files, source = '') {
  const words = new Set(wordsOf(source));
  const ranked = files.map((file) => {
    const shared = new Set(wordsOf(file).filter((word) => words.has(word)));
    return { file, rank: (1 + costOf(file)) / 8 ** shared.size };
  });
  return ranked.sort((a, b) => a.rank - b.rank).map(({ file }) => file);
}

/**
 * Runs the files until one fails, and returns the verdict.
 * @param {import('./sites.mjs').Site} site
 * @param {readonly string[]} files
 * @param {'whole' | 'full'} size
 * @returns {Promise<Verdict>}
 */
export async function judge(site, files, size) {
  if (files.length === 0) return { files: 0 };
  plant([site]);
  buildAll();
  const [failure] = await runTests(files, { size });
  restore();
  return { ...failure, files: files.length };
}

/**
 * Returns the files that fail without any fault.
 * @param {Iterable<string>} files
 */
export async function failingFiles(files) {
  buildAll();
  const failures = await runTests([...files], { bail: false });
  return failures.map(({ file }) => file);
}
