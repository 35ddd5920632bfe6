import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import {
  type Asked,
  cuttingAnswers,
  passing,
  refusing,
  refusingAsDaemon,
  refusingByPage,
  refusingOver,
  retryLater,
  slowBy,
} from '../faults/fault-proxy.ts';
import { requestsBetween } from './sdk-judge.ts';
import type { Scenario, Stage, Tab } from './sdk-stage.ts';

// Faults of pages, browsers, servers and networks while a game creates events. The tests, the long tests and the
// comparison with other SDKs share this list; at the end of a scenario, the page is open and the server is running.

const OUTAGE_MS = 6000;
/** Longer than a tab waits for another one. */
const HANG_MS = 45_000;
const RETRY_AFTER_SECONDS = 4;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const BACKLOG = 10_000;

const leave: Scenario = {
  name: 'leave the page',
  async run(stage) {
    const tab = await stage.open();
    await tab.makeAndLeave(stage.marks());
    await tab.page.goto(stage.pagesUrl);
  },
};

const closeTab: Scenario = {
  name: 'close the tab and come back',
  async run(stage) {
    const tab = await stage.open();
    await tab.make(stage.marks());
    await stage.settled();
    await tab.page.close();
    await stage.open();
  },
};

const downAndReload: Scenario = {
  name: 'server down and reload',
  async run(stage) {
    const tab = await stage.open();
    await stage.proxy.down();
    await tab.make(stage.marks());
    await stage.settled();
    await tab.page.reload();
    await sleep(1000);
    await stage.proxy.up();
  },
};

const offline: Scenario = {
  name: 'offline 6 s',
  async run(stage) {
    const tab = await stage.open();
    await stage.context().setOffline(true);
    await tab.make(stage.marks());
    await sleep(OUTAGE_MS);
    await stage.context().setOffline(false);
  },
};

const unavailable: Scenario = {
  name: '503 for 6 s',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(refusing(503));
    const from = Date.now();
    await tab.make(stage.marks());
    await sleep(OUTAGE_MS);
    stage.figures.requestsIn503 = requestsBetween(stage.proxy.requests(), from, from + OUTAGE_MS);
    stage.proxy.behave(passing);
  },
};

const kill = (name: string, isServerUp: boolean): Scenario => ({
  name,
  async run(stage) {
    const tab = await stage.open();
    if (!isServerUp) await stage.proxy.down();
    await tab.make(stage.marks());
    await stage.settled();
    await sleep(1000);
    await stage.killBrowser();
    if (!isServerUp) await stage.proxy.up();
    await stage.restartBrowser();
    await stage.open();
  },
});

const twoTabs: Scenario = {
  name: 'two tabs',
  async run(stage) {
    const tabs = [await stage.open(), await stage.open()];
    const marks = stage.marks();
    const half = Math.ceil(marks.length / 2);
    // A response takes longer than the SDK needs to fill a batch, so both tabs try to send at the same time.
    stage.proxy.behave(slowBy(300));
    await Promise.all(tabs.map((tab, at) => tab.make(marks.slice(at * half, (at + 1) * half), 10)));
    await sleep(500);
    stage.figures.mostAtOnce = stage.proxy.mostAtOnce();
    // The first tab, which is probably the one that sends, is closed, so the other one must take over.
    await tabs[0]!.page.close();
    stage.proxy.behave(passing);
  },
};

const tooMany: Scenario = {
  name: '429',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(retryLater(RETRY_AFTER_SECONDS));
    await tab.make(stage.marks());
    await sleep(RETRY_AFTER_SECONDS * 1000 + 1000);
    stage.proxy.behave(passing);
  },
};

const storageFull: Scenario = {
  name: 'storage full',
  async run(stage) {
    const tab = await stage.open({ before: fillStorage });
    await stage.proxy.down();
    await tab.make(stage.marks());
    await sleep(2000);
    await stage.proxy.up();
  },
};

