import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterEach, beforeAll, describe, expect } from 'vitest';
import { shellPath } from '../../../build/find-browser.mjs';
import { freePort } from '../../../build/free-port.mjs';
import { ensurePortal } from '../../../build/portal-build.mjs';
import { startTestDaemon, type TestDaemon, type TestDaemonOptions } from '../world/daemon.ts';
import { BROWSER_FLAGS } from './browser-flags.ts';

// Runs real Chromium against a real daemon, with one browser per worker. A worker's tests share a context, which is
// cleared after each test, and their daemons share a port, so the browser loads the Portal only once.

/** A long limit, because a browser, a daemon and a build share a few cores. */
const SLOW_MS = 90_000;
/** The browser's message for an error response, which tests of refusals expect. */
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d/;
const NO_ANSWER = /^Failed to load resource: net::ERR_|^WebSocket/;

const TELL_BREACHES = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;

interface Opened {
  context: BrowserContext;
  page: Page;
}

export interface Screens {
  /** Starts a daemon for this test. It closes after the pages, because requests to a closed daemon would fail. */
  daemon(options?: TestDaemonOptions): Promise<TestDaemon>;
  /** Opens a page without cookies or storage. Errors in its console fail the test. */
  open(options?: BrowserContextOptions & OpenOptions): Promise<Opened>;
}

interface OpenOptions {
  mayLoseConnection?: boolean;
  isHostile?: boolean;
  /** Opens a context that no other test shares, because this test adds bindings, routes or scripts to it. */
  isAlone?: boolean;
  /** Console errors that are not the page's fault. */
  mayComplain?: RegExp;
}

let launched: Promise<Browser> | undefined;
let shared: Promise<BrowserContext> | undefined;
let portOfDaemons: Promise<number> | undefined;

/** Returns the browser that all test files of this worker use, because starting one takes as long as a test. */
function browserOfThisWorker(executablePath: string): Promise<Browser> {
  if (!ensurePortal()) throw new Error('The Portal does not build');
  // On a machine without a locale, the names of saved files would lose their non-ASCII characters.
  const env = { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>;
  launched ??= chromium.launch({ executablePath, args: BROWSER_FLAGS, env });
  return launched;
}

/** Declares a suite that needs a browser. If there is none, it is skipped and `npm test` reports this at its end. */
export function inBrowser(name: string, suite: (screens: Screens) => void): void {
  const path = shellPath();
  describe.skipIf(path === null)(name, { timeout: SLOW_MS }, () => {
    let browser: Browser;
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    const daemons: TestDaemon[] = [];
    let inUse: BrowserContext | undefined;
    beforeAll(async () => {
      browser = await browserOfThisWorker(path ?? '');
    }, SLOW_MS);
    afterEach(async ({ task }) => {
      if (task.result?.state === 'fail') await tellPages([...contexts, ...(inUse ? [inUse] : [])]);
      for (const context of contexts.splice(0)) await context.close();
      if (inUse) await emptyShared(inUse);
      inUse = undefined;
      for (const daemon of daemons.splice(0)) await daemon.close();
      expect(complaints.splice(0), 'errors in the browser’s console and breaches of the page’s policy').toEqual([]);
    });
    suite({
      async daemon(options) {
        const port = daemons.length === 0 ? await samePort() : 0;
        const daemon = await startTestDaemon({ ...options, env: { REDEEMD_PORT: String(port), ...options?.env } });
        daemons.push(daemon);
        return daemon;
      },
      async open({ mayLoseConnection = false, isHostile = false, isAlone = false, mayComplain, ...options } = {}) {
        const isOwn = inUse !== undefined || isAlone || Object.keys(options).length > 0;
        const context = isOwn ? await newContext(browser, options) : await sharedContext(browser);
        if (isOwn) contexts.push(context);
        else inUse = context;
        const page = await context.newPage();
        refuseLateRoutes(page);
        if (!isOwn) page.on('framenavigated', (frame) => origins.add(new URL(frame.url()).origin));
        page.setDefaultTimeout(10_000);
        page.on('pageerror', (error) => complaints.push(`${error}`));
        page.on('console', (message) => {
          if (message.type() !== 'error' || REFUSED_ANSWER.test(message.text())) return;
          if (isHostile) return; // its purpose is to breach the policy
          if (mayComplain?.test(message.text())) return;
          if (mayLoseConnection && NO_ANSWER.test(message.text())) return;
          complaints.push(message.text());
        });
        return { context, page };
      },
    });
  });
}

const MOST_TEXT = 1500;

/** Prints what the open pages of a failed test show, because the failure may be hard to reproduce. */
async function tellPages(contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const text = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2000 })
      .catch((error) => `${error}`);
    console.error(`At the failure, ${page.url()} showed:\n${text.slice(0, MOST_TEXT)}`);
  }
}

