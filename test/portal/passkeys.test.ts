import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, samePort, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { itInFull } from '../support/world/in-full.ts';

/** Gives the page a device whose owner confirms every request with a fingerprint until `refuse` is called. */
async function addDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  });
  return {
    refuse: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    accept: () => cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
    forget: () => cdp.send('WebAuthn.clearCredentials', { authenticatorId }),
  };
}

inBrowser('passkeys in the Portal', (screens) => {
  itInFull('can be the second factor that the organisation requires', async () => {
    const url = `http://localhost:${await samePort()}`;
    const daemon = await screens.daemon({ env: { REDEEMD_PUBLIC_URL: url } });
    const who = await addMember(daemon, 'finance');
    done(await daemon.owner.edit('changeSettings', { body: { totp_required: true } }));
    const { page } = await screens.open({ isAlone: true });
    await addDevice(page);
    await page.goto(`${url}/portal/payouts`);
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('button', { name: 'Use a passkey instead' }).click();
    const form = page.getByRole('form', { name: 'Add a passkey' });
    await form.getByLabel('Name').fill('Laptop');
    await form.getByLabel('Password', { exact: true }).fill('a wrong password');
    await form.getByRole('button', { name: 'Continue' }).click();
    await form.getByText('The email address, password or code is wrong.').waitFor();
    await form.getByLabel('Password', { exact: true }).fill(who.password);
    await form.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('listitem').nth(9).waitFor();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('heading', { name: 'Payouts', level: 1 }).waitFor();
  });

  it('can be added, used instead of the password or the code at sign-in, and removed', async () => {
    const url = `http://localhost:${await samePort()}`;
    const daemon = await screens.daemon({ env: { REDEEMD_PUBLIC_URL: url } });
    const who = await addMember(daemon, 'viewer');
    const { page } = await screens.open({ isAlone: true });
    const device = await addDevice(page);
    await signInAt(page, url, who);
    await page.goto(`${url}/portal/account`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    const add = async (name: string, password = who.password) => {
      await card.getByRole('button', { name: 'Add a passkey' }).click();
      await card.getByLabel('Name').fill(name);
      await card.getByLabel('Password', { exact: true }).fill(password);
      await card.getByRole('button', { name: 'Continue' }).click();
    };
    await add('Laptop', 'a wrong password');
    await card.getByText('The email address, password or code is wrong.').waitFor();
    await card.getByLabel('Password', { exact: true }).fill(who.password);
    await card.getByRole('button', { name: 'Continue' }).click();
    const codes = page.getByRole('dialog', { name: 'Recovery codes' });
    await codes.getByRole('listitem').nth(9).waitFor();
    await codes.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('You can now sign in with this passkey.').waitFor();
    await card.getByRole('row', { name: /Laptop/ }).waitFor();
    await page.getByText('10 recovery codes left.').waitFor();

    // A device that already has a passkey for the account cannot add a second one.
    await add('Again');
    await card.getByText('This device already has a passkey for your account.').waitFor();
    await card.getByRole('button', { name: 'Cancel' }).click();

    const signOut = async () => {
      await page.context().clearCookies();
      await page.goto(`${url}/portal/campaigns`);
    };
    const enter = page.getByRole('button', { name: 'Sign in with a passkey' });
    await signOut();
    await device.refuse();
    await enter.click();
    await page.getByText('No passkey was used.').waitFor();
    await device.accept();
    await enter.click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();

    await signOut();
    await page.getByLabel('Email').fill(who.email);
    await page.getByLabel('Password', { exact: true }).fill(who.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Code from your authenticator app').waitFor();
    await enter.click();
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();

    await page.goto(`${url}/portal/account`);
    await card.getByRole('button', { name: 'Remove Laptop' }).click();
    const question = page.getByRole('dialog');
    await question.getByLabel('Password', { exact: true }).fill(who.password);
    await question.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Passkey removed.').waitFor();
    await card.getByRole('table').waitFor({ state: 'detached' });
    expect(done(await who.ask.call('getSession')).staff).toMatchObject({ has_passkey: false, recovery_codes_left: 0 });
    await signOut();
    await enter.click();
    await page.getByText('The email address, password or code is wrong.').waitFor();
    await page.goto('about:blank');
  });

  itInFull('are not offered at an IP address, where browsers do not support them', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await page.goto(`${daemon.url}/portal/`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Sign in with a passkey' }).count()).toBe(0);
    await signInAt(page, daemon.url, await addMember(daemon, 'viewer'));
    await page.goto(`${daemon.url}/portal/account`);
    const card = page.getByRole('region', { name: 'Passkeys' });
    await card.getByText('Passkeys work only in a browser').waitFor();
    expect(await card.getByRole('button').count()).toBe(0);
  });
});
