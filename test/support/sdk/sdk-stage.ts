import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { type FaultProxy, startFaultProxy } from '../faults/fault-proxy.ts';
import { type SdkBrowser, sdkBrowser } from './sdk-browser.ts';
import { insideRetryAfter, judge, type Stored, type Verdict } from './sdk-judge.ts';
import { startSdkPages } from './sdk-pages.ts';

/** An SDK as a page loads it. */
export interface SdkClient {
  name: string;
  /** Returns a classic script that sets `globalThis.client = { send(mark) }`. If `send` resolves, the event is safe. */
  script(address: string): string;
}

/** Measurements in addition to the verdict: milliseconds or counts. */
interface Figures {
  /** The longest task that blocked a page; 0 if none took more than 50 ms. */
  longestTask: number;
  requestsIn503?: number;
  insideRetryAfter?: number;
  /** The largest number of simultaneous requests with events by two tabs. */
  mostAtOnce?: number;
  /** The time until the events of one tab got a response, while another tab had stopped during a request. */
  sentBesideStopped?: number;
}

/** The final receiver of events: the daemon's database, or a replacement for the servers of other SDKs. */
export interface SdkReceiver {
  url: string;
  stored(): Promise<Stored[]>;
}

export interface Tab {
  page: Page;
  /** Calls the SDK for each mark in one task, or for `atOnce` marks at a time. */
  make(marks: readonly string[], atOnce?: number): Promise<void>;
  /** Works like `make`, and leaves the page right after the last call. */
  makeAndLeave(marks: readonly string[]): Promise<void>;
}

interface OpenOptions {
  /** Runs on the site's other page before the client's page is loaded. */
  before?: (page: Page) => Promise<void>;
}

export interface Stage {
  proxy: FaultProxy;
  pagesUrl: string;
  /** Returns one mark for each event to create. */
  marks(): readonly string[];
  open(options?: OpenOptions): Promise<Tab>;
  context(): BrowserContext;
  /** Waits until the promises of all calls so far are settled or this time has passed. Some SDKs return no promises. */
  settled(longestMs?: number): Promise<void>;
  killBrowser(): Promise<void>;
  restartBrowser(): Promise<void>;
  figures: Figures;
}

export interface Scenario {
  name: string;
  blocksStorage?: boolean;
  /** Overrides the number of events in the run. */
  count?: number;
  run(stage: Stage): Promise<void>;
}

export interface Outcome extends Verdict {
  scenario: string;
  client: string;
  made: number;
  resolved: number;
  rejected: number;
  figures: Figures;
  proxy: FaultProxy;
  stored: Stored[];
}

export interface PlayOptions {
  client: SdkClient;
  receiver: SdkReceiver;
  count: number;
  /** A browser other than Chromium that is not running yet. */
  browser?: SdkBrowser;
  /** An event counts as lost if nothing arrives for this time. */
  patienceMs?: number;
  /** The time for which a page is open before the scenario begins. */
  warmUpMs?: number;
  /** The page finally creates one more event, because some SDKs send stored events only then. */
  makesOneMore?: boolean;
}

const RESOLVING_MS = 1000;
const PATIENCE_MS = 30_000;
/** Longer than a batch waits, so duplicates have arrived by then. */
const CALM_MS = 2500;

let played = 0;

