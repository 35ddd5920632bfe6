import { test } from 'vitest';
import { playStories } from './money-model.ts';

// The money model at full size.
test.each([
  ['sqlite', 9000],
  ['postgres', 1000],
] as const)('%s: %i stories end with the sums of the model', { timeout: 7_200_000 }, (kind, stories) =>
  playStories(kind, stories),
);
