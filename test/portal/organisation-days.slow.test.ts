import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { outOfPlace } from '../support/browsers/layout.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { OWNER } from '../support/world/daemon.ts';

const ZONE = 'Pacific/Kiritimati';
/** This zone is 25 hours behind the organisation's, so the two never have the same date. */
const VIEWER = 'Pacific/Pago_Pago';

inBrowser('times in the Portal', (screens) => {
  it('are in the viewer’s zone; the organisation’s time, if different, is next to them or in a tooltip', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await daemon.owner.edit('changeSettings', { body: { time_zone: ZONE } });
    await withEarnings(daemon, [{ creator: 'ann', amount: 200 }]);
    const run = await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } });
    const times = { starts_at: '2098-04-30T10:00:00Z', ends_at: '2098-05-31T10:00:00Z' };
    const campaign = await daemon.owner.call('createCampaign', { body: { name: 'May', ...times } });
    if (!run.ok || !campaign.ok) throw new Error(JSON.stringify([run.body, campaign.body]));

    const { page } = await screens.open({ timezoneId: VIEWER });
    await signInAt(page, daemon.url, OWNER, 'payouts');
    const day = (timeZone: string) =>
      new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone }).format(new Date(run.body.prepared_at));
    expect(day(ZONE)).not.toBe(day(VIEWER));
    const row = page.getByRole('row', { name: /Run 1/ });
    await expect.poll(() => row.locator('time').first().textContent()).toBe(day(VIEWER));
    await row.locator('time').first().hover();
    await page
      .getByRole('tooltip')
      .getByText(`${ZONE}: ${day(ZONE)} GMT+14`)
      .waitFor();

    await page.getByRole('link', { name: 'Run 1' }).click();
    await page
      .getByRole('list', { name: 'Status of the run' })
      .getByText(`${day(ZONE)}, `)
      .waitFor();
    expect(await outOfPlace(page)).toEqual([]);

    await page.getByRole('link', { name: 'Campaigns' }).click();
    const may = page.getByRole('row', { name: /May/ });
    await expect
      .poll(() => may.locator('time').allTextContents())
      .toEqual(['29 Apr 2098, 23:00', '30 May 2098, 23:00']);
    await page.getByRole('link', { name: 'May', exact: true }).click();
    await page.getByText('30 May 2098, 23:001 Jun 2098, 00:00 GMT+14').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    const question = page.getByRole('dialog', { name: 'Publish' });
    await question.getByText('30 May 2098, 23:001 Jun 2098, 00:00 GMT+14').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit campaign' });
    expect(await dialog.getByLabel('Starts').inputValue()).toBe('2098-05-01T00:00');
    await dialog.getByText(`1 May 2098, 00:00 in ${ZONE}; 30 Apr 2098, 10:00 UTC`).waitFor();
    await dialog.getByLabel('Ends').fill('2098-07-01T00:00');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('1 Jul 2098, 00:00 GMT+14').waitFor();
    const params = { campaign_id: String(campaign.body.campaign_id) };
    const kept = await daemon.owner.call('getCampaign', { params });
    expect(kept.body).toMatchObject({ starts_at: '2098-04-30T10:00:00.000Z', ends_at: '2098-06-30T10:00:00.000Z' });
  });
});
