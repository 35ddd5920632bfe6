import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, newCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { subscribe } from '../support/http/webhooks.ts';
import { OWNER, startTestDaemon } from '../support/world/daemon.ts';

inBrowser('two people on one object', (screens) => {
  it('do not undo each other’s change of a code', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await newCampaign(daemon);
    const params = { code_id: (await addCode(daemon, campaignId, 'SUN-2026')).code_id };
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${params.code_id}`);
    const name = page.getByLabel('Name');
    await name.fill('Mine');
    const theirs = done(await daemon.owner.edit('changeCode', { params, body: { rewards_json: '{"gold": 7}' } }));
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByRole('alert').getByText('This was changed after it was read').waitFor();
    expect(done(await daemon.owner.call('getCode', { params }))).toEqual(theirs);
    // What the person typed is still there; the form opened anew has the change of the other person.
    expect(await name.inputValue()).toBe('Mine');
    await page.reload();
    await expect.poll(() => page.getByLabel('Rewards').inputValue()).toBe('{"gold": 7}');
    for (const typed of ['Mine', 'Mine again']) {
      await name.fill(typed);
      await save.click();
      const kept = async () => done(await daemon.owner.call('getCode', { params })).name;
      await expect.poll(kept).toBe(typed);
    }
    expect(done(await daemon.owner.call('getCode', { params })).rewards_json).toBe('{"gold": 7}');
    await daemon.close();
  });

  it('do not undo each other’s settings', async () => {
    const daemon = await startTestDaemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'settings');
    await page.getByLabel('Name').fill('Mine');
    done(await daemon.owner.edit('changeSettings', { body: { name: 'Theirs', hold_days: 3 } }));
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await save.click();
    await page.getByRole('alert').getByText('This was changed after it was read').waitFor();
    // To undo fills the form with the settings as they are now.
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Theirs');
    await page.getByLabel('Name').fill('Ours');
    await save.click();
    await page.getByText('Saved.').waitFor();
    expect(done(await daemon.owner.call('getSettings'))).toMatchObject({ name: 'Ours', hold_days: 3, version: 3 });
    await daemon.close();
  });

  it('may save where the other person changed nothing that the form shows', async () => {
    const daemon = await startTestDaemon();
    const campaignId = await newCampaign(daemon, { commission_tiers: null });
    await addCode(daemon, campaignId, 'SUN-2026');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}?tab=details`);
    await page.getByRole('button', { name: 'Save commission' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByLabel('Own tiers').check();
    await page.getByRole('button', { name: 'Save commission' }).click();
    await page.getByText('Commission saved.').waitFor();
    const params = { campaign_id: campaignId };
    expect(done(await daemon.owner.call('getCampaign', { params }))).toMatchObject({ status: 'active', version: 3 });
    await daemon.close();
  });

  it('switch a webhook endpoint one after the other', async () => {
    const daemon = await startTestDaemon();
    const { webhook_id } = await subscribe(daemon.owner, { url: 'https://hooks.invalid/one' });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'webhooks');
    const menu = page.getByRole('button', { name: 'Actions for hooks.invalid/one' });
    for (const [item, state] of [
      ['Turn off', 'is off.'],
      ['Turn on', 'is on.'],
    ] as const) {
      await menu.click();
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByText(state).waitFor();
    }
    await menu.click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit endpoint' });
    await dialog.getByLabel('Address').fill('https://hooks.invalid/two');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('hooks.invalid/two is saved.').waitFor();
    const [kept] = done(await daemon.owner.call('listWebhooks')).data;
    expect(kept).toMatchObject({ webhook_id, url: 'https://hooks.invalid/two', active: true, version: 4 });
    await daemon.close();
  });
});
