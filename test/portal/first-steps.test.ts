import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, moveCampaign, newCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

/** Revokes the keys that test daemons have from the start. */
async function revokeKeys({ owner }: TestDaemon) {
  const { data } = done(await owner.call('listApiKeys'));
  for (const { key_id } of data) done(await owner.call('revokeApiKey', { params: { key_id } }));
}

/** Sends the request that a curl command describes. */
async function runCurl(command: string) {
  const [, url = ''] = /^curl (\S+)/.exec(command) ?? [];
  const headers = [...command.matchAll(/-H '([^:]+): ([^']+)'/g)].map(([, name = '', value = '']) => [name, value]);
  const [, body = ''] = /-d '([^']+)'/.exec(command) ?? [];
  return await fetch(url, { method: 'POST', headers: Object.fromEntries(headers), body });
}

inBrowser('the first steps of an organisation', (screens) => {
  it('are ticked off as they are done, and end with the first redemption, which takes one command', async () => {
    const daemon = await screens.daemon();
    await revokeKeys(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    const isDone = (title: string) => page.getByText(`Done: ${title}`).waitFor();
    const steps = page.getByRole('listitem').filter({ hasText: /settings|campaign|code|key/ });
    expect(await steps.getByText('Done:').count()).toBe(0);
    expect(await page.getByText('Failed attempts').count()).toBe(0);

    const startsAt = new Date(Date.now() + 3 * 86_400_000).toISOString();
    const campaignId = await newCampaign(daemon, { starts_at: startsAt });
    await isDone('Create a campaign');
    await isDone('Check the settings');
    await page.getByText(/The campaign starts in 3 days/).waitFor();
    await page.getByRole('link', { name: 'New code' }).waitFor();
    await addCode(daemon, campaignId, 'FIRST');
    await isDone('Create a code');
    await page.getByRole('link', { name: 'Open the campaign' }).waitFor();
    done(await moveCampaign(daemon, campaignId, 'publish'));
    await isDone('Publish the campaign');

    const command = page.locator('pre', { hasText: 'curl' });
    await command.getByText('YOUR_KEY').waitFor();
    await page.getByRole('button', { name: 'Create the key' }).click();
    await isDone('Create a key for the game server');
    await command.getByText('"code":"FIRST"').waitFor();
    await page.getByText('Waiting for your first redemption').waitFor();
    const refused = await runCurl((await command.textContent()) ?? '');
    expect(await refused.json()).toMatchObject({ code: 'campaign_not_started' });
    await page.getByText('An attempt was refused. The campaign had not started.').waitFor();

    const { version } = done(await daemon.owner.call('getCampaign', { params: { campaign_id: campaignId } }));
    const body = { version, starts_at: '2020-01-01T00:00:00Z' };
    done(await daemon.owner.call('changeCampaign', { params: { campaign_id: campaignId }, body }));
    expect((await runCurl((await command.textContent()) ?? '')).status).toBe(200);
    await page.getByRole('heading', { name: 'Your first code has been redeemed' }).waitFor();
    await page.getByRole('button', { name: 'Show the dashboard' }).click();
    await page.getByText('Failed attempts').first().waitFor();
    await page.reload();
    await page.getByText('Failed attempts').first().waitFor();
  });

  itInFull('show live ops what an owner must do, and can be skipped', async () => {
    const daemon = await screens.daemon();
    await revokeKeys(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'dashboard');
    await page.getByText('An owner creates it under API keys.').waitFor();
    expect(await page.getByText('Check the settings').count()).toBe(0);
    await page.getByRole('button', { name: 'Show the dashboard' }).click();
    await page.getByText('Failed attempts').waitFor();
    await page.reload();
    await page.getByText('Failed attempts').waitFor();
  });

  itInFull('are not shown to an organisation with a second campaign', async () => {
    const daemon = await screens.daemon();
    await newCampaign(daemon);
    await newCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    await page.getByText('Failed attempts').waitFor();
    expect(await page.getByText('Get started').count()).toBe(0);
  });
});
