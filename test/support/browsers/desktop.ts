import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { ensureDesktop } from '../../../build/desktop-build.mjs';
import { root } from '../../../build/paths.mjs';
import type { CHANNELS, ExposedBridge } from '../../../src/preload/api.ts';
import { createElectron, type StandIn, type StandInOptions } from './electron-stand-in.ts';

// The built desktop app, out/desktop, over a stand-in for Electron; its window is a page of real Chromium.
// What a test says of it is true of our code under that stand-in, and proves nothing about Electron's own isolation.

/** Chromium does not know our scheme: the same page under an https address that nothing but the stand-in answers. */
export const PAGE = 'https://portal.test';
const asOurs = (url: string) => url.replace(/^https:\/\/portal\.test/, 'portal://app');

export interface FakeFrame {
  url: string;
  origin: string;
  parent: unknown;
  detached: boolean;
  isDestroyed(): boolean;
}
export const fakeFrame = (over: Partial<FakeFrame> = {}): FakeFrame => ({
  url: 'portal://app/campaigns',
  origin: 'portal://app',
  parent: null,
  detached: false,
  isDestroyed: () => false,
  ...over,
});

export interface Desktop {
  electron: StandIn;
  window(): StandIn['state']['windows'][number];
  /** As a page asks: through the preload's functions. */
  bridge: ExposedBridge;
  /** As a process asks that took over a renderer: any channel, any arguments, any frame. */
  invoke(channel: string, args: unknown[], event?: { sender?: unknown; senderFrame?: unknown }): Promise<unknown>;
  /** Every answer that crossed, as text. */
  answers: string[];
  /** Asks as another frame from now on. */
  from(frame: FakeFrame): void;
}

const require = createRequire(import.meta.url);
type Loader = { _load(request: string, ...rest: unknown[]): unknown };

/** What `require('electron')` gives now; also what the app's code requires later. */
let standIn: object = {};
const loader = Module as unknown as Loader;
const load = loader._load;
loader._load = (request, ...rest) => (request === 'electron' ? standIn : load.call(loader, request, ...rest));

/** Loads a bundle whose `require('electron')` gets this; anything else it requires is Node's. */
function runUnder(electron: object, bundle: string) {
  const before = standIn;
  standIn = electron;
  const path = join(root, 'out/desktop', bundle, 'index.cjs');
  delete require.cache[path];
  require(path);
  // What the preload gets is for the preload alone.
  if (bundle === 'preload') standIn = before;
}

/** `early` happens after the app's code ran and before the app is ready. */
export async function startDesktop(options: StandInOptions, early?: (electron: StandIn) => void): Promise<Desktop> {
  if (!ensureDesktop()) throw new Error('The desktop app does not build');
  // Electron's own folder of the installed app; Node has none.
  Object.assign(process, { resourcesPath: options.resources ?? options.userData });
  const electron = createElectron(options);
  runUnder(electron.main, 'main');
  early?.(electron);
  await electron.ready;
  await new Promise(setImmediate);
  const answers: string[] = [];
  let frame = fakeFrame();
  const window = () => electron.state.windows.at(-1)!;
  const invoke: Desktop['invoke'] = async (channel, args, event = {}) => {
    const handler = electron.state.channels.get(channel);
    if (!handler) throw new Error(`No handler for ${channel}`);
    const given = structuredClone(args);
    const answer = structuredClone(
      await handler({ sender: window()?.webContents, senderFrame: frame, ...event }, ...given),
    );
    answers.push(JSON.stringify(answer) ?? '');
    return answer;
  };
  const from = (other: FakeFrame) => {
    frame = other;
  };
  let bridge = {} as ExposedBridge;
  runUnder(
    {
      ipcRenderer: { invoke: (channel: string, ...args: unknown[]) => invoke(channel, args) },
      contextBridge: {
        exposeInMainWorld(name: string, exposed: ExposedBridge) {
          if (name !== 'portalBridge') throw new Error(`The preload exposes ${name}`);
          bridge = exposed;
        },
      },
    },
    'preload',
  );
  return { electron, window, bridge, invoke, answers, from };
}

/** Electron gives subframes no preload, so there is no bridge in them either. */
const PRELOADED = `(names) => {
  if (window !== top) return;
  const ask = window.askStandIn;
  window.portalBridge = Object.freeze(Object.fromEntries(names.map((name) => [name, (...args) => ask(name, args)])));
}`;

/** Opens the app's window in Chromium: its files come from the app's protocol handler, its bridge is the preload's. */
export async function openPage(desktop: Desktop, page: Page): Promise<{ left: string[] }> {
  const left: string[] = [];
  const { handlers } = desktop.electron.state.sessions.get('persist:portal')!;
  const context = page.context();
  await context.exposeBinding('askStandIn', ({ frame }, name: keyof typeof CHANNELS, args: unknown[]) => {
    desktop.from(frameOf(frame));
    return desktop.bridge[name](...args);
  });
  await context.addInitScript({ content: `(${PRELOADED})(${JSON.stringify(Object.keys(desktop.bridge))})` });
  await context.route('**/*', async (route) => {
    const request = route.request();
    const url = asOurs(request.url());
    const isNavigation = request.isNavigationRequest();
    const isMainFrame = isNavigation && request.frame() === page.mainFrame();
    // As if it had never been begun: Chromium stays where it is.
    if (isNavigation && isPrevented(desktop, url, isMainFrame)) return route.abort('aborted');
    const { cancel } = await new Promise<{ cancel?: boolean }>((decide) =>
      (handlers.request as unknown as (details: object, decide: unknown) => void)({ url }, decide),
    );
    if (cancel) return route.abort();
    if (!url.startsWith('portal:')) {
      left.push(url);
      return route.abort();
    }
    const serve = handlers.portal as unknown as (request: Request) => Promise<Response>;
    const { accept = '*/*' } = request.headers();
    const response = await serve(new Request(url, { method: request.method(), headers: { accept } }));
    await route.fulfill({
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: Buffer.from(await response.arrayBuffer()),
    });
  });
  await page.goto(PAGE);
  return { left };
}

export function isPrevented(desktop: Desktop, url: string, isMainFrame = true): boolean {
  let prevented = false;
  const preventDefault = () => {
    prevented = true;
  };
  const event = { url, isMainFrame, preventDefault };
  const { webContents } = desktop.window();
  webContents.emit('will-frame-navigate', event);
  if (isMainFrame) webContents.emit('will-navigate', event);
  return prevented;
}

function frameOf(frame: Frame): FakeFrame {
  const url = asOurs(frame.url());
  return fakeFrame({
    url,
    origin: /^[\w-]+:\/\/[^/]*/.exec(url)?.[0] ?? 'null',
    parent: frame.parentFrame() ? {} : null,
    detached: frame.isDetached(),
  });
}
