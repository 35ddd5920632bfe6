import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const CONDITIONS = [{ attribute: 'level', is: 'at_least' as const, value: 20 }];

inBrowser('the dates, player and conditions of a code', (screens) => {
  it('can be edited, with errors shown at the fields, and are not lost if a colleague changes the code', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const newPool = async (name: string) => done(await daemon.owner.call('createKeyPool', { body: { name } })).pool_id;
    await newPool('Skyhold on Steam');
    const otherPool = await newPool('Skyhold on Epic');
    const { code_id } = await addCode(daemon, campaignId, 'VETERANS', { conditions: CONDITIONS });
    const params = { code_id };
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}/edit`);
    await page.getByText('Only if level is at least 20').waitFor();
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.getByLabel('From').fill('2030-05-02T18:00');
    await page.getByLabel('Until').fill('2030-05-01T18:00');
    await page.getByRole('textbox', { name: 'Condition 1: value' }).fill('twenty');
    await save.click();
    await page.getByText('Enter a time after the start').waitFor();
    await page.getByText('Enter a number, such as 20 or 1.5').waitFor();

    await page.getByLabel('Until').fill('2030-05-04T18:00');
    await page.getByRole('textbox', { name: 'Condition 1: value' }).fill('30');
    await page.getByLabel('Only for this player').fill('ann');
    await page.getByRole('combobox', { name: 'Key pool' }).click();
    await page.getByRole('option', { name: /Steam/ }).click();
    done(await daemon.owner.edit('changeCode', { params, body: { conditions: null, key_pool_id: otherPool } }));
    await save.click();
    const conflict = page.getByRole('dialog', { name: 'Someone else edited this' });
    await conflict.getByText('level is at least 30').waitFor();
    for (const pool of ['Skyhold on Steam', 'Skyhold on Epic'])
      await conflict.getByText(pool, { exact: true }).waitFor();
    for (const own of await conflict.getByRole('radio', { name: 'Your version' }).all()) await own.click();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Only for player ann').waitFor();
    await page.getByText('Only if level is at least 30').waitFor();
    await page.getByText('Not started').waitFor();
    expect(done(await daemon.owner.call('getCode', { params }))).toMatchObject({
      starts_at: '2030-05-02T18:00:00.000Z',
      ends_at: '2030-05-04T18:00:00.000Z',
      recipient: 'ann',
      conditions: [{ attribute: 'level', is: 'at_least', value: 30 }],
    });

    const viewer = await addMember(daemon, 'viewer');
    const { page: theirs } = await screens.open();
    await signInAt(theirs, daemon.url, viewer, `campaigns/${campaignId}/codes/${code_id}/edit`);
    await theirs.getByText('Only for one player').waitFor();
    expect(await theirs.getByText('ann', { exact: true }).count()).toBe(0);
    expect(await theirs.getByRole('group', { name: 'Conditions' }).count()).toBe(0);
  });

  itInFull('can be changed for a whole batch, and staff can see why a player was refused', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/bulk`);
    const dialog = page.getByRole('dialog', { name: 'Bulk codes' });
    await dialog.getByLabel('Name').fill('Gifts');
    await dialog.getByLabel('Redeem page').fill('https://game.example/redeem');
    await dialog.getByLabel('Number of codes').fill('30');
    await dialog.getByRole('button', { name: 'Set dates, a player or conditions' }).click();
    await dialog.getByLabel('Until').fill('2031-01-01T00:00');
    await dialog.getByRole('button', { name: 'Create codes' }).click();
    await dialog.getByText('30 codes created.').waitFor();
    const [batch] = done(await daemon.owner.call('listBatches', { params: { campaign_id: campaignId } })).data;
    expect(batch.ends_at).toBe('2031-01-01T00:00:00.000Z');

    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/batches/${batch.batch_id}`);
    await page.getByRole('link', { name: 'Dates and conditions' }).click();
    const edit = page.getByRole('dialog', { name: 'Dates and conditions of this batch' });
    await edit.getByRole('button', { name: 'Add a condition' }).click();
    await edit.getByRole('textbox', { name: 'Condition 1: attribute' }).fill('country');
    await edit.getByRole('textbox', { name: 'Condition 1: value' }).fill('JP');
    await edit.getByRole('button', { name: 'Change 30 codes' }).click();
    await page.getByText('Only if country is “JP”').waitFor();
    await page.getByText('Active', { exact: true }).first().waitFor();
    const [{ code, ends_at }] = done(
      await daemon.owner.call('listCodes', { params: { campaign_id: campaignId }, query: { origin: 'batch' } }),
    ).data;
    expect(ends_at).toBe('2031-01-01T00:00:00.000Z');
    const body = { user_id: 'ann', code, attributes: { country: 'DE' } };
    await expect
      .poll(async () => (await daemon.server.call('redeem', { body })).body)
      .toMatchObject({ code: 'conditions_not_met' });

    await signInAt(page, daemon.url, OWNER, 'players?user=ann');
    await page.getByText('The player does not meet a condition of the code: country is “JP”.').first().waitFor();
  });
});
