import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { roleDay } from '../support/browsers/role-day.ts';
import { done } from '../support/http/test-client.ts';

const DAY_MS = 86_400_000;
const euros = (amount: string) =>
  Number(amount).toLocaleString('en-GB', { style: 'currency', currency: 'EUR', minimumFractionDigits: 2 });

/** Returns the number of days that a dashboard request covers, or 0 for other requests. */
function daysOf(address: string): number {
  const { pathname, searchParams } = new URL(address);
  if (!pathname.endsWith('/dashboard')) return 0;
  return (Date.parse(searchParams.get('to') ?? '') - Date.parse(searchParams.get('from') ?? '')) / DAY_MS;
}

const figuresOf = async (page: Page, days: number) =>
  (await page.waitForResponse((answer) => Math.ceil(daysOf(answer.url())) === days)).json();

const openCampaigns = (page: Page) => page.getByRole('link', { name: 'Campaigns', exact: true }).click();

roleDay('viewer', [
  {
    name: 'See how the last 7 days went',
    isMain: true,
    async play(page) {
      const answer = figuresOf(page, 7);
      await page.getByText('7 days', { exact: true }).click();
      const { totals } = await answer;
      for (const figure of [euros(totals.revenue.amount), totals.claims.toLocaleString('en-GB')])
        await page.getByText(figure, { exact: true }).first().waitFor();
    },
  },
  {
    name: 'Find the campaign with the highest revenue',
    async play(page, demo) {
      await page.getByRole('table', { name: 'Campaigns' }).getByRole('link').first().click();
      await page.getByRole('tab', { name: 'Results' }).click();
      await page.getByRole('heading', { name: 'Top creators' }).waitFor();
      const { campaigns }: AnswerOf<Endpoints['dashboard']> = done(await demo.owner.call('dashboard', { query: {} }));
      const [best] = campaigns.toSorted((a, b) => Number(b.revenue.amount) - Number(a.revenue.amount));
      await page.getByRole('heading', { level: 1, name: best?.name ?? '' }).waitFor();
    },
  },
  {
    name: 'Find a code and its figures',
    isMain: true,
    async play(page, demo) {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog', { name: 'Search everything' }).waitFor();
      await page.keyboard.type('league10');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'LEAGUE10' }).waitFor();
      const params = { code_id: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
      const { number_of_claims } = done(await demo.owner.call('getCode', { params }));
      await page.getByText(number_of_claims.toLocaleString('en-GB'), { exact: true }).waitFor();
    },
  },
  {
    name: 'See what each creator contributed to a campaign',
    async play(page, demo) {
      await openCampaigns(page);
      await page.getByRole('row', { name: /^Autumn league/ }).click();
      await page.getByRole('row', { name: /^LEAGUECREW/ }).click();
      const table = page.getByRole('table', { name: 'Creators of this code' });
      await table.getByRole('row').nth(1).waitFor();
      const params = { code_id: new URL(page.url()).pathname.split('/').at(-1) ?? '' };
      const { creators } = done(await demo.owner.call('getCodeFigures', { params, query: {} }));
      expect(await table.locator('tbody tr').count()).toBe(creators?.data.length);
      await page.mouse.wheel(0, 720);
      await expect.poll(() => table.boundingBox().then((box) => box?.y ?? 900)).toBeLessThan(500);
    },
  },
  {
    name: 'Save a view of the active campaigns',
    async play(page, demo) {
      await openCampaigns(page);
      await page.getByRole('combobox', { name: 'Status' }).click();
      await page.getByRole('option', { name: 'Active' }).click();
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Save this view…' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Running now');
      await page.keyboard.press('Enter');
      await page.getByText('View Running now saved.').waitFor();

      await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
      await openCampaigns(page);
      await page.getByRole('row', { name: /^Anniversary/ }).waitFor();
      await page.getByRole('button', { name: 'Views' }).click();
      await page.getByRole('menuitem', { name: 'Open the view Running now' }).click();
      await page.getByRole('row', { name: /^Anniversary/ }).waitFor({ state: 'hidden' });
      const { total } = done(await demo.owner.call('listCampaigns', { query: { status: 'active' } }));
      expect(await page.getByRole('table', { name: 'Campaigns' }).locator('tbody tr').count()).toBe(total);
      await page.getByText('View Running now saved.').waitFor({ state: 'hidden' });
    },
  },
]);
