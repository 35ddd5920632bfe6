import { defineConfig } from 'vitest/config';
import { root } from './paths.mjs';

export default defineConfig({
  root,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: process.env.REDEEMD_LONG ? [] : ['test/long/**'],
    globalSetup: ['test/support/world/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
