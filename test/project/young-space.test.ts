import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { YOUNG_SPACE } from '../support/world/young-space.ts';

// Every way to start the daemon gives Node the same room for young objects; its effect is row C6.
test.each([
  ['package.json', 3],
  ['build/release/redeemd.sh', 1],
  ['Dockerfile', 1],
])('%s starts the daemon with it', (file, times) => {
  expect(readFileSync(file, 'utf8').split(YOUNG_SPACE)).toHaveLength(times + 1);
});
