import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Protocol } from 'electron';
import { PAGE_NONCE, portalPolicy } from '../../daemon/contract/portal-policy.ts';
import { fetchDevPage } from './dev-page.ts';
import { SCHEME } from './page.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};
/** Matches a file name, with or without assets/ in front of it, so that no path leads out of the folder. */
const FILE = /^\/((?:assets\/)?[\w-][\w.-]*\.(?:js|css|svg|png|ico|woff2|json))$/;

/**
 * Registers the scheme; must be called before the app is ready. `standard` and `secure` give the page an origin,
 * storage and module scripts, as https does.
 */
export const registerPortalScheme = (protocol: Protocol): void =>
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ]);

/**
 * Serves the Portal's files from the build folder. All other paths are paths of the Portal's router and return the
 * page. In development mode, all files come from the dev server.
 */
export const servePortal = (protocol: Protocol, folder: string, devPage: string | null): void =>
  protocol.handle(SCHEME, async (request) => {
    const url = URL.parse(request.url);
    if (url?.host !== 'app') return plain(404, 'Not found.');
    if (request.method !== 'GET') return plain(405, 'Only GET is allowed.');
    if (devPage !== null) return await fetchDevPage(devPage, request).catch(() => plain(502, NO_DEV_SERVER));
    const [, name] = FILE.exec(url.pathname) ?? [];
    try {
      return name === undefined ? await page(folder) : await file(folder, name);
    } catch {
      return plain(404, 'This file is missing from the build. Reinstall the Portal.');
    }
  });

const NO_DEV_SERVER = 'The dev server is not responding. Start it with `npm run portal -- --dev`.';

async function file(folder: string, name: string): Promise<Response> {
  const bytes = await readFile(join(folder, name));
  return new Response(bytes, { headers: { ...COMMON, 'Content-Type': TYPES[extname(name)] ?? 'text/plain' } });
}

async function page(folder: string): Promise<Response> {
  const nonce = randomBytes(16).toString('base64url');
  const html = (await readFile(join(folder, 'index.html'), 'utf8'))
    .replaceAll(PAGE_NONCE, nonce)
    // The page's own addresses are relative, so they would be wrong under portal://app/campaigns/7.
    .replaceAll(/(href|src)="\.\//g, '$1="/');
  return new Response(html, {
    headers: {
      ...COMMON,
      'Content-Type': 'text/html; charset=utf-8',
      // `connect-src 'self'` lets the page connect only to this handler. The main process sends the requests to the
      // daemon.
      'Content-Security-Policy': portalPolicy(nonce),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  });
}

const plain = (status: number, text: string) =>
  new Response(text, { status, headers: { ...COMMON, 'Content-Type': 'text/plain; charset=utf-8' } });

const COMMON = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
};
