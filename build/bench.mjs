// `npm run bench`: the benchmarks share the tests' Postgres, which is TypeScript, so they are bundled before they run.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundle } from './bundle.mjs';
import { root } from './paths.mjs';

await bundle();
const outfile = join(root, 'node_modules/.bench.bundle.mjs');
await build({
  entryPoints: [join(root, 'test/bench/bench.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  packages: 'external',
  outfile,
  logLevel: 'warning',
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
rmSync(outfile);
process.exitCode = status ?? 1;
