// Runs the tests once with instrumented sources to find out which test files reach each site.
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { replaceFile } from '../sources.mjs';
import { buildAll, folder, restore } from './checkout.mjs';
import { runTests } from './tests.mjs';

/** The folder of the notes. `reached` contains a line for each pair of a site and a file. */
const notes = dirname(folder);
const measuredFile = join(notes, 'measured.json');

/** @param {string} name */
const linesOf = (name) => (existsSync(join(notes, name)) ? readFileSync(join(notes, name), 'utf8').split('\n') : []);
/** @returns {string[]} */
const measured = () => (existsSync(measuredFile) ? JSON.parse(readFileSync(measuredFile, 'utf8')) : []);

/**
 * Returns the files that reach a site.
 * @param {number} site
 * @param {readonly string[]} files
 */
export function filesReaching(site, files) {
  const reaching = new Set(linesOf('reached').filter((line) => line.startsWith(`${site} `)));
  return files.filter((file) => reaching.has(`${site} ${file}`));
}

/**
 * Records which sites are reached by the test files that no earlier run has measured.
 * @param {readonly import('./sites.mjs').Site[]} sites
 * @param {readonly string[]} files
 */
export async function measureReach(sites, files) {
  const done = measured();
  const missing = files.filter((file) => !done.includes(file));
  if (missing.length === 0) return;
  mkdirSync(notes, { recursive: true });
  for (const path of new Set(sites.map((site) => site.path))) instrument(path, sites);
  buildAll();
  process.env.REDEEMD_TEST_REACHED = notes;
  await runTests(missing, {
    bail: false,
    onEnd: (file) => {
      done.push(file);
      replaceFile(measuredFile, JSON.stringify(done));
    },
  });
  delete process.env.REDEEMD_TEST_REACHED;
  restore();
  const failed = missing.filter((file) => !done.includes(file));
  if (failed.length > 0) throw new Error(`These files did not finish: ${failed.join(', ')}`);
}

/**
 * @param {string} path
 * @param {readonly import('./sites.mjs').Site[]} sites
 */
function instrument(path, sites) {
  const text = readFileSync(join(folder, path), 'utf8');
  const own = sites.flatMap(({ path: of, place }, number) => (of === path ? [{ ...place, number }] : []));
  const parts = own.flatMap(({ start, end, isStatement, number }) => [
    { at: start, rank: -end, text: isStatement ? `{ reached_(${number}); ` : `(reached_(${number}), ` },
    { at: end, rank: Number.MIN_SAFE_INTEGER, text: isStatement ? ' }' : ')' },
  ]);
  // Later edits come first, so offsets stay correct. Of two edits at the same place, the inner one comes first.
  parts.sort((a, b) => b.at - a.at || b.rank - a.rank);
  const changed = parts.reduce((code, { at, text: part }) => code.slice(0, at) + part + code.slice(at), text);
  const call = path.startsWith('daemon/')
    ? `import { noteReached } from '${join(folder, 'build/mutants/note-reached.mjs')}'; const reached_ = (n) => noteReached(n, '${notes}'); `
    : `const reached_ = (n) => (globalThis.reached ?? ((site) => console.debug('reached ' + site)))(n); `;
  replaceFile(join(folder, path), call + changed);
}
