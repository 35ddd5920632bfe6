import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember, codeAt } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('regular emails in the Portal', (screens) => {
  it('are turned on with a switch, and wait for a mail server', async () => {
    const daemon = await screens.daemon();
    const member = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, member, 'account');
    const report = page.getByRole('switch', { name: 'Weekly report' });
    await page.getByText('No mail server is set up yet').waitFor();
    expect(await report.isChecked()).toBe(false);
    await report.click({ force: true });
    await page.getByText('You will receive the weekly report on Mondays.').waitFor();
    await page.reload();
    await report.waitFor({ state: 'attached' });
    expect(await report.isChecked()).toBe(true);
    await report.click({ force: true });
    await page.getByText('You will no longer receive the weekly report.').waitFor();
    expect(done(await member.ask.call('getOwnEmails'))).toMatchObject({ weekly_report: false });
  });
});

inBrowser('a member of staff in the Portal', (screens) => {
  it('sets up the second factor with a QR code, and is then asked for it', async () => {
    let now = Date.now();
    const daemon = await screens.daemon({ clock: () => now });
    const { email, password } = await addMember(daemon, 'finance');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, { email, password }, 'account');
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByAltText('QR code for your authenticator app').waitFor();
    const secret =
      (await page
        .getByText(/or enter this key/)
        .locator('span')
        .textContent()) ?? '';
    await page.getByLabel('Code from the app').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByText('This code is not valid').waitFor();
    await page.getByLabel('Code from the app').fill(codeAt(secret, now));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();

    now += 60_000;
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    const code = page.getByLabel('Code from your authenticator app');
    await code.waitFor();
    expect(await page.evaluate('document.activeElement.autocomplete')).toBe('one-time-code');
    await code.fill(codeAt(secret, now));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it('must set up a required second factor right after sign-in, before anything else', async () => {
    let now = Date.now();
    const daemon = await screens.daemon({ clock: () => now });
    const { email, password } = await addMember(daemon, 'finance');
    const viewer = await addMember(daemon, 'viewer');
    const { page } = await screens.open();
    // The owner is already signed in when the setting changes.
    await signInAt(page, daemon.url, OWNER, 'settings');
    done(await daemon.owner.edit('changeSettings', { body: { totp_required: true } }));
    // The daemon refuses the next request: that of this page, or an earlier one for the menu's badge.
    await page.getByRole('link', { name: 'Campaigns' }).dispatchEvent('click');
    // The screens stay open behind the dialog, so that no input is lost.
    const over = page.getByRole('dialog', { name: 'One more step' });
    await over.getByRole('heading', { name: 'One more step' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Main', includeHidden: true }).count()).toBe(1);
    await over.getByRole('button', { name: 'Sign out' }).click();

    const enter = async (who: { email: string; password: string }) => {
      await page.getByLabel('Email').fill(who.email);
      await page.getByLabel('Password', { exact: true }).fill(who.password);
      await page.getByRole('button', { name: 'Sign in' }).click();
    };
    await enter(viewer);
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();

    const refused: string[] = [];
    page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()));
    await page.goto(`${daemon.url}/portal/`);
    await enter({ email, password });
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByText('The role Finance requires a second factor').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
    // The Portal shows the set-up again after a reload.
    await page.reload();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByAltText('QR code for your authenticator app').waitFor();
    const secret =
      (await page
        .getByText(/or enter this key/)
        .locator('span')
        .textContent()) ?? '';
    await page.getByLabel('Code from the app').fill(codeAt(secret, now));
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByText('The second factor is on.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    expect(refused).toEqual([]);

    now += 60_000;
    await page.getByRole('button', { name: /^Account:/ }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await enter({ email, password });
    await page.getByLabel('Code from your authenticator app').fill(codeAt(secret, now));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
  });

  it('signs in for the first time through an invitation’s link, whose token does not stay in the address', async () => {
    const daemon = await screens.daemon();
    const invited = done(
      await daemon.owner.call('createStaff', {
        body: {
          email: 'new@example.test',
          name: 'Nora',
          role: 'live_ops',
        },
      }),
    );
    const { page } = await screens.open();
    await page.goto(invited.invitation.url);
    await page.getByRole('heading', { name: 'Welcome' }).waitFor();
    expect(page.url()).not.toContain(invited.invitation.token);
    await page.getByLabel('Password', { exact: true }).fill('a good long password');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByRole('button', { name: 'Account: Nora' }).waitFor();
  });
});
