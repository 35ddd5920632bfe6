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
  it('opens a code, a creator, a player, a campaign, a run and a screen with the keyboard alone', async () => {
    const { daemon, campaignId, runId } = await startWithObjects(screens);
    const { page } = await screens.open();
    const scripts: string[] = [];
    page.on('request', (request) => void scripts.push(request.url()));
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    expect(scripts.filter((url) => url.includes('palette'))).toEqual([]);
    const find = async (text: string) => {
      await page.keyboard.press('Control+k');
      // The test does not wait for the field or the results: the palette must still open the result for this text.
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    };
    await find('winter-20');
    await expect.poll(() => page.url()).toMatch(new RegExp(`/campaigns/${campaignId}/codes/\\d+$`));
    await page.getByRole('heading', { level: 1, name: 'WINTER-2026' }).waitFor();
    await find('ann summ');
    await page.getByRole('heading', { level: 1, name: 'Ann Summers' }).waitFor();
    await find('fan_of_ann');
    await page.getByRole('heading', { name: 'fan_of_ann' }).waitFor();
    await find('Running');
    await expect.poll(() => page.url()).toMatch(new RegExp(`/campaigns/${campaignId}$`));
    await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
    await find(`#${runId}`);
    await expect.poll(() => page.url()).toMatch(new RegExp(`/payouts/${runId}$`));
    await page.getByRole('heading', { level: 1, name: `Payout run ${runId}` }).waitFor();
    await find('webh');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();

    // The button opens the palette, which offers choices before anything is typed.
    await page.getByRole('button', { name: 'Search everything' }).click();
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    await dialog.getByRole('button', { name: 'Dashboard' }).waitFor();
    // Recently opened objects are listed first, starting with the most recent.
    const recent = dialog.getByRole('group', { name: 'Recently opened' }).getByRole('button');
    expect(await recent.allTextContents()).toEqual([`Payout run ${runId}`, 'Running', 'Ann Summers', 'WINTER-2026']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();

    // Creator codes can be found, too, and are shown with the creator's name.
    await page.keyboard.press('Control+k');
    await page.keyboard.type('crew');
    await dialog.getByText(/^Ann Summers’s code · CREW\d+$/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    // The palette finds an action despite a typing error.
    await find('webhok');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await find('new api');
    await page.getByRole('dialog', { name: 'New API key' }).waitFor();
  });

  it('lists the keyboard shortcuts', async () => {
    const { daemon } = await startWithObjects(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    // A question mark in a field is plain text.
    await page.getByRole('searchbox', { name: 'Search campaigns' }).pressSequentially('?');
    await expect.poll(() => page.url()).toContain('q=');
    expect(await shortcuts.count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).click();
    await page.keyboard.press('?');
    await shortcuts.getByRole('region', { name: 'Everywhere' }).getByText('Ctrl K').waitFor();
    await shortcuts.getByRole('region', { name: 'Moderation' }).getByText('approve', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('shortcuts');
    await page.keyboard.press('Enter');
    await shortcuts.waitFor();
    await page.keyboard.press('Escape');
    await shortcuts.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click();
    await shortcuts.waitFor();
  });

  it('offers a role only what it can open', async () => {
    const { daemon } = await startWithObjects(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'viewer'), 'campaigns');
    await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search everything' });
    await dialog.getByRole('button', { name: 'Dashboard' }).waitFor();
    expect(await dialog.getByRole('button', { name: 'Payouts' }).count()).toBe(0);
    expect(await dialog.getByRole('group', { name: 'Actions' }).getByRole('button').allTextContents()).toEqual([
      'Top codes',
      'Calendar',
      'Keyboard shortcuts',
      'Light theme',
      'Dark theme',
      'Sign out',
    ]);
    await page.keyboard.type('ann');
    await dialog.getByText('Nothing found').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });

    const act = async (name: string) => {
      await page.keyboard.press('Control+k');
      await dialog.waitFor();
      await page.keyboard.type(name);
      await page.keyboard.press('Enter');
    };
    await act('Dark theme');
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await act('Sign out');
    await page.getByLabel('Password', { exact: true }).waitFor();
  });
});
