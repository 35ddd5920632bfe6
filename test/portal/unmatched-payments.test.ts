import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { playerPays, withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('unmatched payments in the Portal', (screens) => {
  it('are listed with the reason in words, can be filtered, and lead to the player', async () => {
    const daemon = await screens.daemon();
    await withEarnings(daemon, [{ creator: 'ann', amount: 20 }]);
    const now = Date.now();
    await playerPays(daemon, 'stranger', 30, now, { transaction_id: 't-1' });
    await playerPays(daemon, 'fan_of_ann', -5, now, { transaction_id: 't-2', refund_of: 'lost' });
    await playerPays(daemon, 'fan_of_ann', -50, now, { transaction_id: 't-3', game_id: 'other' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'payouts');
    await page.getByRole('tab', { name: 'Unmatched payments' }).click();
    const rows = page.getByRole('table', { name: 'Unmatched payments' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    await rows.filter({ hasText: 't-1' }).getByText('No claim', { exact: true }).hover();
    await page.getByRole('tooltip').getByText('The player had no valid claim').waitFor();
    await rows.filter({ hasText: 't-2' }).getByText('Refund of lost').waitFor();
    await rows.filter({ hasText: 't-2' }).getByText('Unknown payment').waitFor();
    // The refund of 50 reversed the payment of 20, so 30 are unmatched.
    await rows.filter({ hasText: 't-3' }).getByText('−US$30.00').waitFor();

    await page.getByRole('combobox', { name: 'Reason' }).click();
    await page.getByRole('option', { name: 'No claim' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await page
      .locator('p')
      .filter({ hasText: /^The player had no valid claim.*who have never redeemed a code\.$/ })
      .waitFor();
    await page.getByLabel('Any reason').click();
    const transaction = page.getByRole('searchbox', { name: 'Transaction ID' });
    const filters = [page.getByRole('combobox', { name: 'Reason' }), page.getByRole('searchbox', { name: 'Game ID' })];
    const [left, right] = await Promise.all(filters.map((filter) => filter.boundingBox()));
    expect(right?.y).toBe(left?.y);
    await transaction.fill('lost');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.filter({ hasText: 't-2' }).waitFor();
    await transaction.fill('');
    await page.getByRole('searchbox', { name: 'Game ID' }).fill('other');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Player ID' }).fill('stranger');
    await page.getByText('No payments match the filters').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('link', { name: 'stranger' }).click();
    await page.getByRole('heading', { name: 'Payments and refunds' }).waitFor();
    expect(new URL(page.url()).searchParams.get('user')).toBe('stranger');

    // Finance cannot open players, so the ID is not a link.
    const finance = (await screens.open()).page;
    await signInAt(finance, daemon.url, await addMember(daemon, 'finance'), 'payouts/unmatched?reason=no_claim');
    await finance.getByRole('row', { name: /stranger/ }).waitFor();
    expect(await finance.getByRole('link', { name: 'stranger' }).count()).toBe(0);
    for (const opened of [page, finance]) await opened.close();
  });
});
