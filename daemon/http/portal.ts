import { randomBytes } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Express } from 'express';
import send from 'send';
import { PAGE_NONCE, portalPolicy } from '../contract/portal-policy.ts';
import type { PortalBuild, PortalReader } from './portal-build.ts';
import { splitUrl } from './traffic.ts';

/**
 * Mounts the Portal for browsers. Requests can only name files that were in the build when the daemon read it, so no
 * path leads out of the folder. Every other path is a screen of the Portal and gets the page.
 */
export const mountPortal = (app: Express, current: PortalReader): void => {
  app.get('/', (_request, response) => response.writeHead(302, { Location: '/portal/', 'Content-Length': 0 }).end());
  app.get(/^\/portal(?:\/.*)?$/, createPortalListener(current));
};

export function createPortalListener(current: PortalReader): RequestListener {
  return (request, response) => {
    const [path] = splitUrl(request.url ?? '');
    if (path === '/portal') return response.writeHead(308, { Location: '/portal/', 'Content-Length': 0 }).end();
    const build = current();
    if (!build) return sendMissing(response);
    const name = path.slice('/portal/'.length);
    if (name !== 'index.html' && build.names.has(name)) return sendFile(request, response, build, name);
    // A page of an older build may request a file that no longer exists; the browser must not get the Portal's page
    // instead of a script.
    if (name.startsWith('assets/')) return sendGone(response);
    sendPage(response, build.page);
  };
}

/** Sends a file. Names under assets/ contain a hash, so browsers may keep these files forever. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { folder, packed }: PortalBuild,
  name: string,
) {
  const isHashed = /(^|\/)assets\//.test(name);
  response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  response.setHeader('Vary', 'Accept-Encoding');
  const takesGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''));
  const isPacked = takesGzip && packed.has(name);
  const stream = send(request, isPacked ? `${name}.gz` : name, { root: folder, index: false });
  if (isPacked)
    stream.on('headers', () => {
      response.setHeader('Content-Encoding', 'gzip');
      stream.type(name);
    });
  stream.pipe(response);
}

/**
 * Sends the page with a new nonce, which is also in its policy. The page is never cached, because the policy of a 304
 * would contain a different nonce from the cached page.
 */
function sendPage(response: ServerResponse, page: string) {
  const nonce = randomBytes(16).toString('base64url');
  const html = page
    .replaceAll(PAGE_NONCE, nonce)
    // The page's URLs are relative and would resolve wrongly from /portal/campaigns/7.
    .replaceAll(/(href|src)="\.\//g, '$1="/portal/');
  sendHtml(response, 200, html, portalPolicy(nonce));
}

export function sendHtml(response: ServerResponse, status: number, html: string, contentSecurityPolicy: string) {
  const body = Buffer.from(html);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

export const sendGone = (response: ServerResponse) =>
  sendHtml(
    response,
    404,
    '<!doctype html><title>Gone</title><p>This file belongs to another build. Reload the page.',
    portalPolicy(),
  );

export const sendMissing = (response: ServerResponse) =>
  sendHtml(
    response,
    503,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title><h1>The Portal is not built</h1>
<p>In a checkout of redeemd, run <code>npm run portal:build</code>, or start the daemon with <code>npm start</code>, which builds it. Then reload this page.`,
    portalPolicy(),
  );
