import { type CDPSession, chromium, type Page } from 'playwright-core';
import { browserPath } from '../../build/find-browser.mjs';
import { BROWSER_FLAGS } from '../support/browsers/browser-flags.ts';
import { type BenchDaemon, OWNER, startDaemon } from './bench-daemon.ts';
import { flag, runAll } from './fill.ts';
import { fill } from './lists.ts';

// Measures the Portal in Chromium with 100,000 codes, 20,000 creators and 10,000 waiting codes.

interface Shown {
  list: string;
  /** The time from the daemon's response to the frame that shows its rows; the slowest of five. */
  paint: number;
  /** The time from a key press in the search field or in moderation to the next frame; the slowest of twelve. */
  key: number;
}

const KEYS = 'giftstreamer';
/** By its clock, the dashboard sends a request every second. The benchmark waits for one response per step. */
const STEP_SECONDS = 4;
/** How long the dashboard is open, by the accelerated clock (`--hours=N`). */
const HOURS = Number(flag('hours') ?? 8);

/** Records when the list's response arrived, when its rows were painted, and how long the frame after each key took. */
const WATCH = `(() => {
  window.bench = { answered: 0, painted: 0, keys: [] };
  const own = window.fetch;
  window.fetch = async (...given) => {
    const response = await own(...given);
    const json = response.json.bind(response);
    response.json = async () => {
      const body = await json();
      if (Array.isArray(body?.data) && body.data.length > 5) { bench.answered = performance.now(); watchRows(); }
      return body;
    };
    return response;
  };
  const watchRows = () => {
    const rows = () => document.querySelectorAll('tbody tr:not([aria-hidden])').length;
    const look = () => rows() > 5 ? requestAnimationFrame(() => setTimeout(() => { bench.painted = performance.now(); })) : requestAnimationFrame(look);
    look();
  };
  addEventListener('keydown', (event) => {
    const from = event.timeStamp;
    requestAnimationFrame(() => setTimeout(() => bench.keys.push(performance.now() - from)));
  }, true);
})()`;

/** Runs `npm run bench -- --portal`. */
export async function measurePortal() {
  const daemon = await startDaemon('sqlite');
  const browser = await chromium.launch({ executablePath: browserPath() ?? '', args: BROWSER_FLAGS });
  try {
    await fill(daemon, 'sqlite');
    await runAll(daemon, 'sqlite', [
      "update codes set status = 'pending' where kind = 'creator' and status = 'approved' and code_id % 5 < 3",
    ]);
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.addInitScript({ content: WATCH });
    await signIn(page, daemon);
    const lists: Shown[] = [];
    for (const [list, path] of [
      ['codes', `campaigns/${daemon.campaignId}`],
      ['creators', 'creators'],
      ['moderation', 'moderation'],
    ] as const)
      lists.push({ list, ...(await timesOfList(page, `${daemon.url}/portal/${path}`, list)) });
    await page.close();
    return { lists, memory: await dashboardFor(browser, daemon) };
  } finally {
    await browser.close();
    await daemon.stop();
  }
}

async function signIn(page: Page, daemon: BenchDaemon) {
  await page.goto(`${daemon.url}/portal/`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

const ROUNDS = 5;

async function timesOfList(page: Page, url: string, list: string): Promise<Omit<Shown, 'list'>> {
  const paints: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(url);
    for (;;) {
      const painted = await page.evaluate<number>('bench.painted');
      if (painted) break;
      await page.waitForTimeout(20);
    }
    paints.push(await page.evaluate<number>('bench.painted - bench.answered'));
  }
  if (list !== 'moderation') await page.getByRole('searchbox').click();
  await page.evaluate('bench.keys.length = 0');
  for (const key of list === 'moderation' ? 'jjjjjjkkkkjj' : KEYS) {
    await page.keyboard.press(key);
    await page.waitForTimeout(120);
  }
  const keys = await page.evaluate<number[]>('bench.keys');
  return { paint: Math.max(...paints), key: Math.max(...keys) };
}

const MARKS_HOURS = [1 / 6, 1, 2, 4, 8].filter((hours) => hours <= HOURS);

/** Measures the page's memory while the dashboard is open. If there is a leak, the memory grows every hour. */
async function dashboardFor(browser: Awaited<ReturnType<typeof chromium.launch>>, daemon: BenchDaemon) {
  const page = await browser.newPage();
  await signIn(page, daemon);
  // The benchmark's organisation has claims but no revenue, so the chart must show claims.
  await page.getByText('Claims', { exact: true }).last().click();
  await page.locator('[role=img] canvas').waitFor();
  await page.clock.install();
  const devtools = await page.context().newCDPSession(page);
  const pass = async (hours: number) => {
    for (let second = 0; second < hours * 3600; second += STEP_SECONDS) {
      const answer = page.waitForResponse((response) => response.url().includes('/v1/admin/dashboard'), {
        timeout: 5000,
      });
      await page.clock.runFor(STEP_SECONDS * 1000);
      await answer.catch(() => undefined);
    }
    return held(devtools);
  };
  const marks = [];
  for (const [at, hours] of MARKS_HOURS.entries())
    marks.push({ hours, ...(await pass(hours - (MARKS_HOURS[at - 1] ?? 0))) });
  await page.close();
  return marks;
}

async function held(devtools: CDPSession) {
  await devtools.send('HeapProfiler.enable');
  await devtools.send('HeapProfiler.collectGarbage');
  await devtools.send('Performance.enable');
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { kilobytes: Math.round(of('JSHeapUsedSize') / 1024), nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

export function printPortal({ lists, memory }: Awaited<ReturnType<typeof measurePortal>>) {
  console.log(
    '| list | from the response to the frame with its rows, ms | from a key press to the next frame, ms |\n|---|---|---|',
  );
  for (const { list, paint, key } of lists) console.log(`| ${list} | ${paint.toFixed(0)} | ${key.toFixed(0)} |`);
  console.log('\n| dashboard open for | heap, KB | nodes | listeners |\n|---|---|---|---|');
  for (const { hours, kilobytes, nodes, listeners } of memory)
    console.log(`| ${hours < 1 ? `${hours * 60} minutes` : `${hours} h`} | ${kilobytes} | ${nodes} | ${listeners} |`);
}
