// Serves the Portal's page as the daemon does, with the same policy, and signs in with a demo account.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../paths.mjs';

export const BASE = '/portal/';
const PAGE = join(root, 'src/renderer/index.html');
/** The first module that the page loads in development mode. */
const ENTRY = '/dev-entry.js';

/**
 * @typedef {object} DevPageOptions
 * @property {string} url the address of development mode
 * @property {string} role the role of the account that a new tab is signed in with
 * @property {Record<string, string>} emails the email address of the demo account for each role
 * @property {string} password
 * @property {typeof import('../../daemon/contract/portal-policy.ts')} policy
 * @property {(request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => Promise<void>} forward
 */

/**
 * @param {DevPageOptions} options
 * @returns {import('vite').Plugin}
 */
export const devPage = (options) => ({
  name: 'dev-page',
  resolveId: (id) => (id === ENTRY ? id : null),
  load: (id) => (id === ENTRY ? entryOf(options) : null),
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      if (request.originalUrl?.startsWith(BASE)) return next();
      options.forward(request, response).catch(next);
    });
    // Every path that does not lead to one of vite's files is a screen of the Portal.
    return () =>
      server.middlewares.use((request, response, next) => {
        const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
        if (!isPage) return void response.writeHead(404).end();
        sendPage(server, options, request.originalUrl ?? BASE, response).catch(next);
      });
  },
});

/**
 * @param {import('vite').ViteDevServer} server
 * @param {DevPageOptions} options
 * @param {string} address
 * @param {import('node:http').ServerResponse} response
 */
async function sendPage(server, { url, policy: { PAGE_NONCE, portalPolicy } }, address, response) {
  const nonce = randomBytes(16).toString('base64url');
  const source = (await readFile(PAGE, 'utf8')).replace('./main.tsx', `.${ENTRY}`);
  const html = (await server.transformIndexHtml('/index.html', source, address))
    .replaceAll(PAGE_NONCE, nonce)
    // vite does not rewrite the script that runs before the first paint.
    .replaceAll(/(href|src)="\.\//g, `$1="${BASE}`);
  const policy = portalPolicy(nonce)
    // Hot reload needs an inline script and a WebSocket. In the desktop app, the WebSocket has a different origin.
    .replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
    .replace("connect-src 'self'", `connect-src 'self' ${url.replace(/^http/, 'ws')}`);
  response.writeHead(200, {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': policy,
  });
  response.end(html);
}

/**
 * Returns a module that signs in before the Portal starts. If the address contains `?as=<role>`, it always signs in
 * with that role's account. Otherwise it signs in only once in each tab, and only if there is no session. A user who
 * signs out in the Portal therefore stays signed out.
 * @param {DevPageOptions} options
 */
const entryOf = ({ url, role, emails, password }) => `
import { bridge } from '/client/bridge.ts';

const MARK = 'dev.has-entered';
const address = new URL(location.href);
const asked = address.searchParams.get('as');
const connection = bridge.connection();
const isOwnDaemon = connection.kind === 'web' || connection.url === ${JSON.stringify(url)};
if (isOwnDaemon && (asked !== null || sessionStorage.getItem(MARK) === null)) {
  const email = ${JSON.stringify(emails)}[asked ?? ${JSON.stringify(role)}];
  const found = await bridge.session();
  const isSignedIn = found.ok && found.session !== null && (asked === null || found.session.staff.email === email);
  if (email !== undefined && !isSignedIn) await bridge.signIn({ email, password: ${JSON.stringify(password)} });
}
// If the page is reloaded before this line runs, it signs in again.
sessionStorage.setItem(MARK, 'yes');
if (asked !== null) {
  address.searchParams.delete('as');
  history.replaceState(null, '', address);
}
await import('/main.tsx');
`;
