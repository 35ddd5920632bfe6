import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { OWNER } from '../support/world/daemon.ts';

const MOST_BYTES = 200 * 1024;

inBrowser('the first screen', (screens) => {
  it('needs at most 200 KB of compressed JavaScript, both for sign-in and for the dashboard with its chart', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'FIRST');
    const event = { user_id: 'ann', amount: 5 };
    const payment = { event_type: 'payment' as const, created_at: new Date().toISOString(), game_id: 'game_1', event };
    await daemon.server.call('gameEvent', { body: { events: [payment] } });
    const { page } = await screens.open();
    // Files that the page preloads after three seconds do not count. On a slow machine they could arrive before the
    // measurement ends, so timers of three seconds or more never run.
    await page.addInitScript(`
      const set = window.setTimeout;
      window.setTimeout = (run, ms = 0, ...rest) => (ms < 3000 ? set(run, ms, ...rest) : 0);
    `);
    const sizes = new Map<string, number>();
    page.on('response', async (response) => {
      const { pathname } = new URL(response.url());
      if (!pathname.endsWith('.js')) return;
      const { 'content-length': size } = await response.allHeaders();
      sizes.set(pathname, Number(size ?? 0));
    });
    const loaded = () => [...sizes.values()].reduce((sum, size) => sum + size, 0);

    await page.goto(`${daemon.url}/portal`);
    await page.getByLabel('Password', { exact: true }).waitFor();
    const signIn = loaded();
    expect(signIn).toBeGreaterThan(50 * 1024);
    expect(signIn).toBeLessThanOrEqual(MOST_BYTES);

    await signInAt(page, daemon.url, OWNER);
    await page.locator('[role=img] canvas').waitFor();
    sizes.clear();
    await page.reload();
    await page.locator('[role=img] canvas').waitFor();
    await page.getByText('Active campaigns').waitFor();
    const dashboard = loaded();
    console.info(`Sign-in ${(signIn / 1024).toFixed(1)} KB, dashboard ${(dashboard / 1024).toFixed(1)} KB`);
    expect(dashboard).toBeLessThanOrEqual(MOST_BYTES);

    const explains = (figure: string) =>
      page.getByRole('main').getByRole('link', { name: figure, exact: true }).getAttribute('href');
    expect(await Promise.all(['Revenue', 'Commission', 'Claims'].map(explains))).toEqual([
      '/portal/campaigns',
      '/portal/payouts',
      '/portal/players?tab=claims&receipt=any',
    ]);
  });

  it('replaces the loading frame in one step, with its content', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open({ isAlone: true });
    await page.addInitScript(`
      window.frames = new Set();
      new MutationObserver(() => {
        for (const frame of document.querySelectorAll('#root .boot')) window.frames.add(frame);
        window.first ??= document.querySelector('#content')?.innerText;
      }).observe(document, { childList: true, subtree: true });
    `);
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    expect(await page.evaluate('window.first')).toContain('Campaigns');
    // One is in index.html, and one is React's.
    expect(await page.evaluate('window.frames.size'), 'loading frames').toBe(2);
  });
});
