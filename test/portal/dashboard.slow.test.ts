import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { rangeOf } from '../../src/renderer/lib/periods.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { withFaults } from '../support/http/to-do.ts';
import { createGate } from '../support/world/create-gate.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';

const PAINTED = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
const COUNT_SHIFTS = `
  let shifts = 0;
  const count = (entries) => { for (const { value, hadRecentInput } of entries) if (!hadRecentInput) shifts += value; };
  const observer = new PerformanceObserver((list) => count(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  globalThis.shiftsUntilNow = () => { count(observer.takeRecords()); return shifts; };`;

/** Lets a player redeem, then pay. */
async function play({ server }: TestDaemon, userId: string, amount: number) {
  await server.call('redeem', { body: { user_id: userId, code: 'LIVE' } });
  const created_at = new Date().toISOString();
  const event = { user_id: userId, amount };
  const events = [{ event_type: 'payment' as const, created_at, game_id: 'game_1', event }];
  const sent = await server.call('gameEvent', { body: { id: userId, events } });
  if (!sent.ok) throw new Error(JSON.stringify(sent.body));
}

inBrowser('the dashboard', (screens) => {
  it('shows changes without a reload, and gets 304 while nothing changes', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'LIVE');
    const viewer = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    const answers: number[] = [];
    page.on('response', (response) => {
      if (response.url().includes('/v1/admin/dashboard')) answers.push(response.status());
    });
    await signInAt(page, daemon.url, viewer);
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.getByText('Nothing in this period yet.').waitFor();
    await play(daemon, 'ann', 1234.5);
    const answered = answers.length;
    await page.getByText('$1,234.50').or(page.getByText('US$1,234.50')).first().waitFor();
    // The page polls every second. A change must appear within 2 s, so at most two responses can precede it.
    expect(answers.slice(answered).indexOf(200)).toBeLessThanOrEqual(2);
    await page.getByRole('img', { name: /^Over time: Revenue/ }).waitFor();
    await page.getByRole('button', { name: 'Claims', exact: true }).click();
    await page.getByRole('img', { name: 'Claims, 1 in all' }).waitFor();
    const before = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(before + 3);
    expect(answers.slice(before + 1).every((status) => status === 304)).toBe(true);
  });

  it('labels days in the organisation’s zone, whatever the viewer’s zone', async () => {
    const daemon = await screens.daemon();
    await daemon.owner.edit('changeSettings', { body: { time_zone: 'Europe/Berlin' } });
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'LIVE');
    await play(daemon, 'ann', 5);
    const { page } = await screens.open({ timezoneId: 'America/New_York' });
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    await page.getByText('Days in the organisation’s time zone, Europe/Berlin').waitFor();
    const figures = await daemon.owner.call('dashboard', { query: {} });
    if (!figures.ok) throw new Error('There are no figures');
    expect(figures.body.time_zone).toBe('Europe/Berlin');
    const day = (at: Date) =>
      new Intl.DateTimeFormat('en-GB', { month: 'short', day: 'numeric', timeZone: 'Europe/Berlin' }).format(at);
    const from = new Date(rangeOf('30d', Date.now(), 'Europe/Berlin').from);
    const days = page.getByRole('table', { name: /^Over time: Revenue/ }).getByRole('rowheader');
    await expect.poll(() => days.first().textContent()).toContain(day(from));
    const chart = page.getByRole('img', { name: /^Over time: Revenue/ });
    await chart.locator('canvas').waitFor();
    const { width = 0 } = (await chart.boundingBox()) ?? {};
    const tooltip = page.getByTestId('chart-tooltip');
    await chart.hover({ position: { x: width - 30, y: 100 } });
    await expect.poll(() => tooltip.textContent()).toMatch(/\w{3},? \d{1,2} \w{3,4} \d{4} · not over yet.*5\.00/);
    await page.getByText('24 hours', { exact: true }).click();
    await page.getByText('Hours in the organisation’s time zone, Europe/Berlin').waitFor();
  });

  it('lists what needs attention, leads to each fault, and hides the list once every fault is fixed', async () => {
    const daemon = await screens.daemon();
    const faults = await withFaults(daemon);
    await withEarnings(daemon, [{ creator: 'eve', amount: 120 }]);
    const run = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    const list = page.getByRole('region', { name: 'Needs attention' });
    const leads = async (text: string, heading: string, path: RegExp) => {
      await list.getByRole('link', { name: text }).click();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      expect(page.url()).toMatch(path);
      await page.goBack();
    };
    await list.getByText('9 of 10 claims').waitFor();
    await leads('The job monthly-payouts failed', 'Jobs', /\/jobs$/);
    await leads('Messages to hooks.example.test are failing', 'Webhooks', /tab=deliveries/);
    await leads('1 code to moderate', 'Moderation', /\/moderation$/);
    await list.getByText('US$12.00, prepared').waitFor();
    await leads(`Payout run ${run.run_id} is waiting for approval`, `Payout run ${run.run_id}`, /\/payouts\/\d+$/);
    await leads(`Payout run ${run.run_id} cannot pay 1 creator`, `Payout run ${run.run_id}`, /show=unpayable$/);
    await leads('NEARLY-FULL has nearly reached its limit', 'NEARLY-FULL', /\/codes\/\d+$/);
    await leads('Nearly over ends soon', 'Nearly over', /\/campaigns\/\d+$/);
    await list.waitFor();
    await faults.mend();
    done(await daemon.owner.call('voidPayoutRun', { params: run, body: { reason: 'Too early' } }));
    await list.waitFor({ state: 'hidden' });
    // Each figure leads to a page that explains it.
    await page.getByRole('link', { name: 'Claims', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Players' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Commission' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payouts' }).waitFor();
  });

  it('does not shift when the figures and the to-do list arrive late', async () => {
    const daemon = await screens.daemon();
    await withFaults(daemon);
    const { page } = await screens.open({ isAlone: true });
    await page.addInitScript(COUNT_SHIFTS);
    const [asked, answered] = [createGate(), createGate()];
    const holdFirst = async (route: Route) => {
      asked.open();
      await answered.opened;
      await route.continue();
    };
    await page.route(/\/v1\/admin\/dashboard\?/, holdFirst, { times: 1 });
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    await asked.opened;
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await page.evaluate(PAINTED);
    answered.open();
    await page.getByRole('region', { name: 'Needs attention' }).waitFor();
    await page.locator('[role=img] canvas').or(page.getByText('Nothing in this period yet.')).first().waitFor();
    await page.evaluate(PAINTED);
    expect(await page.evaluate('shiftsUntilNow()')).toBeLessThan(0.02);
  });

  it('keeps the last figures while the daemon is unavailable, and shows when they were loaded', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'LIVE');
    await play(daemon, 'ann', 5);
    const viewer = await addMember(daemon, 'viewer');
    const { page } = await screens.open({ mayLoseConnection: true });
    let isCut = false;
    await page.route('**/v1/**', (route) => (isCut ? route.abort() : route.continue()));
    await signInAt(page, daemon.url, viewer);
    await page.getByText('5.00').first().waitFor();
    isCut = true;
    await page.getByText(/^Connection lost\. Figures from/).waitFor();
    await page.getByText('5.00').first().waitFor();
    isCut = false;
    await page.getByText('Live figures for your organisation').waitFor();
  });
});
