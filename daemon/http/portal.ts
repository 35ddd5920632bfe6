import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import send from 'send';
import { PAGE_NONCE, portalPolicy } from '../contract/portal-policy.ts';
import { splitUrl } from './traffic.ts';

/** In a checkout, the build is in `out/`; in a package of the daemon alone, it is next to the daemon's bundle. */
const FOLDERS = ['../../out/renderer/', './portal/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

interface PortalBuild {
  folder: string;
  /** The names of its files as they appear in URLs. */
  names: ReadonlySet<string>;
  /** The files that the build has also gzipped, so that the daemon spends no time on compression. */
  packed: ReadonlySet<string>;
  page: string;
  /** The instant at which the page's file was written. If it changes, the daemon reads the build again. */
  madeAt: number;
}

/**
 * Mounts the Portal for browsers; a request can only name files that were in the build when it was read, so no path
 * leads out of the folder. Every other path is a screen of the Portal and gets the page.
 */
export const mountPortal = (app: Express): void => {
  app.get('/', (_request, response) => response.writeHead(302, { Location: '/portal/', 'Content-Length': 0 }).end());
  app.get(/^\/portal(?:\/.*)?$/, createPortalListener(FOLDERS));
};

export function createPortalListener(folders: readonly string[]): RequestListener {
  const current = createReader(folders);
  return (request, response) => {
    const [path] = splitUrl(request.url ?? '');
    if (path === '/portal') return response.writeHead(308, { Location: '/portal/', 'Content-Length': 0 }).end();
    const build = current();
    if (!build) return sendMissing(response);
    const name = path.slice('/portal/'.length);
    if (name !== 'index.html' && build.names.has(name)) return sendFile(request, response, build, name);
    // A page of an older build may request a file that no longer exists; the browser must not get the page as a script.
    if (name.startsWith('assets/')) return sendGone(response);
    sendPage(response, build.page);
  };
}

/** Creates a reader of the current build. Each call costs one `stat`, which detects a new `npm run portal:build`. */
function createReader(folders: readonly string[]) {
  let build: PortalBuild | null = null;
  return (): PortalBuild | null => {
    const folder = folders.find((candidate) => existsSync(join(candidate, 'index.html')));
    if (!folder) return null;
    const madeAt = statSync(join(folder, 'index.html')).mtimeMs;
    if (build?.folder !== folder || build.madeAt !== madeAt) build = { ...readBuild(folder), madeAt };
    return build;
  };
}

function readBuild(folder: string): Omit<PortalBuild, 'madeAt'> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths.filter((path) => !path.startsWith('.')).map((path) => path.split(sep).join('/'));
  const [names, packed] = [files.filter((file) => !file.endsWith('.gz')), files.filter((file) => file.endsWith('.gz'))];
  return {
    folder,
    names: new Set(names),
    packed: new Set(packed.map((file) => file.slice(0, -'.gz'.length))),
    page: readFileSync(join(folder, 'index.html'), 'utf8'),
  };
}

/** Sends a file. Names under assets/ contain a hash, so browsers may keep these files forever. */
function sendFile(request: IncomingMessage, response: ServerResponse, { folder, packed }: PortalBuild, name: string) {
  const isHashed = name.startsWith('assets/');
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
 * Sends the page with a new nonce, which is also in its policy, so the page is never cached: with an ETag, the policy
 * of a 304 would name another nonce than the cached page.
 */
function sendPage(response: ServerResponse, page: string) {
  const nonce = randomBytes(16).toString('base64url');
  const html = page
    .replaceAll(PAGE_NONCE, nonce)
    // The page's URLs are relative and would resolve wrongly from /portal/campaigns/7.
    .replaceAll(/(href|src)="\.\//g, '$1="/portal/');
  sendHtml(response, 200, html, portalPolicy(nonce));
}

function sendHtml(response: ServerResponse, status: number, html: string, contentSecurityPolicy: string) {
  const body = Buffer.from(html);
  response.writeHead(status, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': body.length,
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const sendGone = (response: ServerResponse) =>
  sendHtml(
    response,
    404,
    '<!doctype html><title>Gone</title><p>This file belongs to another build. Reload the page.',
    portalPolicy(),
  );

const sendMissing = (response: ServerResponse) =>
  sendHtml(
    response,
    503,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title><h1>The Portal is not built</h1>
<p>In a checkout of redeemd, run <code>npm run portal:build</code>, or start the daemon with <code>npm start</code>, which builds it. Then reload this page.`,
    portalPolicy(),
  );
