// Builds the desktop app (main process, preload and page) into out/desktop with electron-vite, if a source has changed
// since the last build. build/portal-build.mjs builds the same page for the daemon without Electron's tools.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withBuildLock } from './build-lock.mjs';
import { root } from './paths.mjs';
import { filesUnder, stampOf } from './sources.mjs';

const folder = join(root, 'out/desktop');
const stampFile = join(folder, '.stamp');
const sources = ['src/main', 'src/preload', 'src/renderer', 'daemon/contract', 'daemon/lib'];
const tools = [
  'electron.vite.config.ts',
  'build/desktop-build.mjs',
  'build/portal-vite.mjs',
  'build/slim-contract.mjs',
  'package-lock.json',
];

const isDesktopBuilt = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourcesStamp();

/**
 * Builds the app if needed, and returns whether a build exists now. The builder sets NODE_ENV, so it runs in a separate
 * process.
 */
export function ensureDesktop() {
  if (isDesktopBuilt()) return true;
  return spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: ['ignore', 2, 2] }).status === 0;
}

/** Builds the app if a source changed, and returns whether it did. Throws an error if a source does not build. */
const buildDesktop = () => withBuildLock(`${folder}.lock`, buildAlone);

async function buildAlone() {
  if (isDesktopBuilt()) return false;
  const stamp = sourcesStamp();
  const { build } = await import('electron-vite');
  // A test may be running the previous build, so the new one is built in a temporary folder and then moved.
  const draft = join(root, `out/desktop.${process.pid}.tmp`);
  try {
    const configFile = join(root, 'electron.vite.config.ts');
    await build({ root, configFile, build: { outDir: draft }, logLevel: 'warn' });
    writeFileSync(join(draft, '.stamp'), stamp);
    rmSync(folder, { recursive: true, force: true });
    renameSync(draft, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

const sourcesStamp = () => stampOf([...sources, ...tools].flatMap((path) => filesUnder(join(root, path))));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isNew = await buildDesktop();
  process.stderr.write(isNew ? 'Built out/desktop.\n' : 'out/desktop is up to date.\n');
}
