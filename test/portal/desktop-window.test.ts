import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startDesktop } from '../support/browsers/desktop.ts';
import type { StandInOptions } from '../support/browsers/electron-stand-in.ts';
import { SESSION } from '../support/browsers/signed-in.ts';

// Tests the app's window, menus and links under a substitute for Electron.

const root = mkdtempSync(join(tmpdir(), 'redeemd-window-'));
let userData: string;
beforeEach(() => {
  userData = mkdtempSync(join(root, 'run-'));
});
afterEach(() => vi.useRealTimers());
afterAll(() => rmSync(root, { recursive: true }));

const start = (options: Partial<StandInOptions> = {}) => startDesktop({ userData, downloads: root, ...options });
const keep = (name: string, content: object) => writeFileSync(join(userData, name), JSON.stringify(content));
const settle = () => new Promise(setImmediate);

test('the window opens where it last was, if that place is still on a display', async () => {
  const bounds = { x: 2000, y: 50, width: 900, height: 700 };
  const placed = async (options?: Partial<StandInOptions>) => {
    const { x, y, width, height } = (await start(options)).window().options;
    return [x, y, width, height];
  };
  const [one, two] = [
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 1280, height: 1024 },
  ];
  expect(await placed()).toEqual([undefined, undefined, 1280, 840]);
  const first = await start();
  first.window().isLarge = true;
  Object.assign(first.window().options, bounds);
  expect(first.window().close()).toBe(true);
  expect(JSON.parse(readFileSync(join(userData, 'window.json'), 'utf8'))).toEqual({ bounds, isMaximized: true });
  expect(await placed({ displays: [one, two] })).toEqual([2000, 50, 900, 700]);
  expect(await placed({ displays: [one] })).toEqual([undefined, undefined, 900, 700]);
  for (const moved of [{ x: 1821 }, { x: -801 }, { x: 100, y: -1 }, { x: 100, y: 1041 }]) {
    keep('window.json', { bounds: { ...bounds, ...moved }, isMaximized: false });
    expect(await placed({ displays: [one] }), JSON.stringify(moved)).toEqual([undefined, undefined, 900, 700]);
  }
  keep('window.json', { bounds: { ...bounds, x: 1820, y: 1040 }, isMaximized: false });
  expect(await placed({ displays: [one] })).toEqual([1820, 1040, 900, 700]);
  keep('window.json', { bounds: 'here' });
  expect(await placed()).toEqual([undefined, undefined, 1280, 840]);
});

test('the window is shown when the page is ready or cannot be loaded, or after five seconds', async () => {
  keep('window.json', { bounds: { x: 0, y: 0, width: 900, height: 700 }, isMaximized: true });
  const ready = await start();
  expect(ready.window().isShown).toBe(false);
  ready.window().emit('ready-to-show');
  expect([ready.window().isShown, ready.window().isLarge]).toEqual([true, true]);
  ready.window().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'portal://app/', true);
  expect(ready.window().log).toEqual(['show']);
  const failing = await start();
  failing.window().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'portal://app/', true);
  expect(failing.window().isShown).toBe(true);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const silent = await start();
  vi.advanceTimersByTime(4999);
  expect(silent.window().isShown).toBe(false);
  vi.advanceTimersByTime(1);
  expect(silent.window().isShown).toBe(true);
  const closed = await start();
  closed.window().close();
  vi.advanceTimersByTime(6000);
  expect(closed.window().isShown).toBe(false);
});

test('a page that crashed or could not be loaded is loaded again, or the app quits, as the user chooses', async () => {
  const { electron, window } = await start();
  const { state } = electron;
  window().url = 'portal://app/campaigns/7';
  window().webContents.emit('render-process-gone', {}, { reason: 'clean-exit', exitCode: 0 });
  window().webContents.emit('did-fail-load', {}, -3, 'ERR_ABORTED', 'portal://app/', true);
  window().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'portal://app/a', false);
  expect(state.boxes).toEqual([]);
  window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 139 });
  await settle();
  expect(state.boxes.at(-1)?.message).toBe('The Portal’s page has crashed');
  expect(window().loads).toEqual(['portal://app/', 'portal://app/campaigns/7']);
  window().url = 'chrome-error://chromewebdata/';
  window().webContents.emit('did-fail-load', {}, -6, 'ERR_FILE_NOT_FOUND', 'portal://app/', true);
  await settle();
  expect(window().loads.at(-1)).toBe('portal://app/');
  expect(state.log).not.toContain('quit');
  state.pressed.push('Quit');
  window().webContents.emit('render-process-gone', {}, { reason: 'oom', exitCode: 1 });
  await settle();
  expect(state.log.at(-1)).toBe('has quit');
});

