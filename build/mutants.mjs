// Plants small random faults, one at a time, in a copy of the checkout, and records which test finds each of them
// (`npm run mutants`, docs/mutants.md). It continues an earlier run: test/mutants.json stores the faults and verdicts.
// `-- --seed 2` draws different faults, `--count 80` sets their number, and `--for 30` ends the run after 30 minutes.
// `--slow` also runs what only `npm run test:full` runs, for the faults that survived `npm test`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { folder, prepareCheckout, trackedFiles } from './mutants/checkout.mjs';
import { chooseSites } from './mutants/choose.mjs';
import { costOf, failingFiles, inOrderOfCost, judge } from './mutants/judge.mjs';
import { filesReaching, measureReach } from './mutants/reach.mjs';
import { killerOf, writeTables } from './mutants/table.mjs';
import { root } from './paths.mjs';
import { replaceFile } from './sources.mjs';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '80' },
    for: { type: 'string', default: 'Infinity' },
    slow: { type: 'boolean', default: false },
  },
});
const PASSES = /** @type {const} */ (['first', 'rest', 'dear', 'slow']);
/** A file that takes at most this many CPU seconds counts as cheap. */
const CHEAP = 15;
/** The CPU seconds that the first pass can spend on one fault, including one second to load each file. */
const FIRST = 12;
/** After this many faults, the files that failed run again without a fault. */
const TOGETHER = 8;
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => process.exit(1));
const until = Date.now() + Number(values.for) * 60_000;
/** @typedef {import('./mutants/table.mjs').Mutant} Mutant */
/** @typedef {import('./mutants/table.mjs').Pass} Pass */
const file = join(root, 'test/mutants.json');
const state = loadState();
const { mutants } = state;
prepareCheckout(state.commit);
const paths = trackedFiles();
if (mutants.length === 0) mutants.push(...chooseSites(folder, paths, { ...state, count: Number(values.count) }));
save();

// The tests in test/project read the sources but do not run them.
const tests = inOrderOfCost(paths.filter((path) => /^test\/(?!project\/|bench\/).*(?<!\.long)\.test\.ts$/.test(path)));
const npmTest = tests.filter((path) => !path.endsWith('.slow.test.ts'));
const [cheap, dear] = [npmTest.filter((path) => costOf(path) <= CHEAP), npmTest.filter((path) => costOf(path) > CHEAP)];
/** @type {Record<Pass, string[]>} */
const files = { first: cheap, rest: cheap, dear, slow: tests };
for (const pass of values.slow ? PASSES : PASSES.slice(0, 3)) await judgeAll(pass);

/**
 * Tests all faults that no earlier pass found.
 * @param {Pass} pass
 */
async function judgeAll(pass) {
  if (Date.now() < until) await measureReach(mutants, files[pass]);
  await confirm();
  const isOpen = (/** @type {Mutant} */ mutant) => !mutant.verdicts?.[pass] && !killerOf(mutant);
  while (mutants.some(isOpen) && Date.now() < until) {
    for (const mutant of mutants.filter(isOpen).slice(0, TOGETHER)) {
      if (Date.now() > until) break;
      const { area, path, line, change } = mutant;
      process.stdout.write(`${mutants.indexOf(mutant) + 1}. ${area}: ${path}:${line} ${change}\n`);
      const verdict = await judge(mutant, filesFor(mutant, pass), pass === 'slow' ? 'full' : 'whole');
      mutant.verdicts = { ...mutant.verdicts, [pass]: verdict };
      save();
      const { file, files, test, error } = verdict;
      process.stdout.write(
        file ? `   ${file}: ${test}\n   ${error}\n` : `   survived ${files} ${files === 1 ? 'file' : 'files'}\n`,
      );
    }
    await confirm();
  }
}

/**
 * Returns the test files in a pass that reach a fault, in the order in which to run them.
 * @param {Mutant} mutant
 * @param {Pass} pass
 */
function filesFor(mutant, pass) {
  const reaching = inOrderOfCost(filesReaching(mutants.indexOf(mutant), files[pass]), mutant.path);
  let cost = 0;
  const isFirst = reaching.map((path) => {
    cost += 1 + costOf(path);
    return cost <= FIRST;
  });
  return reaching.filter((path, place) => {
    if (mutant.raced?.includes(path)) return false;
    return files[pass] !== cheap || isFirst[place] === (pass === 'first');
  });
}

/** Confirms each failure whose file passes without the fault. The other faults are tested again without that file. */
async function confirm() {
  const open = mutants.flatMap((mutant) => {
    const killer = killerOf(mutant);
    return killer?.file && !killer.isConfirmed ? [{ mutant, killer, file: killer.file }] : [];
  });
  const failing = await failingFiles(new Set(open.map(({ file }) => file)));
  for (const { mutant, killer, file } of open) {
    if (!failing.includes(file)) killer.isConfirmed = true;
    else {
      process.stdout.write(`${mutants.indexOf(mutant) + 1}. ${file} fails without the fault\n`);
      mutant.raced = [...(mutant.raced ?? []), file];
      const { verdicts = {} } = mutant;
      for (const pass of PASSES) if (verdicts[pass] === killer) delete verdicts[pass];
    }
  }
  save();
}

/** @returns {{ seed: number, commit: string, mutants: Mutant[] }} */
function loadState() {
  const kept = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  if (kept?.seed === Number(values.seed)) return kept;
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  return { seed: Number(values.seed), commit, mutants: [] };
}

function save() {
  replaceFile(file, `${JSON.stringify(state, null, 2)}\n`);
  writeTables(state);
}
