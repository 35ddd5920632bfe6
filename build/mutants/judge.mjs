// Whether the tests notice a fault.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAll, folder, plant, restore } from './checkout.mjs';
import { filesReaching } from './reach.mjs';
import { runTests } from './tests.mjs';

/**
 * @typedef {object} Verdict
 * @property {string | null} killedBy a file and its test; null if all tests pass
 * @property {number} files how many were to run
 * @property {string} [error] the first line of its message
 * @property {string} [raced] a test that failed with the fault and also without it
 */

/** How often another test is asked after one that fails without the fault, too. */
const MOST_RACES = 3;

/**
 * The beginnings of the words of a path: `code` and `codes` are one.
 * @param {string} path
 */
const wordsOf = (path) =>
  path
    .replace(/\.\w+$/, '')
    .split(/\W/)
    .filter((word) => word.length > 3)
    .map((word) => word.slice(0, 5).replace(/s$/, ''));

/**
 * CPU seconds of a test file.
 * @param {string} path
 * @returns {number}
 */
export const costOf = (path) => JSON.parse(readFileSync(join(folder, 'test/costs.json'), 'utf8'))[path] ?? 0;

/**
 * The cheapest first; a file that is named like the source counts as cheaper.
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
 * Runs the files that reach the fault. A failure counts if the same file passes without the fault directly afterwards.
 * @param {import('./sites.mjs').Site} site
 * @param {number} number
 * @param {readonly string[]} files
 * @returns {Promise<Verdict>}
 */
export async function judge(site, number, files) {
  let left = inOrderOfCost(filesReaching(number, files), site.path);
  /** @type {Verdict} */
  const verdict = { killedBy: null, files: left.length };
  for (let races = 0; races < MOST_RACES && left.length > 0; races += 1) {
    plant([site]);
    buildAll();
    const failure = await runTests(left);
    restore();
    buildAll();
    if (!failure) return verdict;
    const name = `${failure.file}: ${failure.test}`;
    if (!(await runTests([failure.file]))) return { ...verdict, killedBy: name, error: failure.error };
    verdict.raced = name;
    left = left.slice(left.indexOf(failure.file) + 1);
  }
  return verdict;
}
