// Excludes packages from a bundle. Linking them takes most of a build's time, and changes to the sources do not affect
// them.
import { pathToFileURL } from 'node:url';

/** @returns {import('esbuild').Plugin} */
export const packagesApart = () => ({
  name: 'packages-apart',
  setup(build) {
    /** @type {Map<string, Promise<import('esbuild').OnResolveResult>>} */
    const known = new Map();
    build.onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir, pluginData }) => {
      if (kind === 'entry-point' || path.startsWith('node:') || pluginData === packagesApart) return null;
      const key = `${kind} ${path}`;
      const place = known.get(key) ?? placeOf(path, kind, resolveDir);
      known.set(key, place);
      return place;
    });

    /**
     * Returns the full path of a package's file, because the bundle is not in the folder of its sources.
     * @param {string} path
     * @param {import('esbuild').ImportKind} kind
     * @param {string} resolveDir
     */
    async function placeOf(path, kind, resolveDir) {
      const found = await build.resolve(path, { kind, resolveDir, pluginData: packagesApart });
      if (found.errors.length > 0) known.delete(`${kind} ${path}`);
      if (found.errors.length > 0 || found.external) return found;
      return { path: pathToFileURL(found.path).href, external: true };
    }
  },
});
