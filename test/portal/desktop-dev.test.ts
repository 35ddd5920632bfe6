import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Desktop, fakeFrame, isPrevented, startDesktop } from '../support/browsers/desktop.ts';
import { listen } from '../support/servers/listen.ts';

// `npm run portal -- --dev` sets ELECTRON_RENDERER_URL to Vite's dev server. Only an unpackaged app reads the variable.

const POLICY = "default-src 'self'";

describe('the page that the app loads, under a substitute for Electron', () => {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-desktop-dev-'));
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': POLICY, 'Set-Cookie': 'a=b' });
    response.end('from the dev server');
  });
  let devPage = '';
  beforeAll(async () => {
    devPage = `${await listen(server)}/portal/`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  afterEach(() => {
    delete process.env.ELECTRON_RENDERER_URL;
    asked.length = 0;
  });

  const start = (url: string, isPackaged: boolean) => {
    process.env.ELECTRON_RENDERER_URL = url;
    return startDesktop({ userData: folder, downloads: folder, isPackaged });
  };
  const handlersOf = (desktop: Desktop) => desktop.electron.state.sessions.get('persist:portal')!.handlers;
  const get = async (desktop: Desktop, url: string) => {
    const request = new Request(url, { headers: { Accept: 'text/html', 'X-Other': 'kept back' } });
    return (await handlersOf(desktop).portal?.(...([request] as never[]))) as Response;
  };
  const isCut = async (desktop: Desktop, url: string) => {
    const decided = await new Promise((decide) =>
      handlersOf(desktop).request?.(...([{ url }, decide] as unknown as never[])),
    );
    return (decided as { cancel: boolean }).cancel;
  };
  const grants = (desktop: Desktop, permission: string, url = 'portal://app/') => {
    const frame = { isMainFrame: true };
    return handlersOf(desktop).permissionCheck?.(...([null, permission, url, frame] as never[]));
  };
  const socket = () => `${devPage.replace('http', 'ws')}?token=1`;

  test('is the app’s own page if the app is packaged, even if ELECTRON_RENDERER_URL is set', async () => {
    const desktop = await start(devPage, true);
    expect(await (await get(desktop, 'portal://app/')).text()).toContain('<div id="root">');
    expect(asked).toEqual([]);
    expect(await isCut(desktop, socket())).toBe(true);
    expect(grants(desktop, 'loopback-network')).toBe(false);
    expect(desktop.electron.state.log).toContain('lock');
    expect(desktop.window().options.webPreferences?.devTools).toBe(false);
  });

  test.each([
    '',
    'http://evil.example/portal/',
    'https://127.0.0.1/portal/',
    'http://127.0.0.1.evil.example/',
    'file:///etc/',
    'no address',
  ])('is the app’s own page if ELECTRON_RENDERER_URL is %j, even if the app is not packaged', async (url) => {
    const desktop = await start(url, false);
    expect(await (await get(desktop, 'portal://app/')).text()).toContain('<div id="root">');
    expect(await isCut(desktop, 'ws://evil.example/portal/')).toBe(true);
  });

  test('comes from the dev server, with its modules, if the app is not packaged', async () => {
    const desktop = await start(devPage, false);
    for (const path of ['', 'campaigns/7?tab=codes', 'portal/@vite/client', 'portal/main.tsx?t=1']) {
      const response = await get(desktop, `portal://app/${path}`);
      expect(await response.text()).toBe('from the dev server');
      expect([...response.headers]).toEqual([
        ['content-security-policy', POLICY],
        ['content-type', 'text/html'],
      ]);
    }
    expect(asked.map(({ url }) => url)).toEqual([
      '/portal/',
      '/portal/campaigns/7?tab=codes',
      '/portal/@vite/client',
      '/portal/main.tsx?t=1',
    ]);
    expect(asked[0]?.headers).toMatchObject({ accept: 'text/html' });
    expect(asked[0]?.headers).not.toHaveProperty('x-other');
    expect((await get(desktop, 'portal://evil/')).status).toBe(404);
  });

  test('keeps its origin and its protections, and reaches only the dev server’s WebSocket', async () => {
    const desktop = await start(devPage, false);
    expect(desktop.window().url).toBe('portal://app/');
    expect(isPrevented(desktop, devPage)).toBe(true);
    expect(isPrevented(desktop, 'portal://app/campaigns')).toBe(false);
    const { origin } = new URL(devPage);
    expect(
      await desktop.invoke('portal:saves', [], { senderFrame: fakeFrame({ url: devPage, origin }) }),
    ).toMatchObject({ ok: false });
    expect(await desktop.invoke('portal:saves', [])).toMatchObject({ ok: true });
    expect(await isCut(desktop, socket())).toBe(false);
    for (const url of [devPage, 'ws://127.0.0.1:1/portal/', 'wss://evil.example/', 'file:///etc/passwd'])
      expect(await isCut(desktop, url), url).toBe(true);
    expect(grants(desktop, 'loopback-network')).toBe(true);
    expect(grants(desktop, 'loopback-network', 'https://evil.example/')).toBe(false);
    expect(grants(desktop, 'geolocation')).toBe(false);
  });

  test('opens in a second instance of the app while the first one is quitting', async () => {
    const desktop = await start(devPage, false);
    expect(desktop.electron.state.log).not.toContain('lock');
    expect(desktop.electron.state.windows).toHaveLength(1);
  });

  test('says how to start the dev server if it has stopped', async () => {
    const desktop = await start('http://127.0.0.1:1/portal/', false);
    const response = await get(desktop, 'portal://app/');
    expect(response.status).toBe(502);
    expect(await response.text()).toContain('npm run portal -- --dev');
  });
});
