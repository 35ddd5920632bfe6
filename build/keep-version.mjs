// `npm run keep-version`: keeps this checkout's daemon as test/fixtures/versions/<version>-<newest migration>.tgz. Tests
// upgrade from it, and run it beside the newest. Done once for each version that is released.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { root } from './paths.mjs';

const daemon = join(root, 'daemon');
const migrations = join(daemon, 'db/migrate/migrations');
const { version } = JSON.parse(readFileSync(join(daemon, 'package.json'), 'utf8'));
const { entries } = JSON.parse(readFileSync(join(migrations, 'sqlite/meta/_journal.json'), 'utf8'));
const kept = join(root, 'test/fixtures/versions', `${version}-${entries.at(-1).tag.slice(0, 4)}.tgz`);

const draft = mkdtempSync(join(tmpdir(), 'redeemd-version-'));
try {
  await build({
    absWorkingDir: root,
    entryPoints: [join(daemon, 'main.ts'), join(daemon, 'sqlite-worker.ts')],
    outdir: draft,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    // The packages are those of the checkout that runs it; what is kept is small, and holds the project's own code.
    packages: 'external',
    minify: true,
    logLevel: 'warning',
  });
  await stop();
  const isNeeded = (/** @type {string} */ file) => !file.endsWith('_snapshot.json');
  cpSync(migrations, join(draft, 'migrations'), { recursive: true, filter: isNeeded });
  mkdirSync(join(root, 'test/fixtures/versions'), { recursive: true });
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner'];
  if (spawnSync('tar', ['-cz', ...same, '-f', kept, '-C', draft, '.'], { stdio: 'inherit' }).status !== 0)
    throw new Error('tar failed');
  process.stderr.write(`Kept ${kept}\n`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
