import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { datesOf } from '../../src/renderer/lib/periods.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner, playerPays } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const DAY_MS = 86_400_000;

/** Drags across the chart between two fractions of its width. Returns the chart's vertical position on the screen. */
async function drag(page: Page, from: number, to: number) {
  const chart = page.locator('.u-over');
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('There is no chart');
  await page.mouse.move(box.x + box.width * from, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 4 });
  await page.mouse.up();
  return box.y;
}

inBrowser('a chart', (screens) => {
  it('shows several figures, compares periods, and can be zoomed and shown as a table, on every screen', async () => {
    const today = Date.now();
    const lastYear = new Date(today);
    lastYear.setUTCFullYear(lastYear.getUTCFullYear() - 1);
    let now = lastYear.getTime();
    const daemon = await screens.daemon({ clock: () => now });
    const span = { starts_at: '2020-01-01T00:00:00Z', ends_at: '2090-01-01T00:00:00Z' };
    const campaignId = await runningCampaign(daemon, { name: 'Summer', ...span });
    await addCode(daemon, campaignId, 'SUN', { use_as_referral: 'Y' });
    const { code } = await addEarner(daemon, 'kim', 'SUN', 'y1');
    const redeem = async (user_id: string) => done(await daemon.server.call('redeem', { body: { user_id, code } }));
    for (const user of ['y2', 'y3']) await redeem(user);
    // The thirtieth day before today is the last day of the previous period.
    now = today - 30 * DAY_MS;
    for (const user of ['m1', 'm2']) await redeem(user);
    now = today;
    await redeem('t1');
    await playerPays(daemon, 't1', 5, now);

    const { page } = await screens.open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    const chart = (name: string) => page.getByRole('img', { name, exact: true });
    const figures = page.getByRole('group', { name: 'Figures in the chart' });
    const choose = (name: string) => figures.getByRole('button', { name, exact: true }).click();
    const values = page.getByRole('table', { name: /^Over time/ });
    const lastRow = () => values.getByRole('row').last().getByRole('cell').allTextContents();
    await chart('Over time: Revenue, US$5.00 in all').waitFor();
    await choose('Claims');
    await chart('Over time: Revenue, US$5.00 in all; Claims, 1 in all').waitFor();
    await choose('Revenue');
    await chart('Over time: Claims, 1 in all').waitFor();
    await choose('Claims');
    expect(await figures.getByRole('button', { pressed: true }).allTextContents()).toEqual(['Claims']);

    const view = page.getByRole('button', { name: 'View', exact: true });
    await view.click();
    const menu = page.getByRole('menu');
    await menu.getByRole('menuitemradio', { name: 'Previous period' }).click();
    await page.getByText('Pale: previous period').waitFor();
    await expect.poll(lastRow).toEqual(['1', expect.any(String), '2']);
    await menu.getByRole('menuitemradio', { name: 'Previous year' }).click();
    const withLastYear = ['1', expect.stringContaining(`${lastYear.getUTCFullYear()}`), '3'];
    await expect.poll(lastRow).toEqual(withLastYear);
    await menu.getByRole('menuitemcheckbox', { name: 'Values as a table' }).click();
    await page.getByRole('region', { name: 'Over time: Claims, 1 in all' }).waitFor();
    expect(await page.getByRole('img', { name: /^Over time/ }).count()).toBe(0);
    await menu.getByRole('menuitem', { name: 'Copy values' }).click();
    await page.getByText('30 rows copied. You can paste them into a spreadsheet.').waitFor();
    const copied = String(await page.evaluate('navigator.clipboard.readText()')).split('\n');
    expect(copied[0]?.split('\t')).toEqual(['Day', 'Claims', 'Compared with', 'Claims (comparison)']);
    expect(copied.at(-1)?.split('\t').slice(1)).toEqual(withLastYear);

    // The charts on the other screens work the same way.
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}?tab=results`);
    await page.getByRole('radio', { name: 'Whole campaign', checked: true }).waitFor({ state: 'attached' });
    await page.getByText('7 days', { exact: true }).click();
    await expect.poll(() => page.url()).toContain('period=7d');
    await choose('Claims');
    await choose('Revenue');
    await expect.poll(lastRow).toEqual(withLastYear);
    await page.goto(`${daemon.url}/portal/creators/kim?tab=results`);
    await choose('Claims');
    await choose('Revenue');
    await expect.poll(lastRow).toEqual(withLastYear);

    await view.click();
    await menu.getByRole('menuitemcheckbox', { name: 'Values as a table' }).click();
    await page.keyboard.press('Escape');
    await page
      .getByRole('img', { name: /^Over time/ })
      .locator('canvas')
      .waitFor();
    // Charts by hour cannot be zoomed; charts by day can.
    await page.getByText('24 hours', { exact: true }).click();
    await page.getByText('Hours in the organisation’s time zone').waitFor();
    await page.getByText('30 days', { exact: true }).click();
    await page.getByText('Drag across days to zoom in').waitFor();
    const top = await drag(page, 0.75, 0.99);
    await expect.poll(() => page.url()).toMatch(/period=.*\.\./);
    const period = new URLSearchParams(page.url().split('?')[1]).get('period') ?? '';
    const { first = '', last = '' } = datesOf(period.replaceAll('"', '')) ?? {};
    expect((Date.parse(last) - Date.parse(first)) / DAY_MS).toSatisfy((days: number) => days >= 6 && days <= 8);
    await expect.poll(() => values.getByRole('row').count()).toBe((Date.parse(last) - Date.parse(first)) / DAY_MS + 2);
    // The page has not scrolled.
    expect((await page.locator('.u-over').boundingBox())?.y).toBe(top);
  });
});
