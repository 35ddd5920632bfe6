import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const REWARDS = '{"b":1.10,  "a":[12345678901234567890]}';

inBrowser('a campaign saved as a file', (screens) => {
  it('can be imported on another server after a preview, either completely or not at all', async () => {
    const [staging, production] = [await screens.daemon(), await screens.daemon()];
    const campaignId = await runningCampaign(staging, { name: 'Spring <b>' });
    const { code_id } = await addCode(staging, campaignId, 'SPRING', { rewards_json: REWARDS });
    await addCode(staging, campaignId, 'CREW', { use_as_referral: 'Y' });
    const { page } = await screens.open();
    await signInAt(page, staging.url, OWNER, `campaigns/${campaignId}`);
    const save = async () => {
      await page.getByRole('button', { name: 'More actions for Spring <b>' }).click();
      return savedBy(page, () => page.getByRole('menuitem', { name: 'Save as a file', exact: true }).click());
    };
    const saved = await save();
    expect(saved.name).toBe('Spring-b.campaign.json');
    done(await staging.owner.edit('changeCode', { params: { code_id }, body: { usage_limit: 5 } }));
    await addCode(staging, campaignId, 'LATER');
    const newer = await save();

    const file = ({ name, bytes }: typeof saved) => ({ name, mimeType: 'application/json', buffer: bytes });
    const campaigns = async () => done(await production.owner.call('listCampaigns')).total;
    await signInAt(page, production.url, OWNER, 'campaigns');
    await page.getByRole('link', { name: 'Import a campaign' }).click();
    const choice = page.locator('input[type=file]');
    await choice.setInputFiles({ ...file(saved), buffer: Buffer.from('name,starts') });
    await page.getByText('This file is not JSON.').waitFor();
    await choice.setInputFiles(file(saved));
    await page.getByText('Creates a campaign as a draft').waitFor();
    await page.getByRole('table', { name: 'Codes in the file' }).getByRole('row', { name: 'SPRING New' }).waitFor();
    expect(await campaigns()).toBe(0);
    await page.getByRole('button', { name: 'Create campaign' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spring <b>' }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'SPRING' }).waitFor();
    const [made] = done(await production.owner.call('listCampaigns')).data;
    const params = { campaign_id: made.campaign_id };
    const codes = async () => done(await production.owner.call('listCodes', { params })).data;
    expect(await codes()).toMatchObject([{ code: 'CREW' }, { code: 'SPRING', rewards_json: REWARDS }]);

    // The published campaign already contains codes from the newer file, so it changes only after a confirmation.
    done(await production.owner.call('publishCampaign', { params }));
    await page.goto(`${production.url}/portal/campaigns/import`);
    await choice.setInputFiles(file(newer));
    await page.getByText('“Spring <b>” already contains 2 codes from the file.').waitFor();
    expect(await page.getByRole('button', { name: 'Create campaign' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Change “Spring <b>”' }).click();
    await page.getByText('the changes will apply to players immediately').waitFor();
    await page.getByText('Maximum redemptions: nothing → 5').waitFor();
    const other = await runningCampaign(production, { name: 'Other' });
    await addCode(production, other, 'LATER');
    await page.getByRole('button', { name: 'Apply changes' }).click();
    await page.getByText('Why the file cannot be imported').waitFor();
    expect(await codes()).toMatchObject([{ code: 'CREW' }, { code: 'SPRING', usage_limit: null }]);

    done(await production.owner.call('archiveCampaign', { params: { campaign_id: other } }));
    await page.goto(`${production.url}/portal/campaigns/${other}`);
    await page.getByText('Archived', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^(Publish|Pause|Archive)$/ }).count()).toBe(0);
  });
});