test('a page that hangs can recover, and is ended only if the user chooses to reload it', async () => {
  const { electron, window } = await start();
  const { boxes, pressed } = electron.state;
  pressed.push(null);
  window().emit('unresponsive');
  window().emit('unresponsive');
  expect(boxes).toHaveLength(1);
  window().emit('responsive');
  await settle();
  expect([window().webContents.crashes, window().loads.length]).toEqual([0, 1]);
  pressed.push('Reload');
  window().emit('unresponsive');
  await settle();
  await settle();
  expect([window().webContents.crashes, window().loads.length, boxes.length]).toEqual([1, 2, 2]);
  // The app asks again after a separate crash.
  window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
  expect(boxes).toHaveLength(3);
});

const rolesOf = (template: { role?: string }[] = []) => template.map(({ role }) => role);

test('the context menu cuts, copies and pastes in editable text, and copies selected text', async () => {
  const { electron, window } = await start();
  const { popups } = electron.state.menus;
  const editFlags = { canCut: false, canCopy: true, canPaste: true, canSelectAll: true };
  const click = (params: object) =>
    window().webContents.emit('context-menu', {}, { isEditable: false, selectionText: '', editFlags, ...params });
  click({ selectionText: ' ' });
  expect(popups).toEqual([]);
  click({ isEditable: true });
  click({ selectionText: 'SUMMER' });
  expect(popups.map(({ template }) => rolesOf(template as { role?: string }[]))).toEqual([
    ['cut', 'copy', 'paste', undefined, 'selectAll'],
    ['copy'],
  ]);
  expect(popups[0]?.template[0]).toMatchObject({ role: 'cut', enabled: false });
});

test.each([
  ['linux', ['File', 'editMenu', 'View', 'windowMenu', 'Help'], 'quit'],
  ['win32', ['File', 'editMenu', 'View', 'windowMenu', 'Help'], 'quit'],
  ['darwin', ['appMenu', 'File', 'editMenu', 'View', 'windowMenu'], 'close'],
])(
  'the menu on %s has About and Quit, and no developer tools if the app is packaged',
  async (platform, heads, last) => {
    const own = process.platform;
    Object.defineProperty(process, 'platform', { value: platform });
    try {
      const menuOf = async (isPackaged: boolean) => {
        const { electron } = await start({ isPackaged });
        const { log } = electron.state;
        expect(log).toContain('about 9.8.7');
        expect(log.includes('id net.redeemd.portal')).toBe(platform === 'win32');
        return electron.state.menus.application?.template ?? [];
      };
      const menu = await menuOf(true);
      expect(menu.map(({ role, label }) => role ?? label)).toEqual(heads);
      expect(JSON.stringify(menu)).not.toMatch(/toggleDevTools|forceReload|http/);
      const file = menu.find(({ label }) => label === 'File')?.submenu as { role?: string }[];
      expect(rolesOf(file).at(-1)).toBe(last);
      if (platform !== 'darwin') expect(rolesOf(menu.at(-1)?.submenu as { role?: string }[])).toEqual(['about']);
      expect(JSON.stringify(await menuOf(false))).toContain('toggleDevTools');
    } finally {
      Object.defineProperty(process, 'platform', { value: own });
    }
  },
);

test('the menu prints the window', async () => {
  const { electron, window } = await start();
  const file = electron.state.menus.application?.template[0]?.submenu as Electron.MenuItemConstructorOptions[];
  const print = file.find(({ label }) => label === 'Print…');
  expect(print?.accelerator).toBe('CmdOrCtrl+P');
  (print?.click as (() => void) | undefined)?.();
  expect(window().webContents.prints).toBe(1);
});

test('the system’s dialogs and menus are in German on a German system', async () => {
  const { electron } = await start({ locale: 'de-AT' });
  expect(electron.state.menus.application?.template[0]?.label).toBe('Datei');
});

test.each([
  ['redeemd://open/campaigns/7?tab=codes', 'portal://app/campaigns/7?tab=codes'],
  ['redeemd://open/moderation/', 'portal://app/moderation'],
  ['redeemd://open/campaigns?q=a%20b', 'portal://app/campaigns?q=a%20b'],
])('the link %s opens %s', async (link, url) => {
  const { argv } = process;
  process.argv = ['electron', '--flag', link];
  try {
    expect((await start()).window().url).toBe(url);
  } finally {
    process.argv = argv;
  }
  const { electron, window } = await start();
  expect(window().url).toBe('portal://app/');
  electron.main.app.emit('second-instance', {}, ['app', link], '/');
  expect([window().url, window().log]).toEqual([url, ['focus']]);
});

