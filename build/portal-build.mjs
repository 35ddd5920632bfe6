// Builds the Portal's renderer, the creators' page, and the pages and the script of /docs into out/renderer if their
// sources have changed since the last build. `npm run portal:build` runs this file; build/start.mjs calls it in a separate
// process.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { withBuildLock } from './build-lock.mjs';
import { placeOfPackage } from './packages.mjs';
import { root } from './paths.mjs';
import { filesUnder, stampOf } from './sources.mjs';

export const portalFolder = join(root, 'out/renderer');
/** The stamp is in the folder of the built files, so a command that empties the folder also removes the stamp. */
const stampFile = join(portalFolder, '.stamp');
/** The file that lists the places of the packages in the build, one per line. */
const packagesFile = '.packages';
const lockFolder = join(root, 'out/renderer.lock');
const sources = ['src/renderer', 'src/preload/api.ts', 'daemon/contract', 'daemon/lib', 'package-lock.json', 'docs'];
const tools = ['portal-vite', 'creator-vite', 'docs-vite', 'slim-contract', 'portal-build', 'help-pages'].map(
  (name) => `build/${name}.mjs`,
);

/** Returns whether out/renderer was built from the current sources. */
export const isPortalBuilt = () =>
  existsSync(join(portalFolder, 'index.html')) &&
  existsSync(stampFile) &&
  readFileSync(stampFile, 'utf8') === sourcesStamp();

/**
 * Builds the Portal if needed, and returns whether a build exists now. The builder runs in a separate process, so that
 * its memory is freed afterwards. With a test's NODE_ENV, it would include React's slow development code.
 */
export function ensurePortal() {
  if (isPortalBuilt()) return true;
  process.stderr.write('Building the Portal; this takes a few seconds …\n');
  const env = { ...process.env, NODE_ENV: 'production' };
  return spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { env, stdio: ['ignore', 2, 2] }).status === 0;
}

/** Builds the Portal if a source changed, and returns whether it did. Throws an error if a source does not build. */
export const buildPortal = () => withBuildLock(lockFolder, buildAlone);

async function buildAlone() {
  const stamp = sourcesStamp();
  if (isPortalBuilt()) return false;
  const { build } = await import('vite');
  const { rendererConfig } = await import('./portal-vite.mjs');
  const { creatorConfig } = await import('./creator-vite.mjs');
  const { docsConfig } = await import('./docs-vite.mjs');
  const { writeHelpPages } = await import('./help-pages.mjs');
  // A daemon may be serving the previous build and another build may be running, so this build is written to a
  // temporary folder and then moved.
  const draft = join(root, `out/renderer.${process.pid}.tmp`);
  try {
    /** @type {(config: import('vite').UserConfig, outDir: string) => ReturnType<typeof build>} */
    const buildInto = (config, outDir) =>
      build({
        ...config,
        configFile: false,
        logLevel: 'warn',
        mode: 'production',
        build: { ...config.build, outDir },
      });
    const built = await buildInto(rendererConfig(), draft);
    const creator = await buildInto(creatorConfig(), join(draft, 'creator'));
    await buildInto(docsConfig(), join(draft, 'docs'));
    await writeHelpPages(draft);
    packFiles(draft);
    writeFileSync(join(draft, packagesFile), placesIn([built, creator]));
    writeFileSync(join(draft, '.stamp'), stamp);
    putInPlace(draft);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return true;
}

/** @param {unknown[]} built */
function placesIn(built) {
  const builds = /** @type {import('vite').Rolldown.RolldownOutput[]} */ (built);
  const modules = builds.flatMap(({ output }) =>
    output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : [])),
  );
  const places = modules.flatMap((id) => placeOfPackage(relative(root, id)) ?? []);
  return [...new Set(places)].sort().join('\n');
}

/** Returns the places of the packages whose code the built Portal contains. */
export const packagesOfPortal = () => readFileSync(join(portalFolder, packagesFile), 'utf8').split('\n');

/**
 * Compresses the files at build time, so that the daemon does not compress them for each request.
 * @param {string} draft
 */
function packFiles(draft) {
  for (const file of filesUnder(draft).filter((name) => /\.(js|css|svg)$/.test(name)))
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
}

/** @param {string} file */
const isLast = (file) => file === 'index.html' || file === '.stamp';

/**
 * Moves the files into place, the page and the stamp last. Then deletes files that only the previous build contained.
 * @param {string} draft
 */
function putInPlace(draft) {
  const files = filesUnder(draft).map((file) => relative(draft, file));
  const last = existsSync(portalFolder) ? filesUnder(portalFolder).map((file) => relative(portalFolder, file)) : [];
  for (const file of files.sort((a, b) => Number(isLast(a)) - Number(isLast(b)))) {
    mkdirSync(dirname(join(portalFolder, file)), { recursive: true });
    renameSync(join(draft, file), join(portalFolder, file));
  }
  for (const file of last) if (!files.includes(file)) rmSync(join(portalFolder, file), { force: true });
}

const sourcesStamp = () => stampOf([...sources, ...tools].flatMap((path) => filesUnder(join(root, path))));

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const built = await buildPortal();
  process.stderr.write(built ? 'Built out/renderer.\n' : 'out/renderer is up to date.\n');
}
