import { expect, it } from 'vitest';
import { inBrowser } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';

inBrowser('the API reference', (screens) => {
  it('sends requests that change nothing; the daemon accepts only a test key for them', async () => {
    const daemon = await screens.daemon();
    await addCode(daemon, await runningCampaign(daemon), 'SUMMER26');
    const newKey = async (is_test: boolean) =>
      done(await daemon.owner.call('createApiKey', { body: { name: 'Docs', kind: 'server', is_test } })).key;
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/docs#redeem`);
    const redeem = page.locator('#redeem');
    await redeem.locator('summary').first().click();
    const form = redeem.getByRole('form', { name: 'Try it' });
    const answer = form.getByRole('status');
    const send = async () => {
      await form.getByRole('button', { name: 'Send' }).click();
      await answer.getByText(/^\d{3}\n/).waitFor();
      return (await answer.textContent()) ?? '';
    };
    expect(await send()).toMatch(/^401\n/);
    await page.getByLabel('Test key').fill(await newKey(false));
    await page.getByLabel('Test key').press('Tab');
    expect(await send()).toMatch(/^403\n.*X-Test-Key requires a test key/s);
    await page.getByLabel('Test key').fill(await newKey(true));
    expect(await send()).toMatch(/^200\n.*"test": true/s);
    await form.getByLabel('Body').fill('{"user_id": "player-1", "code": "NONE"}');
    expect(await send()).toMatch(/^404\n.*"code_not_found"/s);
    expect(await daemon.db.read(({ db, t }) => db.select().from(t.claims))).toEqual([]);

    const report = page.locator('#getRedemption');
    await report.locator('summary').first().click();
    await report.getByLabel('redemption_id').fill('a/b ?');
    await report.getByRole('button', { name: 'Send' }).click();
    await report
      .getByRole('status')
      .getByText(/^4\d\d\n/)
      .waitFor();
    // Staff use the Portal, so the operations for staff have no form.
    const staffs = page.locator('#listCampaigns');
    await staffs.locator('summary').first().click();
    await staffs.getByText('Responses').waitFor();
    expect(await staffs.getByRole('button').count()).toBe(0);
  });
});
