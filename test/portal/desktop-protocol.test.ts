import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { ensurePortal } from '../../build/portal-build.mjs';
import { portalPolicy } from '../../daemon/contract/portal-policy.ts';
import { type Desktop, startDesktop } from '../support/browsers/desktop.ts';

// Tests how the desktop app serves the Portal's files from the real build.

describe('portal://app/, under a substitute for Electron', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-protocol-'));
  let desktop: Desktop;
  const pageSession = () => desktop.electron.state.sessions.get('persist:portal')!;
  beforeAll(async () => {
    if (!ensurePortal()) throw new Error('The Portal does not build');
    desktop = await startDesktop({ userData: folder, downloads: folder });
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const get = async (url: string, method = 'GET') => {
    const response = (await pageSession().handlers.portal?.(
      ...([new Request(url, { method })] as never[]),
    )) as Response;
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  test.each([
    'portal://app/',
    'portal://app/campaigns/7?tab=codes',
    'portal://app/players/a.js',
    'portal://app/index.html',
  ])('serves %s as the page, with the daemon’s content security policy', async (url) => {
    const { status, headers, text } = await get(url);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    const [, nonce = ''] = /nonce="([\w-]{22})"/.exec(text) ?? [];
    expect(headers.get('content-security-policy')).toBe(portalPolicy(nonce));
    expect(text).not.toMatch(/__NONCE__|="\.\//);
    expect((await get(url)).text).not.toContain(nonce);
  });

  test('serves every file of the build with its content type, so that no type is guessed', async () => {
    const files = readdirSync(join(root, 'out/renderer/assets')).filter((name) => !name.endsWith('.gz'));
    expect(files.length).toBeGreaterThan(1);
    for (const name of files) {
      const { status, headers, text } = await get(`portal://app/assets/${name}`);
      expect(status).toBe(200);
      expect(headers.get('content-type')).toMatch(/^text\/(?:javascript|css); charset=utf-8$|^font\/woff2$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(text).toBe(readFileSync(join(root, 'out/renderer/assets', name), 'utf8'));
    }
    expect((await get('portal://app/icon.svg')).headers.get('content-type')).toBe('image/svg+xml');
  });

  test.each([
    ['portal://app/assets/gone-1.js', 404],
    ['portal://app/../main/index.cjs', 200],
    ['portal://app/%2e%2e/main/index.cjs', 200],
    ['portal://app/..%2fmain%2findex.js', 200],
    ['portal://app/assets/..%5c..%5cmain.js', 200],
    ['portal://app/assets/../../main/a.js', 200],
    ['portal://app/%00.js', 200],
    ['portal://app//etc/passwd.json', 200],
    ['portal://app/..json', 200],
    ['portal://evil/', 404],
  ])('serves no file outside the build for %s', async (url, status) => {
    const got = await get(url);
    expect(got.status).toBe(status);
    expect(got.text).not.toMatch(/require\("electron"\)|root:/);
    // Any path that does not name a file counts as a path in the Portal, so the response is the page.
    if (status === 200) expect(got.text).toContain('<!doctype html>');
  });

  test.each(['POST', 'DELETE', 'PUT'])('refuses the method %s', async (method) => {
    expect((await get('portal://app/', method)).status).toBe(405);
  });
});