test('no other link opens anything', async () => {
  const { electron, window } = await start();
  for (const link of [
    'redeemd://open/',
    'redeemd://evil/campaigns',
    'redeemd://open/../campaigns',
    'redeemd://open//evil.example/a',
    'redeemd://open/a#invitation=token',
    'redeemd://open/a?next=%zz',
    'redeemd://open/a?next=https://evil.example',
    'redeemd://user@open/a',
    'redeemd:open/a',
    'REDEEMD://open/a',
    `redeemd://open/${'a/'.repeat(10)}`,
    `redeemd://open/a?q=${'x'.repeat(600)}`,
    'portal://app/settings',
    'https://evil.example/redeemd://open/a',
  ]) {
    electron.main.app.emit('second-instance', {}, ['app', link], '/');
    electron.main.app.emit('open-url', { preventDefault: () => {} }, link);
    expect(window().loads, link).toEqual(['portal://app/']);
  }
});

test('a link that macOS sends before the app is ready is opened by the app’s first window', async () => {
  const preventDefault = vi.fn();
  const { electron, window } = await startDesktop({ userData, downloads: root }, ({ main }) => {
    main.app.emit('open-url', { preventDefault }, 'redeemd://open/payouts/3');
    main.app.emit('open-url', { preventDefault }, 'redeemd://evil/');
  });
  expect(preventDefault).toHaveBeenCalledTimes(2);
  expect(window().loads).toEqual(['portal://app/payouts/3']);
  window().isHidden = true;
  electron.main.app.emit('open-url', { preventDefault }, 'redeemd://open/settings');
  expect([window().isHidden, window().loads.at(-1)]).toEqual([false, 'portal://app/settings']);
});

test('an increase in waiting codes causes a notification, if the user has turned notifications on', async () => {
  const url = 'http://127.0.0.1:8787';
  keep('connections.json', { current: url, known: [url] });
  keep('settings.json', { notifyWaiting: true });
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const desktop = await start();
  const { state } = desktop.electron;
  let total = 3;
  let isDown = false;
  const asked: string[] = [];
  state.fetch = async (address, init) => {
    asked.push(address);
    if (isDown) throw new Error('net::ERR_CONNECTION_REFUSED');
    if (init?.method === 'POST') return Response.json(SESSION);
    const isSignedIn = 'Authorization' in (init?.headers ?? {});
    return isSignedIn ? Response.json({ total, data: [] }) : Response.json(SIGNED_OUT, { status: 401 });
  };
  expect(await desktop.bridge.signIn({ email: 'a@b.test', password: 'p' })).toMatchObject({ value: { ok: true } });
  const look = async (count: number) => {
    total = count;
    vi.advanceTimersByTime(60_000);
    for (let turn = 0; turn < 10; turn += 1) await settle();
    return state.notes.map(({ options }) => options.title);
  };
  const note = (count: number) => `${count} creators’ codes are waiting`;
  expect(await look(3)).toEqual([]);
  expect(asked.at(-1)).toContain('status=pending&page_size=1');
  expect(await look(2)).toEqual([]);
  expect(await look(5)).toEqual([note(5)]);
  expect(await look(5)).toEqual([note(5)]);
  isDown = true;
  expect(await look(6)).toEqual([note(5)]);
  isDown = false;
  expect(await look(6)).toEqual([note(5), note(6)]);
  expect(state.notes.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  state.notes[1]?.emit('click');
  expect(desktop.window().url).toBe('portal://app/moderation');
  const [setting] = state.menus.application!.template[0]!.submenu as [
    { checked: boolean; click: (item: object) => void },
  ];
  expect(setting.checked).toBe(true);
  setting.click({ checked: false });
  const before = asked.length;
  expect(await look(9)).toHaveLength(2);
  expect(asked).toHaveLength(before);
  expect(JSON.parse(readFileSync(join(userData, 'settings.json'), 'utf8'))).toEqual({ notifyWaiting: false });
  setting.click({ checked: true });
  expect(await look(12), 'the first check after a pause causes no notification').toHaveLength(2);
  state.pressed.push('Connect');
  expect(await desktop.bridge.connect('http://127.0.0.1:8788')).toMatchObject({ value: { ok: true } });
  expect(await desktop.bridge.signIn({ email: 'a@b.test', password: 'p' })).toMatchObject({ value: { ok: true } });
  expect(await look(13), 'each server has its own count').toHaveLength(2);
  expect(await look(14)).toHaveLength(3);
});

const SIGNED_OUT = { code: 'unauthorized', detail: 'Authentication failed.' };
