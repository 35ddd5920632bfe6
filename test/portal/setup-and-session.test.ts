import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { startDaemon } from '../../daemon/compose.ts';
import { readConfig } from '../../daemon/config.ts';
import { silentLog } from '../../daemon/lib/log.ts';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, testDatabase } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

/** Ends the session once the page has loaded. A late request would open the password dialog before the test acts. */
async function endSession(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
}

inBrowser('the Portal', (screens) => {
  itInFull('names the roles that can create the first campaign if the user’s role cannot', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'viewer'), 'dashboard');
    await page.getByText('No figures yet').waitFor();
    await page.getByText(/A colleague with the Owner or Live ops role must create the first campaign/).waitFor();
    expect(await page.getByRole('link', { name: 'New campaign' }).count()).toBe(0);
    expect(await page.getByText('Failed attempts').count()).toBe(0);
  });

  it('leads from the setup token to a code in a published campaign', async () => {
    const database = await testDatabase('sqlite');
    const env = { REDEEMD_DATABASE_URL: database.url, REDEEMD_PORT: '0' };
    const daemon = await startDaemon(readConfig(env), { log: silentLog });
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal`);
    // A server without an owner first shows the form that creates the owner account.
    await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
    await page.getByLabel('Setup token', { exact: true }).fill('wrong');
    await page.getByLabel('Your name').fill('Olivia');
    await page.getByLabel('Email').fill(OWNER.email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByText('At least 12 characters').nth(1).waitFor();
    await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Create owner' }).click();
    await page.getByRole('alert').getByText('The setup token is wrong or has already been used.').waitFor();
    await page.getByLabel('Setup token', { exact: true }).fill(daemon.setupToken ?? '');
    await page.getByRole('button', { name: 'Create owner' }).click();

    // The settings come first, because some of them cannot be changed after the first payment.
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.getByText('The server is set up').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByRole('heading', { name: 'Get started' }).waitFor();
    // The dashboard shows an explanation instead of zeros.
    expect(await page.getByText('Failed attempts').count()).toBe(0);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('No campaigns yet').waitFor();
    await page.getByRole('link', { name: 'New campaign' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New campaign' });
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.getByText('Give the campaign a name').waitFor();
    await dialog.getByLabel('Name').fill('Summer');
    const openedAt = Date.now();
    await dialog.getByRole('button', { name: 'Start now' }).click();
    const start = Date.parse(`${await dialog.getByLabel('Starts').inputValue()}Z`);
    expect(start).toBeGreaterThan(openedAt - 60_000);
    expect(start).toBeLessThanOrEqual(Date.now());
    await dialog.getByLabel('Starts').fill('2026-01-01T10:00');
    await dialog.getByLabel('Ends').fill('2025-01-01T10:00');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    const order = dialog.getByText('The end must be after the start');
    await order.waitFor();
    await dialog.getByLabel('Starts').fill('2024-01-01T10:00');
    await order.waitFor({ state: 'detached' });
    await dialog.getByLabel('Starts').fill('2026-01-01T10:00');
    await order.waitFor();
    await dialog.getByLabel('Ends').fill('2099-07-01T10:00');
    await dialog.getByLabel('Custom tiers').check();
    await dialog.getByRole('button', { name: 'Remove tier 1' }).click();
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.getByText('Add at least one tier').waitFor();
    await dialog.getByRole('button', { name: 'Add a tier' }).click();
    await dialog.getByRole('button', { name: 'Add a tier' }).click();
    await dialog.getByLabel('Tier 2: commission (%)').fill('12.5');
    await dialog.getByRole('button', { name: 'Create draft' }).click();

    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    await page.getByText('Draft', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('This campaign has no codes yet').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: 'New code' }).first().click();
    await page.getByLabel('Code', { exact: true }).fill('sun-2026');
    await page.getByLabel('Name').fill('Sunshine');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem?lang=en#now');
    await page
      .getByLabel('Link with the code')
      .getByText('https://game.example/redeem?lang=en&code=sun-2026#now')
      .waitFor();
    await page.getByRole('button', { name: 'Create code' }).click();
    await page.getByRole('link', { name: 'sun-2026' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Summer' }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/campaigns\/\d+$/);
    const question = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Publish' }).click();
    await question.getByText('1 code', { exact: true }).waitFor();
    await question.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('” published.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await question.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.close();
    await daemon.close();
    await database.drop();
  });

  itInFull('keeps the session in a cookie that no script can read, across reloads until sign-out', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    await addCode(daemon, campaignId, 'DEEP-LINK');
    const { page, context } = await screens.open();
    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}`);
    await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
    // The first visit, without a session, makes no request that the daemon refuses.
    expect(refused).toEqual([]);
    const cookies = await context.cookies();
    expect(cookies).toHaveLength(1);
    expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    const token = cookies[0]?.value ?? '';
    expect(token.length).toBeGreaterThan(20);

    await page.reload();
    await page.getByRole('link', { name: 'DEEP-LINK' }).waitFor();
    // After a reload the Portal gets the CSRF token with the session, so a change succeeds.
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    const kept = await page.evaluate(
      'JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }, document.documentElement.outerHTML])',
    );
    expect(kept).not.toContain(token);
    expect(String(kept)).not.toMatch(/csrf_token|"token"/);

    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    // The server already has an owner.
    expect(await page.getByRole('button', { name: 'Set up this server' }).count()).toBe(0);
    expect(refused).toEqual([]);
  });

  itInFull(
    'asks for the password in a dialog over the screen when the session has ended, and continues there',
    async () => {
      const daemon = await screens.daemon();
      const campaignId = await runningCampaign(daemon);
      const { page } = await screens.open();
      await signInAt(page, daemon.url, OWNER, 'campaigns');
      await page.getByRole('link', { name: 'Running' }).waitFor();
      await endSession(page);
      await page.getByRole('link', { name: 'Running' }).click();
      const over = page.getByRole('dialog', { name: 'Sign in again' });
      await over.getByLabel('Password', { exact: true }).fill('not the password');
      await over.getByRole('button', { name: 'Sign in' }).click();
      await over.getByRole('alert').getByText('The email address, password or code is wrong.').waitFor();
      await over.getByLabel('Password', { exact: true }).fill(OWNER.password);
      await over.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Running' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/portal/campaigns/${campaignId}`);
    },
  );

  it('saves a form, even one in a dialog, once the person has signed in again, and ignores Escape until then', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    const over = page.getByRole('dialog', { name: 'Sign in again' });
    const signInAgain = async () => {
      await over.getByLabel('Password', { exact: true }).fill(OWNER.password);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await over.getByRole('button', { name: 'Sign in' }).click();
      await over.waitFor({ state: 'detached' });
    };

    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    await page.getByLabel('Code', { exact: true }).fill('kept-code');
    await page.getByLabel('Name').fill('Kept');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await endSession(page);
    await page.getByRole('button', { name: 'Create code' }).click();
    await signInAgain();
    await page.getByRole('link', { name: 'kept-code' }).waitFor();

    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}/edit`);
    const dialog = page.getByRole('dialog', { name: 'Edit campaign' });
    await dialog.getByLabel('Notes').fill('Written before the session ended');
    await endSession(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await signInAgain();
    await dialog.waitFor({ state: 'detached' });
    const { notes } = done(await daemon.owner.call('getCampaign', { params: { campaign_id: campaignId } }));
    expect(notes).toBe('Written before the session ended');
  });

  it('does not show one person’s data to another person who signs in', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const member = await addMember(daemon, 'live_ops');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `campaigns/${campaignId}/new-code`);
    await page.getByLabel('Name').fill('Of the owner');
    await endSession(page);
    await page.getByLabel('Code', { exact: true }).fill('their-code');
    await page.getByLabel('Redeem page').fill('https://game.example/redeem');
    await page.getByRole('button', { name: 'Create code' }).click();
    const over = page.getByRole('dialog', { name: 'Sign in again' });
    await over.getByLabel('Email').fill(member.email);
    await over.getByLabel('Password', { exact: true }).fill(member.password);
    await over.getByRole('button', { name: 'Sign in' }).click();
    await over.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('');
    expect(done(await daemon.owner.call('listCodes', { params: { campaign_id: campaignId } })).total).toBe(0);
  });

  itInFull('changes the user’s password, which ends their other sessions', async () => {
    const daemon = await screens.daemon();
    const { email, password, ask } = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, { email, password }, 'account');
    await page.getByLabel('Current password').fill(password);
    await page.getByLabel('New password', { exact: true }).fill('another good password');
    await page.getByLabel('Confirm new password').fill('another good passwort');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The passwords do not match').waitFor();
    await page.getByLabel('Confirm new password').fill('another good password');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Password changed').waitFor();
    expect((await ask.call('getSession')).status).toBe(401);
    await page.getByRole('link', { name: 'Campaigns' }).click();
    await page.getByText('No campaigns yet').waitFor();
  });
});
