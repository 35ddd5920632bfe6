import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('a trial of other tiers in the Portal', (screens) => {
  it('starts with the campaign’s tiers, shows the difference, and is open to finance', async () => {
    const daemon = await screens.daemon();
    await withEarnings(daemon, [{ creator: 'ann', amount: 200 }]);
    const { data } = done(await daemon.owner.call('listCampaigns', { query: {} }));
    const id = data[0]?.campaign_id;
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${id}?tab=details`);
    await page.getByRole('link', { name: 'Try other tiers on the last 90 days' }).click();
    const rows = page.getByRole('table', { name: 'Commission by creator' }).getByRole('row');
    await page.getByText('These are the stored amounts.').waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    const percent = page.getByLabel('Tier 1: commission (%)');
    await percent.fill('50');
    await page.getByText('The form has changed since these amounts were calculated.').waitFor();
    await percent.press('Enter');
    await page.getByText('The amounts below use the tiers in the form.').waitFor();
    await rows.filter({ hasText: 'US$100.00' }).waitFor();
    await page.getByRole('link', { name: 'Campaign', exact: true }).click();
    await page.getByRole('link', { name: 'Try other tiers on the last 90 days' }).waitFor();

    const finance = (await screens.open()).page;
    await signInAt(finance, daemon.url, await addMember(daemon, 'finance'), `payouts/new?campaign=${id}`);
    await finance.getByRole('link', { name: 'Try other tiers' }).click();
    await finance.getByText('These are the stored amounts.').waitFor();
    await finance.getByRole('link', { name: 'New payout run' }).waitFor();
    for (const opened of [page, finance]) await opened.close();
  });
});
