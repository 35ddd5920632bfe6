import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { shellPath } from '../../../build/find-browser.mjs';
import { ensurePortal } from '../../../build/portal-build.mjs';
import { BROWSER_FLAGS } from './browser-flags.ts';

// Real Chromium against a real daemon. One browser a test file, a fresh context (no cookies, no storage) a test.

/** A browser, a daemon and a build share few cores. */
const SLOW_MS = 90_000;
/** The browser's own word for an answer that is no success; tests of refusals expect those. */
const REFUSED_ANSWER = /^Failed to load resource: the server responded with a status of 4\d\d/;
const NO_ANSWER = /^Failed to load resource: net::ERR_|^WebSocket/;

const TELL_BREACHES = `addEventListener('securitypolicyviolation', (event) =>
  console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`;

export interface Opened {
  context: BrowserContext;
  page: Page;
}

export interface Screens {
  /** A page of its own context; what it complains of fails the test. */
  open(options?: BrowserContextOptions & { mayLoseConnection?: boolean; isHostile?: boolean }): Promise<Opened>;
}

/** A suite that needs a browser: where there is none it is skipped, and `npm test` says so in its last line. */
export function inBrowser(name: string, suite: (screens: Screens) => void): void {
  const path = shellPath();
  describe.skipIf(path === null)(name, { timeout: SLOW_MS }, () => {
    let browser: Browser;
    const complaints: string[] = [];
    const contexts: BrowserContext[] = [];
    beforeAll(async () => {
      if (!ensurePortal()) throw new Error('The Portal does not build');
      // Without a locale of its own a machine gives it none, and names of saved files lose what is not ASCII.
      const env = { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>;
      browser = await chromium.launch({ executablePath: path ?? '', args: BROWSER_FLAGS, env });
    }, SLOW_MS);
    afterEach(async () => {
      for (const context of contexts.splice(0)) await context.close();
      expect(complaints.splice(0), 'errors in the browser’s console and breaches of the page’s policy').toEqual([]);
    });
    afterAll(() => browser?.close());
    suite({
      async open({ mayLoseConnection = false, isHostile = false, ...options } = {}) {
        const context = await browser.newContext({
          locale: 'en-GB',
          timezoneId: 'Europe/Berlin',
          viewport: { width: 1280, height: 800 },
          ...options,
        });
        contexts.push(context);
        await context.addInitScript({ content: TELL_BREACHES });
        const page = await context.newPage();
        page.setDefaultTimeout(10_000);
        page.on('pageerror', (error) => complaints.push(`${error}`));
        page.on('console', (message) => {
          if (message.type() !== 'error' || REFUSED_ANSWER.test(message.text())) return;
          if (isHostile) return; // it is there to breach the policy
          if (mayLoseConnection && NO_ANSWER.test(message.text())) return;
          complaints.push(message.text());
        });
        return { context, page };
      },
    });
  });
}

/** Signs in through the form, and waits for the first screen. */
export async function signInAt(page: Page, url: string, who: { email: string; password: string }, path = '') {
  await page.goto(`${url}/portal/${path}`);
  await page.getByLabel('E-mail').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('#content').waitFor();
}

const ENDED_FADES = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect.getComputedTiming().endTime < 2000)
  .map(({ finished }) => finished.catch(() => {})))`;

/** What fades or slides in has its final place and colours only afterwards. The seconds to undo a decision go on. */
export async function untilStill(page: Page) {
  // What the page was told just now begins to fade with its next frames.
  await page.waitForTimeout(100);
  await page.evaluate(ENDED_FADES);
}

/** What a click saves, as the file's name and bytes. */
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