/** Runs one scenario in a new browser and judges it by what the receiver has stored. */
export async function play(scenario: Scenario, options: PlayOptions): Promise<Outcome> {
  const { client, receiver, count, patienceMs = PATIENCE_MS, warmUpMs = 0, makesOneMore = false } = options;
  const proxy = await startFaultProxy(receiver.url);
  const pages = await startSdkPages();
  const { browser = sdkBrowser({ blocksStorage: scenario.blocksStorage ?? false }) } = options;
  const label = `${++played}-${client.name}`;
  const made: string[] = [];
  const resolved = new Set<string>();
  const rejected = new Set<string>();
  const figures: Figures = { longestTask: 0 };
  let context: BrowserContext;

  const tellSettled = (ok: readonly string[], not: readonly string[]) => {
    for (const mark of ok) resolved.add(mark);
    for (const mark of not) rejected.add(mark);
  };
  pages.whenSettled(tellSettled);
  const start = async () => {
    context = await browser.start();
    await context.exposeFunction('tellSettled', tellSettled);
    await context.exposeFunction('tellTask', (duration: number) => {
      figures.longestTask = Math.max(figures.longestTask, duration);
    });
  };
  const stored = async () => (await receiver.stored()).filter(({ mark }) => mark.startsWith(`${label}-`));

  const stage: Stage = {
    proxy,
    figures,
    pagesUrl: pages.url,
    context: () => context,
    marks() {
      for (let serial = scenario.count ?? count; serial > 0; serial -= 1) made.push(`${label}-${serial}`);
      return made;
    },
    async open({ before } = {}) {
      const page = await context.newPage();
      if (before) {
        await page.goto(`${pages.url}/away`);
        await before(page);
      }
      await page.goto(`${pages.url}/`);
      await sleep(warmUpMs);
      return tabOf(page, pages.url);
    },
    async settled(longestMs = RESOLVING_MS) {
      await untilOrLate(longestMs, async () => resolved.size + rejected.size >= made.length);
    },
    killBrowser: () => browser.kill(),
    restartBrowser: start,
  };

  try {
    pages.serve(client.script(proxy.url));
    await start();
    await scenario.run(stage);
    if (makesOneMore) {
      made.push(`${label}-last`);
      await tabOf(context!.pages().at(-1)!, pages.url).make([`${label}-last`]);
    }
    await arrival(stored, proxy, made.length, patienceMs);
    const requests = proxy.requests();
    if (requests.some(({ retryAfter }) => retryAfter !== null))
      figures.insideRetryAfter = insideRetryAfter(requests).length;
    const there = await stored();
    const verdict = judge(made, resolved, there);
    const counts = { made: made.length, resolved: resolved.size, rejected: rejected.size };
    return { scenario: scenario.name, client: client.name, ...counts, ...verdict, figures, proxy, stored: there };
  } finally {
    await browser.close();
    await pages.close();
    await proxy.close();
  }
}

function tabOf(page: Page, pagesUrl: string): Tab {
  return {
    page,
    make: (marks, atOnce) =>
      page.evaluate(([all, many]) => (globalThis as unknown as Driver).make(all, many), [marks, atOnce] as const),
    async makeAndLeave(marks) {
      await page.evaluate(
        ([all, away]) => {
          void (globalThis as unknown as Driver).make(all);
          location.href = away;
        },
        [marks, `${pagesUrl}/away`] as const,
      );
      await page.waitForURL('**/away');
    },
  };
}

interface Driver {
  make(marks: readonly string[], atOnce?: number): Promise<void>;
}
declare const location: { href: string };

/** Waits until all events have arrived or nothing has arrived for a long time, then until no more requests are sent. */
async function arrival(stored: () => Promise<Stored[]>, proxy: FaultProxy, made: number, patienceMs: number) {
  let [seen, lastNews] = [0, performance.now()];
  while (seen < made && performance.now() - lastNews < patienceMs) {
    const askedAt = performance.now();
    const now = new Set((await stored()).map(({ mark }) => mark)).size;
    if (now !== seen) [seen, lastNews] = [now, performance.now()];
    // Reading a large database must not take most of the machine's time.
    await sleep(50 + 4 * (performance.now() - askedAt));
  }
  await untilOrLate(patienceMs, async () => Date.now() - (proxy.requests().at(-1)?.at ?? 0) > CALM_MS);
}

async function untilOrLate(longestMs: number, happened: () => Promise<boolean>) {
  const late = performance.now() + longestMs;
  while (performance.now() < late && !(await happened())) await sleep(10);
}
