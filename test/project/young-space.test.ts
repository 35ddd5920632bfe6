import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { YOUNG_SPACE } from '../support/world/young-space.ts';

// Every way of starting the daemon sets the same size for V8's young generation. Decision 12 gives the reason.
test.each([
  ['package.json', 3],
  ['build/release/redeemd.sh', 1],
  ['Dockerfile', 1],
])('%s sets the same size for V8’s young generation as the other ways of starting the daemon', (file, times) => {
  expect(readFileSync(file, 'utf8').split(YOUNG_SPACE)).toHaveLength(times + 1);
});
