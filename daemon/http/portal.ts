import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Express } from 'express';
import { PAGE_NONCE, portalPolicy } from './portal-policy.ts';
import { splitUrl } from './traffic.ts';

/** In a checkout the build stands beside the daemon; in a package of the daemon alone, beside its bundle. */
const FOLDERS = ['../../out/renderer/', './portal/'].map((path) => fileURLToPath(new URL(path, import.meta.url)));

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
};

interface PortalFile {
  type: string;
  bytes: Buffer;
  /** The build packs what is worth it, so that serving costs the daemon no time. */
  gzipped: Buffer | undefined;
  etag: string;
}
interface PortalBuild {
  folder: string;
  files: ReadonlyMap<string, PortalFile>;
  /** When its page was written: a newer one is read anew. */
  madeAt: number;
}

/**
 * The Portal for browsers. Only what lay in the build when it was read can be asked for, by its whole name, so no path
 * leads out of the folder. Every other path is one of the Portal's own and gets the page.
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
    const file = name === 'index.html' ? undefined : build.files.get(name);
    if (file) return sendFile(request, response, file, name.startsWith('assets/'));
    // A page of an older build asks for what is gone: it must not take the page for a script.
    if (name.startsWith('assets/')) return sendGone(response);
    sendPage(response, build.files.get('index.html'));
  };
}

/** The build as it is now; looking costs one `stat`, so that it is read anew after `npm run portal:build`. */
function createReader(folders: readonly string[]) {
  let build: PortalBuild | null = null;
  return (): PortalBuild | null => {
    const folder = folders.find((candidate) => existsSync(join(candidate, 'index.html')));
    if (!folder) return null;
    const madeAt = statSync(join(folder, 'index.html')).mtimeMs;
    if (build?.folder !== folder || build.madeAt !== madeAt) build = { folder, madeAt, files: readFiles(folder) };
    return build;
  };
}

function readFiles(folder: string): Map<string, PortalFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = entries.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const bytesOf = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
  return new Map(
    [...bytesOf]
      .filter(([path]) => !path.endsWith('.gz') && !path.startsWith('.'))
      .map(([path, bytes]) => {
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
        return [path.split(sep).join('/'), { type, bytes, gzipped: bytesOf.get(`${path}.gz`), etag }];
      }),
  );
}

/** Files under assets/ carry a hash in their names, so they never change. */
function sendFile(request: IncomingMessage, response: ServerResponse, file: PortalFile, isHashed: boolean) {
  const headers = {
    'Content-Type': file.type,
    'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: file.etag,
    Vary: 'Accept-Encoding',
  };
  if (request.headers['if-none-match'] === file.etag) return response.writeHead(304, headers).end();
  const gzipped = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? '')) ? file.gzipped : undefined;
  const bytes = gzipped ?? file.bytes;
  const encoding = gzipped ? { 'Content-Encoding': 'gzip' } : {};
  response.writeHead(200, { ...headers, ...encoding, 'Content-Length': bytes.length });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/**
 * The page carries the nonce of its own policy, so each one is new and none is kept: with an ETag, the policy of a 304
 * would name another nonce than the page it revives.
 */
function sendPage(response: ServerResponse, page: PortalFile | undefined) {
  const nonce = randomBytes(16).toString('base64url');
  const html = String(page?.bytes ?? '')
    .replaceAll(PAGE_NONCE, nonce)
    // Its own addresses are relative, which from /portal/campaigns/7 would lead elsewhere.
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
    '<!doctype html><title>Gone</title><p>This file is of another build. Reload the page.',
    portalPolicy(),
  );

const sendMissing = (response: ServerResponse) =>
  sendHtml(
    response,
    503,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Portal</title><h1>The Portal is not built</h1>
<p>In a checkout of redeemd run <code>npm run portal:build</code>, or start the daemon with <code>npm start</code>, which does it. Then reload this page.`,
    portalPolicy(),
  );
