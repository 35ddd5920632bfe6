import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_PASSWORD, emailOf } from '../../daemon/demo/accounts.ts';
import { allScreens, loadScreen, type ScreenState } from '../support/browsers/all-screens.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import type { TestDatabase } from '../support/world/daemon.ts';
import { demoDatabase, startDemo } from '../support/world/demo.ts';

/** The layout shift that is allowed without user input, as Chromium computes it for Core Web Vitals. */
const MOST = 0.02;

/** Records which elements moved, and how far. */
const WATCH = `(() => {
  window.shifts = [];
  const placeOf = ({ x, y }) => Math.round(x) + ',' + Math.round(y);
  const inWords = ({ node, previousRect, currentRect }) =>
    (node?.textContent ?? '').slice(0, 40) + ' ' + placeOf(previousRect) + ' → ' + placeOf(currentRect);
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput) shifts.push({ value, moved: sources.map(inWords) });
  }).observe({ type: 'layout-shift', buffered: true });
})()`;

interface Shift {
  value: number;
  moved: string[];
}

const sumOf = (shifts: readonly Shift[]) => shifts.reduce((sum, { value }) => sum + value, 0);

const PUSH = `document.querySelector('#content').prepend(Object.assign(document.createElement('div'), { style: 'height: 300px' }))`;
const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

interface Paused {
  requestId: string;
  networkId?: string;
}

/**
 * Holds the daemon's responses and releases them one by one, each after the page has painted the previous one. Holds
 * them through the protocol of the developer tools, because a page with Playwright's routes does not cache the Portal.
 */
async function lateAnswers(page: Page) {
  let last: Promise<unknown> = Promise.resolve();
  const tools = await page.context().newCDPSession(page);
  const arrived = new EventEmitter();
  for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
    tools.on(event, ({ requestId }) => arrived.emit(requestId));
  tools.on('Fetch.requestPaused', ({ requestId, networkId = '' }: Paused) => {
    const before = last;
    last = (async () => {
      await before;
      const isThere = once(arrived, networkId);
      await tools.send('Fetch.continueRequest', { requestId });
      await isThere;
      await page.evaluate(PAINTED);
    })().catch(() => {});
  });
  return {
    begin: async () => {
      await tools.send('Network.enable');
      await tools.send('Fetch.enable', { patterns: [{ urlPattern: '*/v1/*', requestStage: 'Response' }] });
    },
    ended: async () => {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await last;
      }
    },
  };
}

inBrowser('a screen', (screens) => {
  let database: TestDatabase;
  let demo: Awaited<ReturnType<typeof startDemo>>;
  let states: ScreenState[];
  beforeAll(async () => {
    database = await demoDatabase();
    demo = await startDemo(database.url);
    states = (await allScreens(demo.owner)).filter(({ act }) => !act);
  }, 120_000);
  afterAll(async () => {
    await demo.close();
    await database.drop();
  });

  it('does not move while the responses arrive one by one', async () => {
    const { page } = await screens.open({ isAlone: true, mayLoseConnection: true });
    await page.addInitScript({ content: WATCH });
    const answers = await lateAnswers(page);
    await signInAt(page, demo.url, { email: emailOf('owner'), password: DEMO_PASSWORD });
    await answers.begin();
    const found: unknown[] = [];
    for (const state of states) {
      await loadScreen(page, demo.url, state);
      await answers.ended();
      const shifts = await page.evaluate<Shift[]>('shifts');
      const sum = sumOf(shifts);
      if (sum > MOST)
        found.push({ name: state.name, sum: sum.toFixed(3), shifts: shifts.filter(({ value }) => value > MOST / 4) });
    }
    expect(found).toEqual([]);
    // The measurement itself works: it detects an element that pushes the others down.
    await page.evaluate(PUSH);
    await page.evaluate(PAINTED);
    expect(sumOf(await page.evaluate<Shift[]>('shifts'))).toBeGreaterThan(MOST);
    await page.close();
  }, 600_000);
});
