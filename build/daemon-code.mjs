// What the bundle, the release and a kept version have in common.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { filesUnder, replaceFile } from './sources.mjs';

export const daemon = join(root, 'daemon');
export const migrations = join(daemon, 'db/migrate/migrations');

/** The daemon and its threads; each is a file of its own. */
export const programs = ['main', 'sqlite-worker', 'large-body-worker'];

/** esbuild's options for the daemon's code. */
export const daemonCode = /** @type {const} */ ({
  absWorkingDir: root,
  entryPoints: programs.map((name) => join(daemon, `${name}.ts`)),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
});

/** A program with its packages inside starts in half the time. What has native code is required by its name, and stays outside. */
export const withPackages = {
  external: ['pg-native'],
  // Packages in CommonJS ask for Node's modules by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** esbuild's options for the bundle that a checkout runs. */
export const checkoutBundle = {
  ...daemonCode,
  ...withPackages,
  // Tests put faults into what speaks with the database, so it stays a package of its own.
  external: [...withPackages.external, 'pg'],
  sourcemap: true,
  sourcesContent: false,
  write: /** @type {const} */ (false),
};

/**
 * The program reads the journal of the migrations; the schemas beside it are for the next migration alone.
 * @param {string} file
 */
export const isForProgram = (file) => !file.endsWith('_snapshot.json');

/**
 * Copies the migrations beside a bundle, and removes those that no longer exist.
 * @param {string} dist
 */
export function copyMigrations(dist) {
  const target = join(dist, 'migrations');
  const files = filesUnder(migrations).filter(isForProgram);
  const kept = new Set(files.map((file) => join(target, relative(migrations, file))));
  for (const old of existsSync(target) ? filesUnder(target) : []) if (!kept.has(old)) rmSync(old);
  for (const file of files) replaceFile(join(target, relative(migrations, file)), readFileSync(file));
}

/**
 * Packs one name in a folder. The same files give the same bytes.
 * @param {string} tarball
 * @param {string} folder
 * @param {string} name
 */
export function packAlike(tarball, folder, name) {
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
  const packed = spawnSync('tar', ['-c', ...same, '-I', 'gzip -9n', '-f', tarball, '-C', folder, name], {
    env: { ...process.env, GZIP: '' },
    stdio: ['ignore', 2, 2],
  });
  if (packed.status !== 0) throw new Error('tar failed');
}
