// Reduces the contract to each endpoint's method, path and access, which is all that the Portal's page uses. The
// schemas are left out because their library alone is larger than the code of a screen.
import { join, resolve } from 'node:path';
import { runnerImport } from 'vite';
import { root } from './paths.mjs';

const contractFile = join(root, 'daemon/contract/contract.ts');

/**
 * @param {(path: string) => boolean} [isUsed] Selects the endpoints that the page calls; by default all.
 * @returns {import('vite').Plugin}
 */
export const slimContract = (isUsed = () => true) => ({
  name: 'slim-contract',
  enforce: 'pre',
  async load(id) {
    if (id !== contractFile) return null;
    /** @type {{ module: typeof import('../daemon/contract/contract.ts'), dependencies: string[] }} */
    const { module, dependencies } = await runnerImport(contractFile, { configFile: false, logLevel: 'error' });
    // In development mode, the page is rebuilt when any file of the contract changes.
    for (const file of dependencies) this.addWatchFile(resolve(root, file));
    const used = module.endpointList.filter(([, { path }]) => isUsed(path));
    const slim = used.map(([name, { method, path, access }]) => [name, { method, path, access }]);
    return `export const endpoints = ${JSON.stringify(Object.fromEntries(slim))};`;
  },
});

/**
 * Fails a build in which the page still imports schemas. This check does not run in development mode, because vite then
 * searches the contract for packages before the contract is reduced.
 * @type {import('vite').Plugin}
 */
export const noSchemas = {
  name: 'no-schemas',
  apply: 'build',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod') this.error(`${importer} brings zod into the page; import a module without schemas instead.`);
    return null;
  },
};
