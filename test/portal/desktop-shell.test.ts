import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { root } from '../../build/paths.mjs';
import { type Desktop, isPrevented, startDesktop } from '../support/browsers/desktop.ts';

// Checks the built main process against Electron's security checklist, under a substitute for Electron. The tests show
// what the app asks of Electron, not that Electron does it.

const folder = mkdtempSync(join(tmpdir(), 'redeemd-shell-'));
const start = (options: { isFirstInstance?: boolean } = {}) =>
  startDesktop({ userData: folder, downloads: folder, ...options });
afterAll(() => rmSync(folder, { recursive: true }));

describe('the desktop shell, under a substitute for Electron', () => {
  let desktop: Desktop;
  const pageSession = () => desktop.electron.state.sessions.get('persist:portal')!;
  beforeAll(async () => {
    desktop = await start();
  });

  test('opens its window with all protections on', () => {
    const { options, url } = desktop.window();
    expect(url).toBe('portal://app/');
    expect(options.show).toBe(false);
    expect(options.webPreferences).toEqual({
      preload: join(root, 'out/desktop/preload/index.cjs'),
      session: pageSession(),
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: false,
    });
    desktop.window().emit('ready-to-show');
    expect(desktop.window().isShown).toBe(true);
  });

  test('asks before it closes with unsaved changes, and stays open unless the user chooses to leave', () => {
    const isClosed = (...pressed: string[]) => {
      desktop.electron.state.pressed.push(...pressed);
      const preventDefault = vi.fn();
      desktop.window().webContents.emit('will-prevent-unload', { preventDefault });
      return preventDefault.mock.calls.length > 0;
    };
    expect([isClosed('Stay'), isClosed('Leave'), isClosed()]).toEqual([false, true, false]);
  });

  test('turns the sandbox on for all windows and registers its scheme before the app is ready', () => {
    expect(desktop.electron.state.log.slice(0, 2)).toEqual(['sandbox', 'lock']);
    expect(desktop.electron.state.privileged).toEqual([
      { scheme: 'portal', privileges: { standard: true, secure: true, supportFetchAPI: true } },
    ]);
  });

  test.each([
    'https://evil.example/',
    'http://127.0.0.1:8787/portal/',
    'file:///etc/passwd',
    'portal://evil/',
    'javascript:1',
    'data:text/html,x',
    'about:blank',
    '',
  ])('blocks other navigation: %s', (url) => {
    expect(isPrevented(desktop, url)).toBe(true);
    expect(isPrevented(desktop, url, false)).toBe(true);
    let isStopped = false;
    const preventDefault = () => {
      isStopped = true;
    };
    desktop.window().webContents.emit('will-redirect', { url, preventDefault });
    expect(isStopped).toBe(true);
    expect(desktop.window().webContents.openHandler({ url })).toEqual({ action: 'deny' });
  });

  test('navigates freely on its own page, opens no window even there, and refuses webviews', () => {
    expect(isPrevented(desktop, 'portal://app/campaigns/7?tab=codes')).toBe(false);
    expect(desktop.window().webContents.openHandler({ url: 'portal://app/' })).toEqual({ action: 'deny' });
    let isStopped = false;
    const preventDefault = () => {
      isStopped = true;
    };
    desktop.window().webContents.emit('will-attach-webview', { preventDefault });
    expect(isStopped).toBe(true);
  });

  test('grants only one permission, to copy text, and only to the page', () => {
    const asks = (permission: string, url: string, isMainFrame = true) => {
      let isGranted: boolean | null = null;
      const decide = (granted: boolean) => {
        isGranted = granted;
      };
      pageSession().handlers.permissionRequest?.(
        ...([{ getURL: () => url }, permission, decide, { isMainFrame }] as never[]),
      );
      const isChecked = pageSession().handlers.permissionCheck?.(
        ...([null, permission, url, { isMainFrame }] as never[]),
      );
      return [isGranted, isChecked];
    };
    for (const permission of PERMISSIONS) expect(asks(permission, 'portal://app/'), permission).toEqual([false, false]);
    expect(asks('clipboard-sanitized-write', 'portal://app/')).toEqual([true, true]);
    expect(asks('clipboard-sanitized-write', 'portal://app/', false)).toEqual([false, false]);
    expect(asks('clipboard-sanitized-write', 'https://evil.example/')).toEqual([false, false]);
    expect(pageSession().handlers.devicePermission?.()).toBe(false);
    const other = desktop.electron.state.sessions.get('')!;
    expect(Object.keys(other.handlers).sort()).toEqual([
      ...['devicePermission', 'permissionCheck', 'permissionRequest', 'will-download'],
    ]);
  });

  test('refuses downloads that the page starts', () => {
    for (const { handlers } of desktop.electron.state.sessions.values()) {
      const preventDefault = vi.fn();
      handlers['will-download']?.(...([{ preventDefault }] as never[]));
      expect(preventDefault).toHaveBeenCalledOnce();
    }
  });

  test.each([
    ['https://evil.example/', true],
    ['http://127.0.0.1:8787/v1/admin/session', true],
    ['wss://evil.example/', true],
    ['file:///etc/passwd', true],
    ['portal://app/assets/a.js', false],
    ['blob:portal://app/1', false],
  ])('cuts the page off from the network: %s', async (url, isCancelled) => {
    const answer = await new Promise((decide) => pageSession().handlers.request?.(...([{ url }, decide] as never[])));
    expect(answer).toEqual({ cancel: isCancelled });
  });

  test('has one window, and quits if another instance is already running', async () => {
    desktop.electron.main.app.emit('second-instance', {}, []);
    expect(desktop.electron.state.windows).toHaveLength(1);
    expect(desktop.window().log).toEqual(['show', 'focus']);
    expect(desktop.window().close()).toBe(true);
    desktop.electron.main.app.emit('activate');
    expect(desktop.electron.state.windows).toHaveLength(2);
    const second = await start({ isFirstInstance: false });
    expect(second.electron.state.log).toContain('quit');
    expect(second.electron.state.windows).toHaveLength(0);
    expect(second.electron.state.channels.size).toBe(0);
  });
});

const PERMISSIONS = [
  'clipboard-read',
  'display-capture',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'pointerLock',
  'serial',
  'storage-access',
  'usb',
  'window-management',
];
