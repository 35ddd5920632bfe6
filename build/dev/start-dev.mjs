// Starts and connects the parts of development mode.
import { join, sep } from 'node:path';
import { freePort } from '../free-port.mjs';
import { root } from '../paths.mjs';
import { createDevDaemon, followDaemon } from './follow-daemon.mjs';
import { followSdk } from './follow-sdk.mjs';
import { BASE } from './page-plugin.mjs';
import { startPageServer } from './page-server.mjs';
import { endAll } from './processes.mjs';
import { createReports, say } from './reports.mjs';

const DEFAULT_PORT = 8787;
const folderOf = (/** @type {string} */ name) => join(root, name) + sep;
const [daemonFolder, sdkFolder] = [folderOf('daemon'), folderOf('sdk')];

/**
 * @param {object} options
 * @param {string} options.role
 * @returns {Promise<{ url: string }>} resolves when every part is running or a fault has been reported
 */
export async function startDev({ role }) {
  // With NODE_ENV=production from the shell, the page would load React's code without hot reload.
  process.env.NODE_ENV = 'development';
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.once(signal, () => endDev(0));
  const port = Number(process.env.REDEEMD_PORT || DEFAULT_PORT) || (await freePort());
  const url = `http://127.0.0.1:${port}`;
  const daemon = createDevDaemon(url, (fault) => daemonReports.fault(`${fault} See its last log lines above.`));
  const { server, roles } = await startPageServer({ url, port, role, daemonState: daemon.state });
  const daemonReports = createReports(server, 'daemon');
  const onDaemon = await followDaemon(daemon, daemonReports);
  const onSdk = followSdk(createReports(server, 'sdk'));
  server.watcher.add([daemonFolder, sdkFolder]);
  server.watcher.on('all', (_event, path) => {
    if (path.startsWith(daemonFolder)) void onDaemon(path);
    if (path.startsWith(sdkFolder)) void onSdk(path);
  });
  await Promise.all([onDaemon(root), onSdk(root)]);
  const others = roles.filter((other) => other !== role).join(', ');
  say(`\nOpen ${url}${BASE} as ${role}, or ${url}${BASE}?as=<role> as ${others}. Press Ctrl-C to stop.\n`);
  return { url };
}

/**
 * Ends every process. It does not close the dev server first: that takes seconds if pages are open, and the server has
 * no data to save.
 * @param {number} code
 */
export async function endDev(code) {
  await endAll();
  process.exit(code);
}
