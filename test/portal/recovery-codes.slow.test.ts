import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, type Screens, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addMember, codeAt, type Member, signingIn } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';

const MINUTE = 60_000;
const CODE = /^[2-9A-Z]{4}(-[2-9A-Z]{4}){2}$/;

async function startWithFactor(screens: Screens) {
  const clock = { now: Date.now() };
  const daemon = await screens.daemon({ clock: () => clock.now });
  const member = await addMember(daemon, 'finance');
  const { secret } = done(await member.ask.call('startTotp'));
  const confirmed = done(await member.ask.call('confirmTotp', { body: { code: codeAt(secret, clock.now) } }));
  clock.now += MINUTE;
  return { daemon, member, clock, secret: secret as string, codes: confirmed.recovery_codes as string[] };
}

/** Enters the email address and password, then waits for the step with the second factor. */
async function toCode(page: Page, daemon: TestDaemon, { email, password }: Member, path = '') {
  await page.goto(`${daemon.url}/portal/${path}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('Code from your authenticator app').waitFor();
}

async function signInWithRecovery(page: Page, code: string) {
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(code);
  await page.getByRole('button', { name: 'Verify' }).click();
}

inBrowser('recovery codes in the Portal', (screens) => {
  it('are shown once when the second factor is turned on, can be saved as a text file, and replace the app at sign-in', async () => {
    const now = Date.now();
    const daemon = await screens.daemon({ clock: () => now });
    const member = await addMember(daemon, 'finance');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, member, 'account');
    await page.getByRole('button', { name: 'Set up' }).click();
    const secret = await page
      .getByText(/or enter this key/)
      .locator('span')
      .textContent();
    await page.getByLabel('Code from the app').fill(codeAt(secret ?? '', now));
    await page.getByRole('button', { name: 'Turn on' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    await dialog.getByRole('listitem').first().waitFor();
    const shown = await dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem').allInnerTexts();
    expect(new Set(shown.filter((code) => CODE.test(code))).size).toBe(10);
    // Neither Escape nor a click outside the dialog closes it, because the codes cannot be shown again.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    const file = await savedBy(page, () => dialog.getByRole('button', { name: 'Save as a text file' }).click());
    expect(file.name).toBe('redeemd-recovery-codes.txt');
    expect(
      file.bytes
        .toString()
        .split('\r\n')
        .filter((line) => CODE.test(line)),
    ).toEqual(shown);
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    await page.reload();
    await page.getByText('10 recovery codes left.').waitFor();
    expect(await page.content()).not.toContain(shown[0]);

    const other = (await screens.open()).page;
    await toCode(other, daemon, member, 'account');
    await signInWithRecovery(other, 'not a code');
    await other.getByText('A recovery code has 12 letters and digits').waitFor();
    // The code is typed as a person might read it from paper.
    await other.getByLabel('Recovery code').fill(` ${shown[0]?.toLowerCase().replaceAll('-', ' ')} `);
    await other.getByRole('button', { name: 'Verify' }).click();
    await other.getByText('You used a recovery code to sign in. You cannot use it again. 9 codes left.').waitFor();
    await other.getByText('9 recovery codes left.').waitFor();

    // Each code works only once.
    const third = (await screens.open()).page;
    await toCode(third, daemon, member);
    await signInWithRecovery(third, shown[0] ?? '');
    await third.getByRole('alert').waitFor();
    await third.getByRole('button', { name: 'Use the authenticator app' }).click();
    await third.getByLabel('Code from your authenticator app').waitFor();
    for (const opened of [page, other, third]) await opened.close();
  });

  it('cause a warning when few are left, and can be replaced with new ones', async () => {
    const { daemon, member, secret, clock, codes } = await startWithFactor(screens);
    for (const code of codes.slice(0, 8)) done(await signingIn(daemon)(member, { totp_code: code }));
    const { page } = await screens.open();
    await toCode(page, daemon, member, 'account');
    await page.getByLabel('Code from your authenticator app').fill(codeAt(secret, clock.now));
    await page.getByRole('button', { name: 'Verify' }).click();
    await page.getByText('Only 2 recovery codes are left. Create new ones').waitFor();
    await page.getByText('Only 2 recovery codes left', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Create new codes' }).click();
    const form = page.getByRole('form', { name: 'Create new codes' });
    await form.getByLabel('Password', { exact: true }).fill(member.password);
    await form.getByLabel('Code from the app').fill('000000');
    await form.getByRole('button', { name: 'Create new codes' }).click();
    await form.getByText('The password or the code is not valid').waitFor();
    // A person who has lost the app enters a recovery code instead.
    await form.getByLabel('Code from the app').fill(codes[8] ?? '');
    await form.getByRole('button', { name: 'Create new codes' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recovery codes' });
    await dialog.getByRole('listitem').first().waitFor();
    const fresh = await dialog.getByRole('listitem').allInnerTexts();
    await dialog.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes left.').waitFor();
    expect((await signingIn(daemon)(member, { totp_code: codes[9] })).ok).toBe(false);
    expect((await signingIn(daemon)(member, { totp_code: fresh[0] })).ok).toBe(true);
  });
});
