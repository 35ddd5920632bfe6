import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortalListener } from '../../daemon/http/portal.ts';
import { createPortalReader } from '../../daemon/http/portal-build.ts';
import { listen } from '../support/servers/listen.ts';
import { rawRequest } from '../support/servers/raw-request.ts';
import { startTestDaemon } from '../support/world/daemon.ts';

// Tests how the daemon serves the Portal's files, with a small build that the tests write.

const PAGE =
  '<!doctype html><meta property="csp-nonce" nonce="__NONCE__"><script type="module" src="./assets/a-1.js"></script>';
const SCRIPT = 'export const a = 1;';

describe('the Portal under /portal', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-portal-'));
  const build = join(folder, 'build');
  let server: Server;
  let url: string;
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    rawRequest(url, { method, path, headers });

  beforeAll(async () => {
    mkdirSync(join(build, 'assets'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'not for you');
    writeFileSync(join(build, 'index.html'), PAGE);
    writeFileSync(join(build, 'icon.svg'), '<svg/>');
    writeFileSync(join(build, 'assets/a-1.js'), SCRIPT);
    writeFileSync(join(build, 'assets/a-1.js.gz'), gzipSync(SCRIPT));
    server = createServer(createPortalListener(createPortalReader([build])));
    url = await listen(server);
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  it('redirects to the address with a trailing slash', async () => {
    const { status, headers } = await get('/portal');
    expect([status, headers.location]).toEqual([308, '/portal/']);
  });

  it.each(['/portal/', '/portal/campaigns/7?tab=results', '/portal/index.html'])(
    'serves the page at %s',
    async (path) => {
      const { status, headers, text } = await get(path);
      expect(status).toBe(200);
      expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
      expect(text).toContain('src="/portal/assets/a-1.js"');
      const [, nonce = ''] = /nonce="([^"]+)"/.exec(text) ?? [];
      expect(nonce).toMatch(/^[\w-]{22}$/);
      const policy = String(headers['content-security-policy']);
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; img-src 'self' data: blob:; ` +
          "font-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      );
      expect((await get(path)).text).not.toContain(nonce);
    },
  );

  it('lets browsers keep hashed files forever and revalidate the others', async () => {
    const script = await get('/portal/assets/a-1.js');
    expect(script).toMatchObject({ status: 200, text: SCRIPT });
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const icon = await get('/portal/icon.svg');
    expect(icon.headers).toMatchObject({ 'content-type': 'image/svg+xml', 'cache-control': 'no-cache' });
    const again = await get('/portal/icon.svg', { 'if-none-match': String(icon.headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
    const head = await get('/portal/assets/a-1.js', {}, 'HEAD');
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', String(SCRIPT.length)]);
  });

  it('sends the compressed file of the build to a client that accepts gzip', async () => {
    const response = await fetch(`${url}/portal/assets/a-1.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', SCRIPT]);
  });

  it('sends parts of a file, and refuses parts outside the file', async () => {
    const part = (range: string) => get('/portal/assets/a-1.js', { range });
    const last = await part('bytes=-3');
    expect([last.status, last.text]).toEqual([206, SCRIPT.slice(-3)]);
    expect(last.headers['content-range']).toBe(`bytes ${SCRIPT.length - 3}-${SCRIPT.length - 1}/${SCRIPT.length}`);
    expect((await part('bytes=900-')).status).toBe(416);
    for (const range of ['bytes=5-2', 'lines=1-2']) expect([200, 416]).toContain((await part(range)).status);
  });

  it('sends a compressed file with its type and caching headers, and 304 if the client already has it', async () => {
    const headers = { 'accept-encoding': 'gzip' };
    const script = await get('/portal/assets/a-1.js', headers);
    expect(script.headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
    const etag = String(script.headers.etag);
    const again = await get('/portal/assets/a-1.js', { ...headers, 'if-none-match': etag });
    expect([again.status, again.headers.etag, again.headers['cache-control']]).toEqual([
      304,
      etag,
      'public, max-age=31536000, immutable',
    ]);
    expect((await get('/portal/assets/a-1.js.gz')).status).toBe(404);
  });

  it('responds with 404 for a file that was removed after the build was read', async () => {
    writeFileSync(join(build, 'assets/b-2.js'), SCRIPT);
    utimesSync(join(build, 'index.html'), new Date(), new Date(Date.now() + 2000));
    expect((await get('/portal/assets/b-2.js')).status).toBe(200);
    rmSync(join(build, 'assets/b-2.js'));
    expect((await get('/portal/assets/b-2.js')).status).toBe(404);
    expect((await get('/portal/')).status).toBe(200);
  });

  it.each([
    '/portal/../secret.txt',
    '/portal/..%2fsecret.txt',
    '/portal/%2e%2e/secret.txt',
    '/portal/assets/../../secret.txt',
    '/portal/assets/..%5c..%5csecret.txt',
    '/portal//etc/passwd',
    '/portal/%00',
  ])('serves no file outside the build for %s', async (path) => {
    const { text } = await get(path);
    expect(text).not.toMatch(/not for you|root:/);
  });

  it('responds with 404 for a script from another build, never with the page', async () => {
    const { status, text } = await get('/portal/assets/old-2.js');
    expect(status).toBe(404);
    expect(text).not.toContain('csp-nonce');
  });

  it('serves a newer build without a restart', async () => {
    writeFileSync(join(build, 'index.html'), `${PAGE}<p>newer`);
    utimesSync(join(build, 'index.html'), new Date(), new Date(Date.now() + 5000));
    expect((await get('/portal/')).text).toContain('newer');
  });

  it('says how to build the Portal if the build is missing', async () => {
    const empty = createServer(createPortalListener(createPortalReader([join(folder, 'nowhere')])));
    const { status, text } = await rawRequest(await listen(empty), { method: 'GET', path: '/portal/' });
    empty.close();
    expect(status).toBe(503);
    expect(text).toContain('npm run portal:build');
  });
});

it('the daemon serves the Portal with its usual security headers', async () => {
  const daemon = await startTestDaemon();
  const { headers } = await rawRequest(daemon.url, { method: 'GET', path: '/portal/' });
  await daemon.close();
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
});
