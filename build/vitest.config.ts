import { defineConfig } from 'vitest/config';
import { leftOut } from '../test/support/amounts.ts';
import { root } from './paths.mjs';

export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: leftOut,
    globalSetup: ['test/support/world/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
