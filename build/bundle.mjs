// Bundles the daemon into daemon/dist. Does nothing if its sources have not changed since the last bundle.
import { cpSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkoutBundle, copyMigrations, daemon, programs } from './daemon-code.mjs';
import { root } from './paths.mjs';
import { ensurePortal, portalFolder } from './portal-build.mjs';
import { daemonSdk, ensureSdk } from './sdk-build.mjs';
import { filesUnder, readText, replaceFile, stampOf } from './sources.mjs';

const dist = join(daemon, 'dist');
const stampFile = join(dist, '.stamp');
const outputs = programs.map((name) => join(dist, `${name}.js`));

/** Bundles the daemon if a source changed, and returns whether it did. Throws an error if a source does not build. */
export async function bundle() {
  const stamp = sourcesStamp();
  if (readText(stampFile) === stamp && outputs.every((file) => existsSync(file))) return false;
  const { build, stop } = await import('esbuild');
  const result = await build({ ...checkoutBundle, outdir: dist });
  // Otherwise esbuild's service process would keep running next to the daemon that starts in this process.
  await stop();
  for (const file of result.outputFiles) replaceFile(file.path, file.contents);
  copyMigrations(dist);
  replaceFile(stampFile, stamp);
  return true;
}

function sourcesStamp() {
  const sources = filesUnder(daemon, (name) => name !== 'dist' && name !== 'node_modules' && name !== 'data');
  const packages = join(root, 'package-lock.json');
  return stampOf([...sources, packages, fileURLToPath(import.meta.url), join(root, 'build/daemon-code.mjs')]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await bundle();
  process.stderr.write(built ? 'Bundled daemon/dist.\n' : 'daemon/dist is up to date.\n');
  // The Portal is copied next to the bundle, so a package with only the daemon also serves the Portal.
  if (!ensurePortal()) throw new Error('The Portal could not be built');
  rmSync(join(dist, 'portal'), { recursive: true, force: true });
  cpSync(portalFolder, join(dist, 'portal'), { recursive: true });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(dist, file));
  ensureSdk();
  for (const file of daemonSdk) replaceFile(join(dist, 'sdk', basename(file)), readFileSync(file));
  process.stderr.write('The Portal is in daemon/dist/portal, the SDK in daemon/dist/sdk.\n');
}
