// Serves development mode at one address: vite's dev server serves the Portal, and the daemon serves all other paths.
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { createServer, runnerImport } from 'vite';
import { root } from '../paths.mjs';
import { rendererConfig } from '../portal-vite.mjs';
import { BASE, devPage } from './page-plugin.mjs';

const at = (/** @type {string} */ path) => join(root, path);
const cacheDir = at('out/dev/vite');
const packages = at('node_modules');
const served = ['src', 'daemon/contract', 'daemon/lib', 'node_modules'].map(at);
const builds = ['daemon/dist', 'sdk/dist'].map(at);

/**
 * @param {object} options
 * @param {string} options.url
 * @param {number} options.port
 * @param {string} options.role
 * @param {() => Promise<import('./daemon.mjs').DaemonState>} options.daemonState
 */
export async function startPageServer({ url, port, role, daemonState }) {
  const accounts = await demoAccounts();
  if (!(role in accounts.emails))
    throw new Error(`There is no role ${role}. The roles are ${Object.keys(accounts.emails).join(', ')}.`);
  const { forwardTo } = await import('./forward.mjs');
  const policy = await load('daemon/contract/portal-policy.ts');
  const config = rendererConfig();
  const page = devPage({ url, role, ...accounts, policy, forward: forwardTo(daemonState) });
  const server = await createServer({
    ...config,
    configFile: false,
    envDir: false,
    mode: 'development',
    base: BASE,
    appType: 'custom',
    cacheDir,
    clearScreen: false,
    plugins: [...(config.plugins ?? []), page],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // The daemon sets its own CORS headers.
      cors: false,
      // The desktop app's page has a different origin.
      ws: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
      fs: { allow: [...served, realpathSync(packages), cacheDir] },
      watch: {
        ignored: (path) => builds.some((folder) => path.startsWith(folder)),
        // Some editors empty a file before they write the text. The watcher ignores a second change within 50 ms, so it
        // would report only the empty file.
        awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 10 },
      },
      warmup: { clientFiles: ['./main.tsx'] },
      forwardConsole: { unhandledErrors: true, logLevels: [] },
    },
  });
  await server.listen().catch((error) => {
    throw new Error(`${error.message}. To use another port, set REDEEMD_PORT.`);
  });
  return { server, roles: Object.keys(accounts.emails) };
}

async function demoAccounts() {
  /** @type {typeof import('../../daemon/demo/accounts.ts')} */
  const { DEMO_PASSWORD: password, STAFF, emailOf } = await load('daemon/demo/accounts.ts');
  return { password, emails: Object.fromEntries(STAFF.map(({ role }) => [role, emailOf(role)])) };
}

/**
 * Loads a TypeScript module of the daemon, which Node 20 cannot do.
 * @param {string} path
 * @returns {Promise<any>}
 */
async function load(path) {
  const { module } = await runnerImport(at(path), { configFile: false, logLevel: 'error' });
  return module;
}
