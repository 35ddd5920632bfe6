import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { newCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('the duplicate of a campaign', (screens) => {
  it('has the same settings and duration, and is a draft that starts tomorrow', async () => {
    const daemon = await screens.daemon();
    const settings = {
      commission_tiers: [
        { min_revenue: 0, percent: 7 },
        { min_revenue: 100, percent: 9 },
      ],
      games: ['chess'],
      notes: 'Every summer.',
    };
    const times = { starts_at: '2026-06-01T00:00:00Z', ends_at: '2026-06-15T00:00:00Z' };
    await newCampaign(daemon, { name: 'Summer', ...times, ...settings });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    await page.getByRole('button', { name: 'Actions for Summer' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    const dialog = page.getByRole('dialog', { name: 'Duplicate of Summer' });
    await dialog.getByText('Codes are not').waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Summer (copy)');
    await dialog.getByLabel('Name').fill('Summer 2027');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('heading', { level: 1, name: 'Summer 2027' }).waitFor();
    const [made] = done(await daemon.owner.call('listCampaigns', { query: { q: '2027' } })).data;
    expect(made).toMatchObject({ ...settings, status: 'draft' });
    expect(Date.parse(made.starts_at)).toBeGreaterThan(Date.now());
    expect((Date.parse(made.ends_at) - Date.parse(made.starts_at)) / 86_400_000).toBe(14);
  });
});
