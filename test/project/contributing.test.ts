import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';

const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n');

/** Files that a text names in backticks and that are not there. A name without a folder may stand anywhere. */
function missingFiles(text: string): string[] {
  const named = [...text.matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs))`/g)].map(([, name = '']) => name);
  return named.filter((name) => !tracked.some((path) => path === name || path.endsWith(`/${name}`)));
}

test('every file that CONTRIBUTING.md names is there', () => {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  expect(text).toContain('`hot/batcher.ts`');
  expect(missingFiles(text)).toEqual([]);
});

test('sabotage: a file that is gone is reported', () => {
  expect(missingFiles('See `hot/batcher.ts` and `hot/gone.ts`.')).toEqual(['hot/gone.ts']);
});
