// Saves this checkout's daemon as test/fixtures/versions/<version>-<newest migration>.tgz (`npm run keep-version`, once
// for each released version). Tests upgrade from it and run it next to the newest daemon.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, stop } from 'esbuild';
import { daemon, daemonCode, isForProgram, migrations, packAlike } from './daemon-code.mjs';
import { root } from './paths.mjs';

const { version } = JSON.parse(readFileSync(join(daemon, 'package.json'), 'utf8'));
const { entries } = JSON.parse(readFileSync(join(migrations, 'sqlite/meta/_journal.json'), 'utf8'));
const kept = join(root, 'test/fixtures/versions', `${version}-${entries.at(-1).tag.slice(0, 4)}.tgz`);

const draft = mkdtempSync(join(tmpdir(), 'redeemd-version-'));
try {
  await build({
    ...daemonCode,
    outdir: draft,
    // The kept version uses the packages of the checkout that runs it, so it contains only the project's own code.
    packages: 'external',
    minify: true,
  });
  await stop();
  cpSync(migrations, join(draft, 'migrations'), { recursive: true, filter: isForProgram });
  mkdirSync(join(root, 'test/fixtures/versions'), { recursive: true });
  packAlike(kept, draft, '.');
  process.stderr.write(`Kept ${kept}\n`);
} finally {
  rmSync(draft, { recursive: true, force: true });
}