/** Fills IndexedDB and local storage completely. */
async function fillStorage(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 1_000_000 });
  const refused = await page.evaluate<string[]>(FILL);
  if (!refused.every((name) => name === 'QuotaExceededError')) throw new Error(`Storage is not full: ${refused}`);
}

/** Fills both stores with smaller and smaller pieces. Returns the names of the errors that refused the last byte. */
const FILL = `(async () => {
  const opening = indexedDB.open('full', 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('full', { autoIncrement: true });
  await new Promise((resolve) => { opening.onsuccess = resolve; });
  const putIndexed = (text) => new Promise((resolve, reject) => {
    const writing = opening.result.transaction('full', 'readwrite');
    writing.objectStore('full').put(text);
    writing.oncomplete = resolve;
    writing.onabort = () => reject(writing.error);
  });
  let serial = 0;
  const putLocal = async (text) => localStorage.setItem('full-' + ++serial, text);
  const fill = async (put) => {
    for (let size = 500_000; ;)
      try {
        await put('x'.repeat(size));
      } catch (error) {
        if (size === 0) return error.name;
        size = Math.floor(size / 2);
      }
  };
  return [await fill(putIndexed), await fill(putLocal)];
})()`;

const storageBlocked: Scenario = {
  name: 'storage blocked',
  blocksStorage: true,
  async run(stage) {
    const tab = await stage.open({ before: expectBlocked });
    stage.proxy.behave(refusing(503));
    await tab.make(stage.marks());
    await sleep(2000);
    stage.proxy.behave(passing);
  },
};

async function expectBlocked(page: Page) {
  const name = await page.evaluate<string>(
    `(() => { try { return localStorage && ''; } catch (e) { return e.name; } })()`,
  );
  if (name !== 'SecurityError') throw new Error('Storage is not blocked');
}

const clock = (name: string, shiftMs: number): Scenario => ({
  name,
  async run(stage) {
    await stage.context().addInitScript({ content: shiftClock(shiftMs) });
    const tab = await stage.open();
    // A request is repeated after the clock has been corrected.
    await answersAreCut(stage, tab);
  },
});

const shiftClock = (shiftMs: number) => `globalThis.Date = class extends Date {
  constructor(...parts) { parts.length ? super(...parts) : super(Date.now()); }
  static now() { return super.now() + ${shiftMs}; }
}`;

const cutAnswer: Scenario = {
  name: 'response dropped after commit',
  async run(stage) {
    const tab = await stage.open();
    await answersAreCut(stage, tab);
  },
};

/** Makes all calls, and waits until a request has succeeded after three requests whose responses were dropped. */
async function answersAreCut({ proxy, marks }: Stage, tab: Tab) {
  const before = proxy.log.length;
  proxy.behave(cuttingAnswers(3));
  await tab.make(marks());
  const isTaken = ({ method, status }: Asked) => method === 'POST' && status === 200;
  for (let left = 300; left > 0 && !proxy.log.slice(before).some(isTaken); left -= 1) await sleep(100);
}

const tooLarge: Scenario = {
  name: '413 over 4 KiB',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(refusingOver(4096));
    await tab.make(stage.marks());
    await stage.settled();
  },
};

const slowAndLeave: Scenario = {
  name: 'slow server, leave the page',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(slowBy(3000));
    await tab.make(stage.marks());
    await stage.settled();
    await tab.page.goto(`${stage.pagesUrl}/away`);
    await tab.page.goto(stage.pagesUrl);
    await sleep(3500);
    stage.proxy.behave(passing);
  },
};

const keyRefused: Scenario = {
  name: '401, then reload',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(refusingAsDaemon(401, 'unauthorized'));
    await tab.make(stage.marks());
    await sleep(4000);
    stage.proxy.behave(passing);
    await tab.page.reload();
  },
};

