// Runs the benchmarks (`npm run bench`). It bundles them first, because they use the tests' Postgres helper, which is
// TypeScript.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';

await bundle();
const OWN = ['sdk', 'moderation', 'migration', 'report', 'daemons', 'event-log'];
const entry = `test/bench/${OWN.find((name) => process.argv.includes(`--${name}`)) ?? 'bench'}.ts`;
// The bundle is as deep in the tree as the source, so relative paths into build/ still work.
const outfile = join(root, 'node_modules/.bench/bundle.mjs');
await build({
  entryPoints: [join(root, entry)],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  external: ['../../build/*'],
  // The benchmarks need the daemon's version of lru-cache. The root's node_modules has another one, for a test package.
  alias: { 'lru-cache': join(root, 'daemon/node_modules/lru-cache') },
  outfile,
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
rmSync(dirname(outfile), { recursive: true });
process.exitCode = status ?? 1;
