// Bundles the daemon into out/dev. The tests and `npm start` use another folder, daemon/dist.
import { basename, join } from 'node:path';
import { context, formatMessages } from 'esbuild';
import { checkoutBundle, copyMigrations } from '../daemon-code.mjs';
import { root } from '../paths.mjs';
import { replaceFile } from '../sources.mjs';
import { packagesApart } from './packages-apart.mjs';

const outdir = join(root, 'out/dev');
/** The bundle for SQLite's threads includes the packages: one file loads faster when the daemon starts the threads. */
const isWhole = (/** @type {string} */ entry) => basename(entry) === 'sqlite-worker.ts';

export async function createDaemonBundle() {
  const shared = {
    ...checkoutBundle,
    // In development, the daemon checks that a write awaits only its own statements.
    define: { 'process.env.NODE_ENV': '"development"' },
    outdir,
    metafile: true,
    logLevel: /** @type {const} */ ('silent'),
  };
  const contexts = await Promise.all([
    // Node loads the packages, so esbuild must resolve their files as Node does.
    context({
      ...shared,
      entryPoints: shared.entryPoints.filter((entry) => !isWhole(entry)),
      conditions: [],
      mainFields: ['main'],
      plugins: [packagesApart()],
    }),
    context({ ...shared, entryPoints: shared.entryPoints.filter(isWhole) }),
  ]);
  /** @type {Map<string, string>} the hash of each file on disk */
  const written = new Map();
  return {
    /** Writes the bundle. Throws an error that lists all faults in the sources. */
    async rebuild() {
      const results = await Promise.all(contexts.map((each) => each.rebuild())).catch(async (error) => {
        throw new Error(await textOf(error));
      });
      for (const { path, hash, contents } of results.flatMap(({ outputFiles }) => outputFiles)) {
        if (written.get(path) === hash) continue;
        replaceFile(path, contents);
        written.set(path, hash);
      }
      replaceFile(join(outdir, 'packages.js'), packagesOf(results.flatMap(({ metafile }) => metafile ?? [])));
      copyMigrations(outdir);
    },
  };
}

/**
 * Returns the source of a module that loads the daemon's packages.
 * @param {import('esbuild').Metafile[]} metafiles
 */
function packagesOf(metafiles) {
  const main = metafiles.flatMap(({ outputs }) => outputs['out/dev/main.js'] ?? []);
  const paths = main.flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = [...new Set(paths)].filter((path) => path.startsWith('file:'));
  return packages.map((path) => `import ${JSON.stringify(path)};\n`).join('');
}

/** @param {Partial<import('esbuild').BuildFailure>} error */
async function textOf({ errors = [], message }) {
  const texts = await formatMessages(errors, { kind: 'error', color: false });
  return texts.length > 0 ? texts.join('').trimEnd() : `${message}`;
}
