import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addMember } from '../support/http/staff.ts';
import { bearer, done, testClient } from '../support/http/test-client.ts';

inBrowser('access tokens in the Portal', (screens) => {
  it('are created, shown once and revoked on the account page', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'));
    await page.goto(`${daemon.url}/portal/account`);
    const card = page.getByRole('region', { name: 'Access tokens' });
    await card.getByRole('button', { name: 'Create a token' }).click();
    await card.getByText('Give the token a name').waitFor();
    await card.getByLabel('Name').fill('Weekly numbers');
    await card.getByRole('combobox', { name: 'Role' }).click();
    expect(await page.getByRole('option').allTextContents()).toEqual(['Live ops', 'Viewer']);
    await page.getByRole('option', { name: 'Live ops' }).click();
    await card.getByRole('button', { name: 'Create a token' }).click();
    const dialog = page.getByRole('dialog');
    const token = (await dialog.getByText(/^rst_/).textContent()) ?? '';
    const script = testClient(daemon.url, bearer(token));
    expect(done(await script.call('getSession')).staff.role).toBe('live_ops');
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await card.getByRole('row', { name: /Weekly numbers Live ops/ }).waitFor();
    expect(await page.getByText(token).count()).toBe(0);
    await card.getByRole('button', { name: 'Revoke Weekly numbers' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Token revoked.').waitFor();
    await card.getByRole('table').waitFor({ state: 'detached' });
    expect((await script.call('getSession')).status).toBe(401);
  });
});
