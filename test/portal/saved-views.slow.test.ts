import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('saved views', (screens) => {
  it('keep filters and sort order, and can be shared with a role, opened by another person and deleted', async () => {
    const daemon = await screens.daemon();
    await runningCampaign(daemon, { name: 'Running one' });
    await newCampaign(daemon, { name: 'A draft' });
    const { page: owners } = await screens.open();
    await signInAt(owners, daemon.url, OWNER, 'campaigns?status=draft&sort=-name&page=1');
    await owners.getByRole('link', { name: 'A draft' }).waitFor();
    await owners.getByRole('button', { name: 'Views' }).click();
    await owners.getByText('No saved views for this list yet.').waitFor();
    await owners.getByRole('menuitem', { name: 'Save this view…' }).click();
    const dialog = owners.getByRole('dialog', { name: 'Save this view' });
    await dialog.getByLabel('Name').fill('Drafts, Z to A');
    await dialog.getByRole('combobox', { name: 'Share with' }).click();
    await owners.getByRole('option', { name: 'Live ops' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(done(await daemon.owner.call('listViews', { query: {} })).data).toMatchObject([
      { name: 'Drafts, Z to A', path: '/campaigns', query: 'sort=-name&status=draft', shared_with: 'live_ops' },
    ]);

    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'campaigns');
    await page.getByRole('link', { name: 'Running one' }).waitFor();
    await page.getByRole('button', { name: 'Views' }).click();
    await page.getByRole('menuitem', { name: 'Open the view Drafts, Z to A' }).waitFor();
    expect(await page.getByRole('menuitem', { name: /^Delete/ }).count()).toBe(0);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Running one' }).waitFor({ state: 'hidden' });
    await page.getByRole('link', { name: 'A draft' }).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=-name&status=draft');

    // The view is not offered for another list. Its owner deletes it.
    await owners.goto(`${daemon.url}/portal/audit`);
    await owners.getByRole('button', { name: 'Views' }).click();
    await owners.getByText('No saved views for this list yet.').waitFor();
    await owners.goto(`${daemon.url}/portal/campaigns`);
    await owners.getByRole('button', { name: 'Views' }).click();
    await owners.getByRole('menuitem', { name: 'Delete the view Drafts, Z to A' }).click();
    await owners.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await owners.getByText('View Drafts, Z to A deleted.').waitFor();
    expect(done(await daemon.owner.call('listViews', { query: {} })).data).toEqual([]);
    await page.close();
    await owners.close();
  });

  it('do not move the list when their button loads', async () => {
    const daemon = await screens.daemon();
    await runningCampaign(daemon, { name: 'Running one' });
    const { page } = await screens.open({ isAlone: true });
    const requested = new Promise<Route>((resolve) => page.route('**/views-menu-*.js', resolve));
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    const row = page.getByRole('link', { name: 'Running one' });
    await row.waitFor();
    const request = await requested;
    const before = await row.boundingBox();
    await request.continue();
    await page.getByRole('button', { name: 'Views' }).waitFor();
    expect((await row.boundingBox())?.y).toBe(before?.y);
  });
});
