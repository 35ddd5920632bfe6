// Provides ClickHouse's engine for tests: the npm package `chdb` contains it as a library. The package
// unpacks to 546 MB, so only the tests that need it fetch it, into node_modules/.cache/chdb.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';

/** ClickHouse 26.7. */
const VERSION = '3.4.0';
const cache = join(root, 'node_modules/.cache/chdb');
const home = join(cache, VERSION);
const inHome = join(home, 'node_modules/chdb');

/** Returns the folder of the package `chdb` and fetches it if needed. Throws an error if that fails. */
export function getChdb() {
  if (!existsSync(inHome)) fetchChdb();
  return inHome;
}

function fetchChdb() {
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, '.draft-'));
  try {
    process.stderr.write(`Fetching ClickHouse's engine (chdb ${VERSION}, 546 MB) …\n`);
    writeFileSync(join(draft, 'package.json'), JSON.stringify({ private: true, dependencies: { chdb: VERSION } }));
    const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];
    const { status, stderr, error } = spawnSync('npm', args, { cwd: draft, encoding: 'utf8' });
    if (status !== 0) throw new Error(error?.message ?? stderr);
    // Another worker may have fetched it first.
    if (!existsSync(inHome)) renameSync(draft, home);
  } catch (cause) {
    throw new Error(
      `The tests need ClickHouse's engine, but npm could not fetch chdb ${VERSION}. Connect to the npm registry and ` +
        `run \`node build/chdb.mjs\`. ${cause instanceof Error ? cause.message : cause}`,
      { cause },
    );
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${getChdb()}\n`);
