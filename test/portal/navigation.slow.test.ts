import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, newCampaign, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { OWNER, startTestDaemon, testDatabase } from '../support/world/daemon.ts';

inBrowser('the Portal', (screens) => {
  it('shows a viewer campaigns and codes, and no control that changes them', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code_id } = await addCode(daemon, campaignId, 'LOOK-ONLY');
    const viewer = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, viewer, 'campaigns');
    await page.getByRole('link', { name: 'Running' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
    expect(await menu.allInnerTexts()).toEqual(['Dashboard', 'Campaigns', 'Key pools', 'Mentions', '?']);
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Running' }).click();
    await page.getByRole('link', { name: 'LOOK-ONLY' }).waitFor();
    for (const name of ['Edit', 'Publish', 'Pause', 'Archive', 'New code', 'Bulk codes'])
      expect(await page.getByText(name, { exact: true }).count(), name).toBe(0);
    await page.getByRole('tab', { name: 'Commission and notes' }).click();
    await page.getByRole('table', { name: 'Commission tiers' }).waitFor();
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}/codes/${code_id}/edit`);
    await page.getByText('Valid rewards').waitFor();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await page.getByLabel('Rewards').getAttribute('readonly')).not.toBeNull();
  });

  it('says that the role cannot open the page behind a link, and shows no form', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const wall = 'Your account cannot open this page';
    const links = {
      viewer: ['moderation', 'settings', 'campaigns/new', `campaigns/${campaignId}/bulk`],
      finance: [`campaigns/${campaignId}/new-code`, 'campaigns'],
    } as const;
    for (const [role, paths] of Object.entries(links)) {
      const { page } = await screens.open();
      await signInAt(page, daemon.url, await addMember(daemon, role as keyof typeof links), 'dashboard');
      await page.getByText('Active campaigns').waitFor();
      expect(await page.getByText('to moderate').count()).toBe(0);
      for (const path of paths) {
        await page.goto(`${daemon.url}/portal/${path}`);
        await page.getByRole('heading', { name: wall }).waitFor();
        expect(await page.locator('form, [aria-label=Keys]').count(), path).toBe(0);
      }
      await page.getByRole('link', { name: 'Go to the home page' }).click();
      await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
      await page.close();
    }
  });

  it('leads back from a page that does not exist, and does not ask the daemon for campaign “abc”', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await signInAt(page, daemon.url, OWNER, 'campaigns/abc');
    await page.getByText('Page not found').waitFor();
    expect(asked.filter((url) => /NaN|abc$/.test(url) && url.includes('/v1/'))).toEqual([]);
    await page.goto(`${daemon.url}/portal/campaigns/999`);
    await page.getByText('Campaign not found').waitFor();
    await page.getByRole('link', { name: 'All campaigns' }).click();
    await page.getByText('No campaigns yet').waitFor();
  });

  it('keeps search, status, sort and page in the address', async () => {
    const daemon = await screens.daemon();
    for (let number = 1; number <= 30; number += 1)
      await newCampaign(daemon, { name: `Campaign ${String(number).padStart(2, '0')}` });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    await page.getByText('1–25 of 30').waitFor();
    await page.getByRole('button', { name: 'Page 2' }).click();
    await page.getByText('26–30 of 30').waitFor();
    await page.getByRole('button', { name: 'Name' }).click();
    await page.getByRole('columnheader', { name: 'Name' }).and(page.locator('[aria-sort=ascending]')).waitFor();
    expect(new URL(page.url()).search).toBe('?sort=name');
    await page.getByLabel('Search campaigns').fill('Campaign 0');
    await page.getByText('1–9 of 9').waitFor();
    await page.reload();
    await page.getByText('1–9 of 9').waitFor();
    expect(await page.getByLabel('Search campaigns').inputValue()).toBe('Campaign 0');
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Campaign 01');
    await page.getByLabel('Search campaigns').fill('nothing like it');
    await page.getByText('No matching campaigns').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('1–25 of 30').waitFor();
  });

  it('uses the system’s colour scheme, or the one that the user chose, from the first paint', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open({ colorScheme: 'dark', mayLoseConnection: true });
    let isCut = false;
    await page.route('**/assets/*.js', (route) => (isCut ? route.abort() : route.continue()));
    const scheme = () => page.evaluate('document.documentElement.getAttribute("data-mantine-color-scheme")');
    const back = () => page.evaluate('getComputedStyle(document.body).backgroundColor');
    await signInAt(page, daemon.url, OWNER, 'campaigns');
    expect([await scheme(), await back()]).toEqual(['dark', 'rgb(20, 22, 27)']);
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Light').click();
    await expect.poll(scheme).toBe('light');
    expect(await back()).toBe('rgb(247, 248, 250)');
    isCut = true;
    await page.goto(`${daemon.url}/portal/`, { waitUntil: 'commit' });
    await expect.poll(scheme).toBe('light');
    expect(await page.evaluate('Object.keys(localStorage).sort()')).toEqual([
      'portal.color-scheme',
      'portal.signed-in',
    ]);
  });

  it('says when the daemon is unavailable, and continues automatically when it is back', async () => {
    const database = await testDatabase('sqlite');
    const first = await startTestDaemon({ databaseUrl: database.url });
    await runningCampaign(first);
    const { page } = await screens.open({ mayLoseConnection: true });
    await signInAt(page, first.url, OWNER, 'account');
    const port = new URL(first.url).port;
    await first.close();
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByRole('alert').getByText('No connection to the server').waitFor();
    const second = await startTestDaemon({ databaseUrl: database.url, env: { REDEEMD_PORT: port } });
    await page.getByRole('link', { name: 'Running' }).waitFor();
    await second.close();
    await database.drop();
  });
});
