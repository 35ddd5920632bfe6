// Measures the time from a key press in the moderation queue to the paint of its result, in a real Chromium with 300
// waiting codes, as a table and one at a time (`npm run bench -- --moderation`). `--pending=N` sets another number.
import { type Browser, chromium, type Page } from 'playwright-core';
import { browserPath } from '../../build/find-browser.mjs';
import { ensurePortal } from '../../build/portal-build.mjs';
import { BROWSER_FLAGS } from '../support/browsers/browser-flags.ts';
import { type BenchDaemon, OWNER, startDaemon } from './bench-daemon.ts';
import { flag } from './fill.ts';

const PENDING = Number(flag('pending') ?? 300);
const PRESSES = 30;
const GOAL_MS = 100;

/** Adds waiting codes. Every second creator already has a rejected code, so that the queue shows earlier codes. */
async function fill({ staff, program, campaignId }: BenchDaemon) {
  for (const code of ['BASE', 'OLD'])
    await staff('POST', `/v1/admin/campaigns/${campaignId}/codes`, {
      ...{ code, name: code, root_url: 'https://game.example/r', rewards_json: '[]', use_as_referral: 'Y' },
    });
  const wish = (creator: string, redemption_code: string, code: string) =>
    program<{ code_id: number }>('POST', '/v1/redemption-codes/creator', {
      ...{ creator_id: creator, display_name: `Name of ${creator}`, redemption_code, code },
    });
  for (let n = 0; n < PENDING; n += 1) {
    if (n % 2 === 0) {
      const { code_id } = await wish(`creator-${n}`, 'OLD', `OLD-WISH-${n}`);
      await staff('POST', `/v1/admin/creator-codes/${code_id}/reject`, { reason: 'Too close to another code' });
    }
    await wish(`creator-${n}`, 'BASE', `WISH-${n}`);
  }
}

/** Measures, in the page, the time from the key event to the frame after the current code has changed. */
const MEASURE = `window.measured = new Promise((resolve) => {
  const present = () => document.querySelector('[data-present]')?.getAttribute('aria-label');
  const before = present();
  let pressedAt;
  addEventListener('keydown', (event) => { pressedAt = event.timeStamp; }, { capture: true, once: true });
  const look = () => {
    if (pressedAt !== undefined && present() !== before)
      return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - pressedAt)));
    requestAnimationFrame(look);
  };
  look();
}); null`;

async function timesOf(page: Page, key: string): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < PRESSES; n += 1) {
    await page.evaluate(MEASURE);
    await page.keyboard.press(key);
    times.push(await page.evaluate<number>('window.measured'));
  }
  return times.sort((a, b) => a - b);
}

async function measure(browser: Browser, url: string, mode: 'table' | 'one') {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${url}/portal/moderation${mode === 'one' ? '?mode=one' : ''}`);
  await page.getByLabel('Email').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.locator('[data-present]').waitFor();
  for (const [key, what] of [
    ['j', 'move'],
    ['a', 'approve'],
  ] as const) {
    const times = await timesOf(page, key);
    const at = (part: number) => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0);
    console.log(`| ${mode}: ${what} | ${at(0.5)} | ${at(0.95)} | ${at(1)} | ${GOAL_MS} |`);
  }
  await page.close();
}

const path = browserPath();
if (path === null || !ensurePortal()) throw new Error('Chromium is missing, or the Portal could not be built');
const daemon = await startDaemon('sqlite', fill);
const browser = await chromium.launch({ executablePath: path, args: BROWSER_FLAGS });
try {
  console.log(`From key press to paint, in ms, with ${PENDING} waiting codes\n`);
  console.log('| key | median | p95 | maximum | goal |\n|---|---|---|---|---|');
  for (const mode of ['table', 'one'] as const) await measure(browser, daemon.url, mode);
} finally {
  await browser.close();
  await daemon.stop();
}
