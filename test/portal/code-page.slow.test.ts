import { expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { createKey } from '../../daemon/features/keys/create-key.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner, playerPays } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { apiKey, done, testClient } from '../support/http/test-client.ts';
import { OWNER, testDatabase } from '../support/world/daemon.ts';

inBrowser('the page of a code', (screens) => {
  it('shows the first claim in the default period', async () => {
    const database = await testDatabase('sqlite');
    const env = { REDEEMD_DATABASE_URL: database.url, REDEEMD_PORT: '0' };
    const daemon = await startDaemon(readConfig(env), { log: silentLog });
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal`);
    await page.getByLabel('Setup token', { exact: true }).fill(daemon.setupToken ?? '');
    await page.getByLabel('Your name').fill('Olivia');
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();

    await page.goto(`${daemon.url}/portal/campaigns/new`);
    const dialog = page.getByRole('dialog', { name: 'New campaign' });
    await dialog.getByLabel('Name').fill('Summer');
    await dialog.getByLabel('Starts').fill('2026-01-01T10:00');
    await dialog.getByLabel('Ends').fill('2099-07-01T10:00');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await page.getByRole('link', { name: 'New code' }).first().click();
    await page.getByLabel('Code', { exact: true }).fill('SUN-2026');
    await page.getByLabel('Name').fill('Sunshine');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    expect(await page.getByLabel('Rewards').inputValue()).toBe('');
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: 'A currency' }).click();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('link', { name: 'SUN-2026' }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('” published.').waitFor();

    await page.getByRole('link', { name: 'SUN-2026' }).click();
    await page.getByText('Nothing in this period yet.').waitFor();
    const { key } = await createKey(daemon.db, { name: 'game', kind: 'server' }, Date.now());
    const game = testClient(daemon.url, apiKey(key));
    const claim = done(await game.call('redeem', { body: { user_id: 'ann', code: 'sun-2026' } }));
    expect(claim.rewards).toEqual([{ currency: 'gold', amount: 100 }]);
    expect((await game.call('redeem', { body: { user_id: 'ann', code: 'SUN-2026' } })).status).toBe(409);
    await page.getByRole('img', { name: 'Over time: Claims, 1 in all' }).waitFor();
    const refused = page.getByRole('table', { name: 'Failed attempts' });
    await refused.getByRole('row', { name: 'The player had already redeemed the code 1' }).waitFor();
    await page.getByRole('link', { name: 'Find a player and their failed attempts' }).waitFor();
    await page.close();
    await daemon.close();
    await database.drop();
  });

  it('lists the creators of a referral code instead of its link', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
    await addEarner(daemon, 'kim', 'CREW', 'fan');
    await playerPays(daemon, 'fan', 40);
    done(
      await daemon.owner.edit('changeCreator', {
        params: { creator_id: 'kim' },
        body: { display_name: 'קים', status: 'suspended' },
      }),
    );
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}`);
    const row = page.getByRole('table', { name: 'Creators of this code' }).getByRole('row').nth(1);
    await row.getByText('US$40.00').waitFor();
    await row.getByText('Suspended').waitFor();
    expect(await page.getByText('Link and QR code').count()).toBe(0);
    await page.getByText('7 days', { exact: true }).click();
    await expect.poll(() => page.url()).toContain('period=7d');
    await row.getByRole('link', { name: 'קים' }).click();
    await page.getByRole('heading', { level: 1, name: 'קים' }).waitFor();
  });

  it('duplicates a code with everything except its value', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const rewards_json = '{"gems": 5,   "id": 12345678901234567890}';
    const fields = { name: 'Gift', root_url: 'https://game.example/gift?x=1', usage_limit: 7, rewards_json };
    const { code_id } = await addCode(daemon, campaignId, 'FIRST', fields);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}`);
    await page.getByRole('link', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { level: 1, name: 'Duplicate of FIRST' }).waitFor();
    expect(await page.getByLabel('Code', { exact: true }).inputValue()).toBe('');
    await page.getByLabel('Code', { exact: true }).fill('SECOND');
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('link', { name: 'SECOND' }).waitFor();
    const { data } = done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId } }));
    expect(data[0]).toMatchObject({ code: 'SECOND', ...fields });
    // The form for a new code starts with the redeem page of the newest code, and offers its rewards.
    await page.getByRole('link', { name: 'New code' }).click();
    await expect.poll(() => page.getByLabel('Redeem page').inputValue()).toBe('https://game.example/gift?x=1');
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: 'Same as SECOND' }).click();
    expect(await page.getByLabel('Rewards').inputValue()).toBe(rewards_json);
  });

  it('does not lose what was typed into the editor when the user opens the figures', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'KEEP');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/codes/${code_id}`);
    await page.getByRole('tab', { name: 'Edit' }).click();
    await page.getByLabel('Name').fill('Typed');
    await page.getByRole('tab', { name: 'Figures' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved.').waitFor();
    await page.getByRole('tab', { name: 'Figures' }).click();
    await page.getByText('Over time').waitFor();
  });

  it('shows a viewer the figures and the details, without any way to change them', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'LOOK');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'viewer'), `campaigns/${campaignId}/codes/${code_id}`);
    await page.getByText('Over time').waitFor();
    expect(await page.getByRole('link', { name: 'Duplicate' }).count()).toBe(0);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByText('Valid rewards').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  });
});