/** Returns the port for daemons that a test starts one after the other. */
export function samePort(): Promise<number> {
  portOfDaemons ??= freePort();
  return portOfDaemons;
}

async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext({
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  await context.addInitScript({ content: TELL_BREACHES });
  return context;
}

/** Methods with a lasting effect on a context, which would also affect the tests of other files. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'route', 'routeWebSocket'] as const;

function sharedContext(browser: Browser): Promise<BrowserContext> {
  shared ??= newContext(browser).then((context) => {
    for (const name of LASTING)
      context[name] = () => expect.unreachable(`The context is shared. To call ${name}, use open({ isAlone: true })`);
    // A page uses the clock of its context, which cannot be uninstalled.
    for (const name of ['install', 'setFixedTime', 'setSystemTime'] as const)
      context.clock[name] = () =>
        expect.unreachable(`The context is shared. To call clock.${name}, use open({ isAlone: true })`);
    return context;
  });
  return shared;
}

/**
 * Lets a test route requests only before the page loads. If the page has loaded, Chromium starts to intercept requests
 * a moment after `route` has returned, so the next request could still reach the daemon.
 */
function refuseLateRoutes(page: Page) {
  const route = page.route.bind(page);
  page.route = (...args) => {
    if (page.url() !== 'about:blank') expect.unreachable('Route requests before the page loads');
    return route(...args);
  };
}

/** The origins that pages of the shared context have visited. */
const origins = new Set<string>();

/** Resets the context except for its cache. */
async function emptyShared(context: BrowserContext) {
  const page = await context.newPage();
  for (const other of context.pages()) if (other !== page) await other.close();
  const session = await context.newCDPSession(page);
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  origins.clear();
  await context.clearCookies();
  await context.clearPermissions();
  await page.close();
}

/** Signs this person in through the API, opens a page of the Portal and waits until it has loaded. */
export async function signInAt(page: Page, url: string, who: { email: string; password: string }, path = '') {
  const answer = await page.context().request.post(`${url}/v1/admin/session`, {
    data: { email: who.email, password: who.password, cookie: true },
  });
  if (!answer.ok()) throw new Error(`${who.email} could not sign in: ${await answer.text()}`);
  await page.goto(`${url}/healthz`);
  await page.evaluate('localStorage.setItem("portal.signed-in", "yes")');
  await page.goto(`${url}/portal/${path}`);
  await page.locator('#content').waitFor();
}

// A busy page applies a change of colours only in its next frame, and transitions begin in the frame after that.
const ENDED_FADES = `new Promise((framed) => requestAnimationFrame(() => requestAnimationFrame(framed)))
  .then(() => Promise.all(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < 2000)
    .map(({ finished }) => finished.catch(() => {}))))`;

/** Waits until elements have faded or slid in, but not for the countdown to undo a decision. */
export async function untilStill(page: Page) {
  // Fades begin only a few frames after the change that causes them.
  await page.waitForTimeout(100);
  await page.evaluate(ENDED_FADES);
}

/** Returns the name and bytes of the file that a click saves. */
export async function savedBy(page: Page, act: () => Promise<void>): Promise<{ name: string; bytes: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-saved-'));
  try {
    const [download] = await Promise.all([page.waitForEvent('download'), act()]);
    const file = join(folder, 'saved');
    await download.saveAs(file);
    return { name: download.suggestedFilename(), bytes: readFileSync(file) };
  } finally {
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
}
