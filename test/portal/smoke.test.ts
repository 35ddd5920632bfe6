import { it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('the Portal', (screens) => {
  it('shows the codes of a campaign', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon, { name: 'Summer' });
    await addCode(daemon, campaignId, 'SUN-2026');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('link', { name: 'Summer' }).click();
    await page.getByRole('row', { name: 'SUN-2026' }).waitFor();
  });
});
