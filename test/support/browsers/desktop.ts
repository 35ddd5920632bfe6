import Module, { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { ensureDesktop } from '../../../build/desktop-build.mjs';
import { root } from '../../../build/paths.mjs';
import type { CHANNELS, ExposedBridge } from '../../../src/preload/api.ts';
import { createElectron, type StandIn, type StandInOptions } from './electron-stand-in.ts';

// Runs the built desktop app (out/desktop) with a substitute for Electron; its window is a page of real Chromium. The
// tests check our code under that substitute and prove nothing about Electron's own isolation.

/** Chromium does not support our scheme, so the page has an https address that only the substitute serves. */
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
  /** Sends requests as the page does, through the preload's functions. */
  bridge: ExposedBridge;
  /** Sends requests as a compromised renderer process can: with any channel, arguments and frame. */
  invoke(channel: string, args: unknown[], event?: { sender?: unknown; senderFrame?: unknown }): Promise<unknown>;
  /** Every response that reached the page, as text. */
  answers: string[];
  /** Makes this frame the sender of all later requests. */
  from(frame: FakeFrame): void;
}

const require = createRequire(import.meta.url);
type Loader = { _load(request: string, ...rest: unknown[]): unknown };

/** The result of `require('electron')` now and in later calls by the app's code. */
let standIn: object = {};
const loader = Module as unknown as Loader;
const load = loader._load;
loader._load = (request, ...rest) => (request === 'electron' ? standIn : load.call(loader, request, ...rest));

/** Loads a bundle whose `require('electron')` returns this object; all its other modules are Node's. */
function runUnder(electron: object, bundle: string) {
  const before = standIn;
  standIn = electron;
  const path = join(root, 'out/desktop', bundle, 'index.cjs');
  delete require.cache[path];
  require(path);
  // The app's code keeps its own object after the preload has loaded.
  if (bundle === 'preload') standIn = before;
}

/** Starts the app. `early` runs after the app's code and before the app is ready. */
export async function startDesktop(options: StandInOptions, early?: (electron: StandIn) => void): Promise<Desktop> {
  if (!ensureDesktop()) throw new Error('The desktop app does not build');
  // The folder of the installed app, which Electron sets and Node does not.
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

/** Electron runs no preload in subframes, so they have no bridge either. */
const PRELOADED = `(names) => {
  if (window !== top) return;
  const ask = window.askStandIn;
  window.portalBridge = Object.freeze(Object.fromEntries(names.map((name) => [name, (...args) => ask(name, args)])));
}`;

/** Opens the app's window in Chromium, with files from the app's protocol handler and the preload's bridge. */
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
    // Chromium stays on its page, as if the navigation had not begun.
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
