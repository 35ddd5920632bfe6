import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('comments in the Portal', (screens) => {
  it('reach the person they mention, who can read them on the campaign’s page', async () => {
    const daemon = await screens.daemon();
    const campaign_id = await runningCampaign(daemon, { name: 'Spring' });
    const ops = await addMember(daemon, 'live_ops');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, ops, `campaigns/${campaign_id}?tab=activity`);
    const feed = page.getByRole('region', { name: 'Comments and changes' });
    await feed.getByText('Campaign published').waitFor();
    // Only an owner can open the audit log.
    expect(await feed.getByRole('link').count()).toBe(0);

    const text = page.getByRole('textbox', { name: 'Comment' });
    await text.fill('Please raise the limit.\nToday, if possible.');
    await page.getByRole('tab', { name: 'Codes', exact: true }).click();
    await page.getByRole('tab', { name: 'Activity' }).click();
    expect(await text.inputValue()).toBe('Please raise the limit.\nToday, if possible.');
    await page.getByRole('combobox', { name: 'Mention people' }).fill('own');
    await page.getByRole('option', { name: OWNER.email }).click();
    await page.getByRole('button', { name: 'Add comment' }).click();
    await feed.getByText('Please raise the limit.').waitFor();
    expect(await feed.getByRole('listitem').first().textContent()).toContain(`Mentions ${OWNER.email}`);
    expect(await text.inputValue()).toBe('');

    const owner = await screens.open();
    await signInAt(owner.page, daemon.url, OWNER, 'mentions');
    const menu = owner.page.getByRole('navigation', { name: 'Main' });
    await menu.getByLabel('1 new').waitFor();
    await owner.page.getByRole('link', { name: 'Campaign Spring' }).click();
    await owner.page.getByText('Today, if possible.').waitFor();
    expect(new URL(owner.page.url()).search).toBe('?tab=activity');
    await menu.getByLabel('1 new').waitFor({ state: 'detached' });
    await owner.page.getByRole('link', { name: /Campaign published/ }).click();
    await owner.page.getByRole('dialog').getByText('Campaign published').waitFor();
  });

  itInFull('are deleted only after a confirmation, and unsent text is not lost without a warning', async () => {
    const daemon = await screens.daemon();
    const { campaign_id, code_id } = await addCode(daemon, await runningCampaign(daemon), 'TALK');
    const text = 'Posted on a forum.';
    done(await daemon.owner.call('addCodeComment', { params: { code_id }, body: { text } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaign_id}/codes/${code_id}/activity`);
    const remove = page.getByRole('button', { name: `Delete the comment by ${OWNER.email}` });
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await remove.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText(text).waitFor({ state: 'detached' });

    await page.getByRole('textbox', { name: 'Comment' }).fill('Half a thought');
    await page.getByRole('link', { name: 'Jobs' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('textbox', { name: 'Comment' }).press('Control+Enter');
    await page.getByRole('region', { name: 'Comments and changes' }).getByText('Half a thought').waitFor();
  });
});
