// Runs the tests that take the screenshots in docs/ and the README (`npm run pictures`).
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const folder = join(root, 'docs/pictures');
for (const name of ['roles', 'first-visits']) mkdirSync(join(folder, name), { recursive: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--config', 'build/vitest.config.ts', 'test/portal/role-', 'test/portal/first-visits.slow'],
  {
    cwd: root,
    env: { ...process.env, REDEEMD_PICTURES: folder },
    stdio: 'inherit',
  },
);
process.exitCode = status ?? 1;