/** Simulates a hotel's page, with status 200 for every request, or a firewall's, with 400 or 403. */
const strangerAnswers = (status: number): Scenario => ({
  name: `another server responds with ${status} for 4 s`,
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(refusingByPage(status));
    await tab.make(stage.marks());
    await sleep(4000);
    stage.proxy.behave(passing);
  },
});

/** While the SDK waits after a failure, the player's clock is set back by 23 hours. */
const clockSetBack: Scenario = {
  name: 'clock set back 23 hours during back-off',
  async run(stage) {
    const tab = await stage.open();
    stage.proxy.behave(refusing(503));
    await tab.make(stage.marks());
    await sleep(1000);
    await tab.page.evaluate(shiftClock(HOUR_MS - DAY_MS));
    stage.proxy.behave(passing);
  },
};

/** Stops one tab in the middle of a request while the other one continues. */
const stoppedTab = (name: string, stop: (page: Page, stage: Stage) => Promise<void>): Scenario => ({
  name,
  async run(stage) {
    // This tab is alone at first, so it is the one that sends.
    const first = await stage.open();
    const marks = stage.marks();
    const half = Math.ceil(marks.length / 2);
    const posts = () => stage.proxy.requests().filter(({ method }) => method === 'POST');
    await untilTrue(() => posts().some(({ status }) => status === 200));
    const before = posts().length;
    stage.proxy.behave(slowBy(2000));
    await first.make(marks.slice(0, half));
    await untilTrue(() => posts().length > before);
    await stop(first.page, stage);
    const second = await stage.open();
    await second.make(marks.slice(half));
    const from = Date.now();
    const isLast = ({ body, status }: Asked) => status === 200 && body.includes(`"${marks.at(-1)}"`);
    await untilTrue(() => posts().some(isLast));
    stage.figures.sentBesideStopped = Date.now() - from;
  },
});

const frozenTab = stoppedTab('a tab is frozen while it sends', async (page, { proxy }) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setWebLifecycleState', { state: 'frozen' });
  proxy.behave(passing);
});

/** In a dialog or an endless loop, a game's tab runs no code but keeps its locks. */
const hangingTab = stoppedTab('a tab hangs while it sends', async (page, { proxy }) => {
  proxy.behave(({ method }) => (method === 'GET' ? { delayMs: HANG_MS } : {}));
  await page.evaluate(`void setTimeout(() => {
    const request = new XMLHttpRequest();
    request.open('GET', '${proxy.url}/sdk.js', false);
    request.send();
  })`);
  await untilTrue(() => proxy.requests().some(({ method }) => method === 'GET'));
});

async function untilTrue(isTrue: () => boolean, longestMs = 60_000) {
  for (const late = Date.now() + longestMs; Date.now() < late && !isTrue(); ) await sleep(20);
}

export const backlogOf = (count: number): Scenario => ({
  name: `a backlog of ${count.toLocaleString('en')}`,
  count,
  async run(stage) {
    const tab = await stage.open();
    // The session's first events are sent beforehand, so they are not part of the backlog.
    await sleep(500);
    await stage.proxy.down();
    await tab.make(stage.marks(), 100);
    await stage.settled();
    await tab.page.reload();
    await stage.proxy.up();
  },
});

export const scenarios = {
  leave,
  closeTab,
  downAndReload,
  offline,
  unavailable,
  kill: kill('kill the browser 1 s later', true),
  killWhileDown: kill('server down, kill the browser 1 s later', false),
  twoTabs,
  tooMany,
  storageFull,
  storageBlocked,
  clockAhead: clock('clock one day ahead', DAY_MS),
  clockBehind: clock('clock one day behind', -DAY_MS),
  cutAnswer,
  tooLarge,
  slowAndLeave,
  keyRefused,
  portalAnswers: strangerAnswers(200),
  firewallAnswers: strangerAnswers(400),
  proxyAnswers: strangerAnswers(403),
  clockSetBack,
  frozenTab,
  hangingTab,
};
