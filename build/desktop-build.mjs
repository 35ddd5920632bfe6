// Builds the code that runs in Electron, out/main and out/preload. Does nothing if the sources have not changed since
// the last build. build/portal-build.mjs builds the renderer, because the daemon serves the same files.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';

const parts = /** @type {const} */ (['main', 'preload']);
const stampFile = join(root, 'out/desktop.stamp');
const sources = ['src/main', 'src/preload', 'daemon/contract', 'daemon/lib'];
const tools = ['electron.vite.config.ts', 'build/desktop-build.mjs', 'package-lock.json'];

const isDesktopBuilt = () =>
  parts.every((part) => existsSync(built(part))) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === sourcesStamp();

/** Builds if needed, in a separate process, because the builder sets NODE_ENV. Returns whether the build exists now. */
export function ensureDesktop() {
  if (isDesktopBuilt()) return true;
  return spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 2, 2] }).status === 0;
}

/** Returns whether it built. Throws on a source that does not build. */
async function buildDesktop() {
  if (isDesktopBuilt()) return false;
  const stamp = sourcesStamp();
  const { resolveConfig } = await import('electron-vite');
  const { build } = await import('vite');
  // Builds into a temporary folder and moves the result, because a test may be running the last build.
  const draft = join(root, `out/desktop.${process.pid}.tmp`);
  try {
    const configFile = join(root, 'electron.vite.config.ts');
    const { config } = await resolveConfig(
      { root, configFile, build: { outDir: draft }, logLevel: 'warn' },
      'build',
      'production',
    );
    for (const part of parts) {
      await build(/** @type {import('vite').InlineConfig} */ (config?.[part]));
      mkdirSync(dirname(built(part)), { recursive: true });
      renameSync(join(draft, part, 'index.cjs'), built(part));
    }
    writeFileSync(stampFile, stamp);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

/** @param {string} part */
const built = (part) => join(root, 'out', part, 'index.cjs');

/** A hash over the content of every source. */
function sourcesStamp() {
  const hash = createHash('sha256');
  const filesIn = (/** @type {string} */ folder) =>
    readdirSync(join(root, folder), { recursive: true }).map((path) => `${folder}/${path}`);
  const files = sources.flatMap(filesIn).filter((path) => path.endsWith('.ts'));
  for (const file of [...files.sort(), ...tools])
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isNew = await buildDesktop();
  process.stderr.write(isNew ? 'Built out/main and out/preload.\n' : 'out/main and out/preload are up to date.\n');
}
