import { defineConfig } from 'vitest/config';
import { leftOut, size } from '../test/support/amounts.ts';
import { root } from './paths.mjs';

export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: leftOut,
    globalSetup: ['test/support/world/global-setup.ts'],
    pool: 'forks',
    // Most slow tests wait more than they work.
    maxWorkers: size === 'quick' ? 2 : 3,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
