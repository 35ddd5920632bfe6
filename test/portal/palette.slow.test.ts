import { expect, it } from 'vitest';
import { inBrowser, type Screens, signInAt } from '../support/browsers/browser.ts';
import { addCode } from '../support/http/campaigns.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

async function startWithObjects(screens: Screens) {
  const daemon = await screens.daemon();
  const { campaignId } = await withEarnings(daemon, [{ creator: 'ann', amount: 5, name: 'Ann Summers' }]);
  await addCode(daemon, campaignId, 'WINTER-2026');
  const run = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
  return { daemon, campaignId, runId: run.run_id };
}

inBrowser('the palette', (screens) => {
  it('opens a code, a creator, a player, a campaign, a run and a screen by the keyboard alone', async () => {
    const { daemon, campaignId, runId } = await startWithObjects(screens);
    const { page } = await screens.open();
    const scripts: string[] = [];
    page.on('request', (request) => void scripts.push(request.url()));
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(scripts.filter((url) => url.includes('palette'))).toEqual([]);
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      // Without a wait for the field, and none for the results: the palette opens what belongs to this text.
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await find('winter-20');
    await expect.poll(() => page.url()).toMatch(new RegExp(`/campaigns/${campaignId}/codes/\\d+$`));
    await find('ann summ');
    await page.getByRole('heading', { level: 1, name: 'Ann Summers' }).waitFor();
    await find('fan_of_ann');
    await page.getByRole('heading', { name: 'fan_of_ann' }).waitFor();
    await find('Running');
    await expect.poll(() => page.url()).toMatch(new RegExp(`/campaigns/${campaignId}$`));
    await find(`#${runId}`);
    await expect.poll(() => page.url()).toMatch(new RegExp(`/payouts/${runId}$`));
    await find('webh');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

    // By the button, with a choice among the results.
    await page.getByRole('button', { name: 'Search everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    await dialog.getByRole('button', { name: 'Dashboard' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  });

  it('offers a role only what it may open', async () => {
    const { daemon } = await startWithObjects(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'viewer'), 'campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    await dialog.getByRole('button', { name: 'Dashboard' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Payouts' }).count()).toBe(0);
    await page.keyboard.type('ann');
    await dialog.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });
});
