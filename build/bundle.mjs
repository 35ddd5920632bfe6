// Bundles the daemon into daemon/dist. Does nothing if its sources have not changed since the last bundle.
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { ensurePortal, portalFolder } from './portal-build.mjs';
import { daemonSdk, ensureSdkScripts } from './sdk-build.mjs';

const daemon = join(root, 'daemon');
const dist = join(daemon, 'dist');
const migrations = join(daemon, 'db', 'migrate', 'migrations');
const stampFile = join(dist, '.stamp');
const entryPoints = [join(daemon, 'main.ts'), join(daemon, 'sqlite-worker.ts')];
const outputs = ['main.js', 'sqlite-worker.js'].map((name) => join(dist, name));

/** Bundles if a source changed. Returns whether it did. Throws on a source that does not build. */
export async function bundle() {
  const stamp = sourcesStamp();
  if (readText(stampFile) === stamp && outputs.every((file) => existsSync(file))) return false;
  const { build, stop } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    entryPoints,
    outdir: dist,
    bundle: true,
    splitting: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false,
    logLevel: 'warning',
    write: false,
  });
  // Otherwise esbuild's service process would live on beside the daemon that starts in this process.
  await stop();
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  copyMigrations();
  replaceFile(stampFile, stamp);
  return true;
}

/** A hash over the content of every source, so that a fresh checkout or a touched file rebuilds nothing. */
function sourcesStamp() {
  const hash = createHash('sha256');
  const sources = filesUnder(daemon, (name) => name !== 'dist' && name !== 'node_modules' && name !== 'data');
  for (const file of [...sources, fileURLToPath(import.meta.url)]) {
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function copyMigrations() {
  const target = join(dist, 'migrations');
  // The program reads the journal; the schemas beside it are for the next migration alone.
  const files = filesUnder(migrations).filter((file) => !file.endsWith('_snapshot.json'));
  const kept = new Set(files.map((file) => join(target, relative(migrations, file))));
  for (const old of existsSync(target) ? filesUnder(target) : []) if (!kept.has(old)) rmSync(old);
  for (const file of files) replaceFile(join(target, relative(migrations, file)), readFileSync(file));
}

/**
 * Every file below a folder, in the same order on every machine.
 * @param {string} folder
 * @param {(name: string) => boolean} enter which names to take
 * @returns {string[]}
 */
function filesUnder(folder, enter = () => true) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => enter(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesUnder(path, enter) : [path];
    });
}

/**
 * Replaces the file in one step: another daemon may be starting from the same folder.
 * @param {string} file
 * @param {string | Uint8Array} contents
 */
function replaceFile(file, contents) {
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, contents);
  renameSync(draft, file);
}

/** @param {string} file */
function readText(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await bundle();
  process.stderr.write(built ? 'Bundled daemon/dist.\n' : 'daemon/dist is up to date.\n');
  // Copied beside the bundle, so that a package of the daemon alone also serves the Portal.
  if (!ensurePortal()) throw new Error('The Portal could not be built');
  rmSync(join(dist, 'portal'), { recursive: true, force: true });
  cpSync(portalFolder, join(dist, 'portal'), { recursive: true });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(dist, file));
  ensureSdkScripts();
  replaceFile(join(dist, 'sdk', basename(daemonSdk)), readFileSync(daemonSdk));
  process.stderr.write('The Portal is in daemon/dist/portal, the SDK in daemon/dist/sdk.\n');
}
