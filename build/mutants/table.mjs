// Writes the tables of docs/mutants.md below LINE. The text above it does not change.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { replaceFile } from '../sources.mjs';
import { AREAS } from './choose.mjs';

const LINE = '<!-- `npm run mutants` writes everything below. -->\n';
const file = join(root, 'docs/mutants.md');

/**
 * `first`, `rest` and `dear` run files of `npm test`, and `slow` runs those of `npm run test:full`. `raced` lists files
 * that failed both with the fault and without it.
 * @typedef {'first' | 'rest' | 'dear' | 'slow'} Pass
 * @typedef {Partial<Record<Pass, import('./judge.mjs').Verdict>>} Verdicts
 * @typedef {import('./sites.mjs').Site & { area: string, verdicts?: Verdicts, raced?: string[], judgement?: string }} Mutant
 */

/** @param {Mutant} mutant */
const npmTestKillerOf = ({ verdicts }) =>
  [verdicts?.first, verdicts?.rest, verdicts?.dear].find((verdict) => verdict?.file);

/**
 * Returns the verdict with the test that finds the fault.
 * @param {Mutant} mutant
 */
export const killerOf = (mutant) =>
  npmTestKillerOf(mutant) ?? (mutant.verdicts?.slow?.file ? mutant.verdicts.slow : undefined);

/** @param {{ seed: number, commit: string, mutants: Mutant[] }} state */
export function writeTables({ seed, commit, mutants }) {
  const begun = mutants.filter(({ verdicts, judgement }) => verdicts ?? judgement);
  const tried = begun.filter((mutant) => killerOf(mutant) ?? mutant.judgement ?? mutant.verdicts?.dear);
  const counts = (/** @type {Mutant[]} */ list) => {
    const first = list.filter(npmTestKillerOf).length;
    const all = list.filter(killerOf).length;
    return `${list.length} | ${first} | ${all - first} | ${list.length - all}`;
  };
  const rows = AREAS.map(({ name }) => `| ${name} | ${counts(tried.filter(({ area }) => area === name))} |`);
  const escaped = (/** @type {string} */ text) => text.replaceAll('|', '\\|');
  const lines = begun.map((mutant) => {
    const { path, line, within, change, judgement = 'not yet judged' } = mutant;
    const killer = killerOf(mutant);
    const survived = tried.includes(mutant) ? `**survived**: ${judgement}` : 'open';
    const outcome = killer ? (killer.file ?? '').slice('test/'.length) : survived;
    return `| ${mutants.indexOf(mutant) + 1} | ${path}:${line} ${within} | ${escaped(change)} | ${outcome} |`;
  });
  const [head] = readFileSync(file, 'utf8').split(LINE);
  replaceFile(
    file,
    `${head}${LINE}
Seed ${seed}, commit ${commit.slice(0, 10)}, ${tried.length} of ${mutants.length} faults decided, ${begun.length - tried.length} open.

| Area | Faults | Killed by \`npm test\` | Only by \`test:full\` | Survived |
|---|---|---|---|---|
${rows.join('\n')}
| **all** | ${counts(tried)} |

| | Source | Change | The test file that fails |
|---|---|---|---|
${lines.join('\n')}
`,
  );
}
