// Build options that the bundle, the release and the saved versions (build/keep-version.mjs) share.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './paths.mjs';
import { filesUnder, replaceFile } from './sources.mjs';

export const daemon = join(root, 'daemon');
export const migrations = join(daemon, 'db/migrate/migrations');

/** The entry points: the daemon and its worker threads. */
export const programs = ['main', 'sqlite-worker', 'large-body-worker', 'event-report-worker'];

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

/** Bundles packages with the program, which halves its start time. Packages with native code are not bundled. */
export const withPackages = {
  external: ['pg-native'],
  // CommonJS packages load Node's modules with `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
};

/** esbuild's options for the bundle that a checkout runs. */
export const checkoutBundle = {
  ...daemonCode,
  ...withPackages,
  // Tests inject faults into the Postgres client, so it stays a separate package.
  external: [...withPackages.external, 'pg'],
  sourcemap: true,
  sourcesContent: false,
  write: /** @type {const} */ (false),
};

/**
 * Returns whether the program needs this migration file. Only drizzle-kit reads the schema snapshots.
 * @param {string} file
 */
export const isForProgram = (file) => !file.endsWith('_snapshot.json');

/**
 * Copies the migrations next to a bundle, and removes copies of migrations that no longer exist.
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
 * Packs one entry of a folder. The same files always produce the same bytes.
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
