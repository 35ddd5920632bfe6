// Creates release/ with a folder and a tarball that need only Node to run (`npm run release`). The compiled
// better-sqlite3 works only on this machine's platform; all other files work on any. The release supports the Node
// version that runs this file, or those in `--nodes=22,24`. `--into=FOLDER` sets another output folder.
import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { daemon, daemonCode, isForProgram, migrations, packAlike, withPackages } from './daemon-code.mjs';
import { install } from './install.mjs';
import { sqlite12For, thisNode } from './nodes.mjs';
import { billOf, noticesOf, packagesAt, placeOfPackage } from './packages.mjs';
import { root } from './paths.mjs';
import { ensurePortal, packagesOfPortal, portalFolder } from './portal-build.mjs';
import { daemonSdk, ensureSdk } from './sdk-build.mjs';
import { filesUnder } from './sources.mjs';
import { moduleOf12, moduleOf13, placeOfSqlite, sqlitePackage } from './sqlite-package.mjs';

const { name, version, description } = JSON.parse(readFileSync(join(daemon, 'package.json'), 'utf8'));
const platform = `${process.platform}-${process.arch}`;
const majors = flag('nodes')?.split(',').map(Number) ?? [thisNode.major];
if (!majors.every((major) => major === 20 || major >= 22))
  throw new Error('--nodes accepts 20 and any version of Node from 22 on, such as 22,24');
const title = `${name}-${version}-${platform}-node${majors.join('-')}`;
/** The packages outside the bundle: each better-sqlite3 that these Node versions load, with its dependencies. */
const BESIDE = [...new Set(majors.map(sqlitePackage))].flatMap((name) =>
  name === 'better-sqlite3' ? [name, 'bindings', 'file-uri-to-path'] : [name],
);

const into = resolve(flag('into') ?? join(root, 'release'));
const folder = join(into, title);

await install('serve');
if (!ensurePortal()) throw new Error('The Portal could not be built');
ensureSdk();
rmSync(into, { recursive: true, force: true });
mkdirSync(join(folder, 'lib'), { recursive: true });
const bundled = await bundleDaemon();
copyAssets();
copyNativePackages();
describe([...bundled, ...packagesOfPortal(), ...BESIDE.map((one) => `node_modules/${one}`)]);
sumFiles();
packTarball();
process.stdout.write(`${join(into, title)}.tar.gz\n`);

/** @param {string} name */
function flag(name) {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** Bundles the daemon with all packages except those in BESIDE, and returns the places of the bundled packages. */
async function bundleDaemon() {
  // A static import would fail if `install` has only just installed esbuild.
  const { build, stop } = await import('esbuild');
  const { metafile } = await build({
    ...daemonCode,
    outdir: join(folder, 'lib'),
    ...withPackages,
    legalComments: 'none',
    metafile: true,
  });
  await stop();
  return Object.keys(metafile.inputs).flatMap((file) => placeOfPackage(file) ?? []);
}

function copyAssets() {
  const isHidden = /[\\/]\.\w+$/;
  const copy = (/** @type {string} */ from, /** @type {string} */ to) =>
    cpSync(from, join(folder, to), { recursive: true, filter: (file) => !isHidden.test(file) && isForProgram(file) });
  copy(migrations, 'lib/migrations');
  copy(portalFolder, 'lib/portal');
  for (const file of daemonSdk) copy(file, `lib/sdk/${basename(file)}`);
  copy(join(root, 'build/release/start.mjs'), 'lib/start.js');
  copy(join(root, 'build/release/healthcheck.mjs'), 'lib/healthcheck.js');
  copy(join(root, 'build/release/redeemd.sh'), 'bin/redeemd');
  chmodSync(join(folder, 'bin/redeemd'), 0o755);
  copy(join(root, 'build/release/redeemd.service'), 'redeemd.service');
  for (const file of ['LICENSE', 'CHANGELOG.md']) copy(join(root, file), file);
  const pages = [
    'operating',
    'settings',
    'game-server',
    'reliability',
    'drill',
    'kubernetes',
    'finance',
    'glossary',
  ].map((page) => `${page}.md`);
  for (const part of [...pages, 'monitoring', 'decisions']) copy(join(root, 'docs', part), `docs/${part}`);
}

/** Copies the packages, except sources and other files that are needed only to compile them. */
function copyNativePackages() {
  for (const one of BESIDE) {
    const from = join(root, 'node_modules', one);
    const isNeeded = (/** @type {string} */ file) => /^(package\.json|licen[cs]e.*|.*\.js|)$/i.test(file);
    for (const file of readdirSync(from, { recursive: true }).map(String)) {
      if (!isNeeded(file) || /^(build|deps|src|test|prebuilds)[\\/]/.test(file)) continue;
      cpSync(join(from, file), join(folder, 'node_modules', one, file));
    }
  }
  const copyModule = (/** @type {string} */ from, /** @type {string} */ name, /** @type {string} */ file) =>
    cpSync(join(from, file), join(folder, 'node_modules', name, file));
  if (BESIDE.includes('better-sqlite3')) copyModule(sqlite12For(20), 'better-sqlite3', moduleOf12);
  const with13 = 'better-sqlite3-13';
  if (BESIDE.includes(with13)) copyModule(placeOfSqlite(with13), with13, moduleOf13());
}

/** @param {string[]} places the places of the bundled packages */
function describe(places) {
  const packages = packagesAt(places);
  const about = {
    ...{ name, version, description, private: true, type: 'module', license: 'SEE LICENSE IN LICENSE' },
    bin: { redeemd: 'bin/redeemd' },
    release: { platform, nodes: majors },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
  writeFileSync(join(folder, 'NOTICES.txt'), `${noticesOf(packages)}\n`);
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOf({ name, version }, packages), null, 2)}\n`);
}

/** Writes SHA256SUMS. The release checks its files against it at each start, as `sha256sum -c SHA256SUMS` does. */
function sumFiles() {
  const files = filesUnder(folder).map((file) => relative(folder, file));
  const lines = files.map((file) => `${sumOf(join(folder, file))}  ${file}\n`);
  writeFileSync(join(folder, 'SHA256SUMS'), lines.join(''));
}

/** @param {string} file */
function sumOf(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

function packTarball() {
  const tarball = `${title}.tar.gz`;
  packAlike(join(into, tarball), into, title);
  writeFileSync(join(into, 'SHA256SUMS'), `${sumOf(join(into, tarball))}  ${tarball}\n`);
}
