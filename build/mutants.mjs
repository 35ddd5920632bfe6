// `npm run mutants`: plants small random faults, one at a time, in a copy of the checkout, and notes which test finds each
// (docs/mutants.md). It goes on where an earlier run stopped: `test/mutants.json` has the faults and the verdicts.
// `-- --seed 2` draws others; `--count 80` says how many; `--for 30` ends after so many minutes; `--slow` also runs the
// files that `npm test` leaves out, for the faults that survived it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { folder, prepareCheckout, trackedFiles } from './mutants/checkout.mjs';
import { chooseSites } from './mutants/choose.mjs';
import { costOf, inOrderOfCost, judge } from './mutants/judge.mjs';
import { measureReach } from './mutants/reach.mjs';
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
/** CPU seconds of a file. */
const CHEAP = 15;
const until = Date.now() + Number(values.for) * 60_000;
const file = join(root, 'test/mutants.json');
const state = loadState();
const { mutants } = state;
prepareCheckout(state.commit);
const paths = trackedFiles();
if (mutants.length === 0) mutants.push(...chooseSites(folder, paths, { ...state, count: Number(values.count) }));
save();

// The tests of the repository read the sources and run none of them.
const tests = inOrderOfCost(paths.filter((path) => /^test\/(?!project\/|bench\/).*(?<!\.long)\.test\.ts$/.test(path)));
const isSlow = (/** @type {string} */ path) => path.endsWith('.slow.test.ts');
/** A fault that one pass does not find goes to the next. @type {Record<import('./mutants/table.mjs').Pass, string[]>} */
const passes = {
  cheap: tests.filter((path) => !isSlow(path) && costOf(path) <= CHEAP),
  dear: tests.filter((path) => !isSlow(path) && costOf(path) > CHEAP),
  slow: values.slow ? tests.filter(isSlow) : [],
};
for (const pass of /** @type {const} */ (['cheap', 'dear', 'slow'])) if (passes[pass].length > 0) await judgeAll(pass);

/** @param {import('./mutants/table.mjs').Pass} pass */
async function judgeAll(pass) {
  if (Date.now() < until) await measureReach(mutants, passes[pass]);
  for (const [number, mutant] of mutants.entries()) {
    if (mutant.verdicts?.[pass] || killerOf(mutant)) continue;
    if (Date.now() > until) return;
    const { area, path, line, change } = mutant;
    process.stdout.write(`${number + 1}. ${area}: ${path}:${line} ${change}\n`);
    const verdict = await judge(mutant, number, passes[pass]);
    mutant.verdicts = { ...mutant.verdicts, [pass]: verdict };
    save();
    const { killedBy, error, files, raced } = verdict;
    process.stdout.write(`   ${killedBy ? `${killedBy}\n   ${error}` : `survived ${files} files`}\n`);
    if (raced) process.stdout.write(`   also fails without the fault: ${raced}\n`);
  }
}

/** @returns {{ seed: number, commit: string, mutants: import('./mutants/table.mjs').Mutant[] }} */
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
