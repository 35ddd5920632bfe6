import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../build/paths.mjs';
import { filesUnder } from '../../build/sources.mjs';

// How many CPU seconds a file may cost, so that a run stays what CONTRIBUTING.md says of it.

const LIMITS = { whole: 12, full: 60 };

/** Files that may cost more, and why. A bound may become smaller, and a new file needs a reason as good as these. */
const MORE: Record<string, [bound: number, why: string]> = {};

const costs: Record<string, number> = JSON.parse(readFileSync(join(root, 'test/costs.json'), 'utf8'));
const files = filesUnder(join(root, 'test'), (name) => name !== 'node_modules' && name !== 'fixtures')
  .map((file) => relative(root, file))
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.long.test.ts'));
const limitOf = (name: string) => MORE[name]?.[0] ?? LIMITS[name.endsWith('.slow.test.ts') ? 'full' : 'whole'];

/** What is wrong with the costs of these files. */
function faultsOf(names: readonly string[], known: Record<string, number>): string[] {
  return names.flatMap((name) => {
    const cost = known[name];
    if (cost === undefined) return [`${name} was not measured: run \`npm run test:costs -- ${name}\``];
    if (cost <= limitOf(name)) return [];
    return [`${name} costs ${cost} CPU seconds; its run allows ${limitOf(name)}. Make it cheaper, or name it *.slow`];
  });
}

it('every file was measured and costs what its run allows', () => {
  expect(faultsOf(files, costs)).toEqual([]);
});

it('every exception is needed', () => {
  const needless = Object.keys(MORE).filter(
    (name) => (costs[name] ?? 0) <= LIMITS[name.includes('.slow.') ? 'full' : 'whole'],
  );
  expect(needless).toEqual([]);
});

it('sabotage: a file that is new or too expensive is named', () => {
  expect(faultsOf(['a.test.ts', 'b.test.ts', 'c.slow.test.ts'], { 'b.test.ts': 13, 'c.slow.test.ts': 60 })).toEqual([
    'a.test.ts was not measured: run `npm run test:costs -- a.test.ts`',
    'b.test.ts costs 13 CPU seconds; its run allows 12. Make it cheaper, or name it *.slow',
  ]);
});
