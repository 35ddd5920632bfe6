import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('tags', (screens) => {
  it('of a campaign are typed into its form, and filter the list at an address that can be shared', async () => {
    const daemon = await screens.daemon();
    const season = await runningCampaign(daemon, { name: 'Season', tags: ['creators'] });
    await runningCampaign(daemon, { name: 'Other' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${season}/edit`);
    const form = page.getByRole('dialog', { name: 'Edit campaign' });
    await form.getByRole('combobox', { name: 'Tags' }).pressSequentially('Summer 26,');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByText('summer 26', { exact: true }).waitFor();

    await page.goto(`${daemon.url}/portal/campaigns`);
    await page.getByRole('link', { name: 'Other' }).waitFor();
    await page.getByRole('combobox', { name: 'Tag' }).click();
    await page.getByRole('option', { name: 'summer 26 (1)' }).click();
    await page.getByRole('link', { name: 'Other' }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).searchParams.get('tag')).toBe('summer 26');
    await page.reload();
    await page.getByRole('link', { name: 'Season' }).waitFor();
    await page.goto(`${daemon.url}/portal/campaigns?tag=gone`);
    await page.getByText('No matching campaigns').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('link', { name: 'Other' }).waitFor();
  });

  itInFull('are added to and removed from selected codes, which keep their other tags', async () => {
    const daemon = await screens.daemon();
    const campaign_id = await runningCampaign(daemon);
    for (const [code, tags] of [
      ['ALPHA', ['old', 'vip']],
      ['BRAVO', ['old']],
      ['CHARLIE', []],
    ] as const)
      await addCode(daemon, campaign_id, code, { tags: [...tags] });
    const tagsByCode = async () => {
      const { data } = done(await daemon.owner.call('listCodes', { params: { campaign_id }, query: { sort: 'code' } }));
      return data.map(({ tags }: { tags: string[] }) => tags);
    };
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaign_id}?sort=code`);
    for (const code of ['ALPHA', 'BRAVO']) await page.getByRole('checkbox', { name: `Select ${code}` }).check();
    await page.getByRole('button', { name: 'Tags', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Tags for 2 codes' });
    await dialog.getByRole('combobox', { name: 'Add tags' }).pressSequentially('Discord,');
    // The suggestions of the first field cover the second field until the first one loses focus.
    await page.keyboard.press('Tab');
    await dialog.getByRole('combobox', { name: 'Remove tags' }).press('ArrowDown');
    await page.getByRole('option', { name: 'old' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Change tags' }).click();
    await page.getByText('2 changed').waitFor();
    expect(await tagsByCode()).toEqual([['discord', 'vip'], ['discord'], []]);

    // The counts in the filter reflect the change.
    await page.getByRole('combobox', { name: 'Tag', exact: true }).click();
    await page.getByRole('option', { name: 'discord (2)' }).waitFor();
    await page.getByRole('option', { name: 'vip (1)' }).click();
    await page.getByRole('link', { name: 'BRAVO' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'ALPHA' }).click();
    await page.getByText('discord', { exact: true }).waitFor();
  });
});
