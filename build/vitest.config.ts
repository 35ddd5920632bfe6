import { defineConfig } from 'vitest/config';
import { leftOut, taken } from '../test/support/amounts.ts';
import { CostliestFirst } from './costliest-first.mjs';
import { root } from './paths.mjs';

export default defineConfig({
  root,
  test: {
    include: taken,
    exclude: leftOut,
    globalSetup: ['test/support/world/global-setup.ts'],
    setupFiles: ['test/support/world/cpu-of-file.ts', 'test/support/world/cheap-hashes.ts'],
    pool: 'forks',
    // More than the two cores of a small machine, because many tests spend most of their time waiting.
    maxWorkers: 4,
    sequence: { sequencer: CostliestFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
