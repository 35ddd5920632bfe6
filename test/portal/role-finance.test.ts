import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { savedBy } from '../support/browsers/browser.ts';
import { type Demo, roleDay } from '../support/browsers/role-day.ts';
import { playerPays } from '../support/http/earnings.ts';
import { done, testClient } from '../support/http/test-client.ts';

type Difference = AnswerOf<Endpoints['getPayoutDifference']>;

/** Returns the newest run, the only one that the demo has not paid. */
async function lastRun({ owner }: Demo) {
  const { data } = done(await owner.call('listPayoutRuns', { query: { page_size: 1 } }));
  const [run] = data;
  if (!run) throw new Error('The demo has no payout run');
  return run;
}

/** Sends a payment by a player without a claim, and a refund of a payment that never arrives. */
async function payUnmatched({ url, owner }: Demo, user: string) {
  const { key } = done(await owner.call('createApiKey', { body: { name: 'Web shop server', kind: 'server' } }));
  const parties = { owner, server: testClient(url, { 'x-api-key': key }) };
  const inShop = { game_id: 'skyhold', currency: 'EUR' };
  await playerPays(parties, user, 49.99, Date.now(), { ...inShop, transaction_id: 'shop-1' });
  const refund = { ...inShop, transaction_id: 'shop-2', refund_of: 'shop-0' };
  await playerPays(parties, user, -9.99, Date.now(), refund);
}

const untilNotesAreGone = (page: Page) => expect.poll(() => page.locator('.mantine-Notification-root').count()).toBe(0);

async function openLastRun(page: Page, demo: Demo) {
  const { run_id } = await lastRun(demo);
  await page.getByRole('link', { name: 'Payouts', exact: true }).click();
  await page.getByRole('link', { name: `Run ${run_id}`, exact: true }).click();
  await page.getByRole('heading', { name: `Payout run ${run_id}` }).waitFor();
  return run_id;
}

roleDay('finance', [
  {
    name: 'Review the waiting run',
    isMain: true,
    async play(page, demo) {
      const run_id = await openLastRun(page, demo);
      await page.getByRole('tab', { name: 'Compare' }).click();
      const rows = page.getByRole('table', { name: 'Difference by creator' }).getByRole('row');
      await rows.nth(1).waitFor();
      const difference: Difference = done(
        await demo.owner.call('getPayoutDifference', { params: { run_id }, query: {} }),
      );
      const { to, addresses_changed } = difference;
      await expect
        .poll(() => page.getByRole('combobox', { name: 'Compared with' }).inputValue())
        .toContain(`Run ${to?.run_id} `);
      expect(addresses_changed).toBeGreaterThan(0);
      await page.getByRole('combobox', { name: 'Changes' }).click();
      await page.getByRole('option', { name: 'Payout details changed' }).click();
      await expect.poll(() => rows.count()).toBe(1 + addresses_changed);
      await rows.nth(1).getByText('Changed on').hover();
      await page.mouse.wheel(0, 2000);
      await expect
        .poll(() =>
          rows
            .nth(1)
            .boundingBox()
            .then((box) => box?.y ?? 900),
        )
        .toBeLessThan(700);
    },
  },
  {
    name: 'Approve the run and save the payment files',
    isMain: true,
    async play(page, demo) {
      await openLastRun(page, demo);
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
      await page.getByText(/has been approved\.$/).waitFor();
      await page.getByRole('tab', { name: 'Files' }).click();
      for (const file of ['PayPal', 'Wise', 'Bank']) {
        const { name, bytes } = await savedBy(page, () =>
          page.getByRole('button', { name: `Save the ${file} file` }).click(),
        );
        expect(name).toContain(file.toLowerCase());
        expect(bytes.length).toBeGreaterThan(0);
      }
      expect((await lastRun(demo)).status).toBe('approved');
      await untilNotesAreGone(page);
    },
  },
  {
    name: 'Add the payout details of a creator who has none',
    async play(page, demo) {
      await openLastRun(page, demo);
      await page.getByRole('link', { name: 'Show these creators' }).click();
      await page
        .getByRole('table', { name: 'Statements: Unpayable' })
        .locator('tbody')
        .getByRole('link')
        .first()
        .click();
      await page.getByRole('combobox', { name: 'Method' }).click();
      await page.getByRole('option', { name: 'PayPal' }).click();
      await page.getByLabel('Address').fill('pay-me@creators.example');
      await page.getByRole('button', { name: 'Save payout details' }).click();
      await page.getByText('Payout details saved').waitFor();
      const creator_id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
      expect(done(await demo.owner.call('getCreator', { params: { creator_id } }))).toMatchObject({
        payout_method: 'paypal',
        payout_address: 'pay-me@creators.example',
      });
    },
  },
  {
    name: 'Mark the run as paid',
    async play(page, demo) {
      await openLastRun(page, demo);
      await page.getByRole('button', { name: 'Mark as exported' }).click();
      await page.getByRole('button', { name: 'Mark as paid' }).click();
      const dialog = page.getByRole('dialog');
      await dialog
        .getByText(/not in any payment file/)
        .first()
        .waitFor();
      await dialog.getByRole('button', { name: /mark as paid$/ }).click();
      await page.getByText(/has been marked as paid\.$/).waitFor();
      expect((await lastRun(demo)).status).toBe('paid');
      await untilNotesAreGone(page);
    },
  },
  {
    name: 'Find out why a payment earns no commission',
    async play(page, demo) {
      await payUnmatched(demo, 'player_shop');
      await page.getByRole('link', { name: 'Payouts', exact: true }).click();
      await page.getByRole('tab', { name: 'Unmatched payments' }).click();
      await page.getByLabel('Player ID').fill('player_shop');
      const rows = page.getByRole('table', { name: 'Unmatched payments' }).getByRole('row');
      await rows.filter({ hasText: 'shop-1' }).getByText('No claim', { exact: true }).waitFor();
      await rows.filter({ hasText: 'shop-2' }).getByText('Unknown payment', { exact: true }).waitFor();
      await expect.poll(() => rows.count()).toBe(3);
    },
  },
]);
