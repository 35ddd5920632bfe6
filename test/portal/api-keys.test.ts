import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { outOfPlace } from '../support/browsers/layout.ts';
import { apiKey, done, testClient } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

/** Checks that neither Escape nor a click outside closes a dialog whose content is shown only once. */
async function keepsSecret(dialog: Locator) {
  await dialog.press('Escape');
  await dialog.page().mouse.click(5, 5);
  expect(await dialog.getByText(/^sk_/).count()).toBe(1);
  expect(await dialog.getByRole('button').count()).toBe(2);
}

inBrowser('API keys in the Portal', (screens) => {
  it('are created, shown once, edited, rotated with an overlap and revoked', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'api-keys');
    const section = page.getByRole('region', { name: 'Administration' });
    await section.getByRole('link', { name: 'API keys' }).waitFor();
    await page.getByRole('link', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByRole('alert').count()).toBe(0);
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByLabel('Name').fill('Game server <b>');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Choose at least one scope').waitFor();
    expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(0);
    for (const name of ['Creator codes', 'Redeem', 'Payments', 'SDK events'])
      await dialog.getByRole('checkbox', { name }).check();
    await dialog.getByLabel('Game', { exact: true }).fill('game_1');
    await dialog.getByLabel('Allowed origins').fill('play.example');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Not the address of a web page: play.example').waitFor();
    await dialog.getByLabel('Allowed origins').fill('https://play.example');
    await dialog.getByRole('button', { name: 'Create key' }).click();
    const first = (await dialog.getByText(/^sk_/).textContent()) ?? '';
    await keepsSecret(dialog);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    const works = async (key: string) =>
      (await testClient(daemon.url, apiKey(key)).call('redeem', { body: { user_id: 'ann', code: 'NONE' } })).status;
    expect(await works(first)).not.toBe(401);

    await page.getByRole('link', { name: 'Game server <b>' }).click();
    await dialog.getByLabel('Name').fill('Server');
    await dialog.getByLabel('Expires').fill('2099-01-02T03:04');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The changes to “Server” have been saved.').waitFor();
    const { key_id } = await newest(daemon);
    const params = { key_id };
    expect(done(await daemon.owner.call('getApiKey', { params }))).toMatchObject({
      name: 'Server',
      scopes: ['creator_codes', 'redeem', 'payments', 'events'],
      game_id: 'game_1',
      allowed_origins: ['https://play.example'],
      expires_at: expect.stringMatching(/^2099-01-02T/),
      version: 2,
    });
    await daemon.db.write(({ db, t }) => db.update(t.api_keys).set({ last_used_at: Date.now() }));
    await page.reload();
    await page.getByRole('link', { name: 'Server', exact: true }).waitFor();
    expect(await outOfPlace(page)).toEqual([]);

    const choose = async (item: string) => {
      await page.getByRole('button', { name: 'Actions for Server' }).last().click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await choose('Rotate');
    await dialog.getByText(/^The old key will work until/).waitFor();
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const second = (await dialog.getByText(/^sk_/).textContent()) ?? '';
    await keepsSecret(dialog);
    await dialog.getByText(/The old key will work until/).waitFor();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    expect(await Promise.all([works(first), works(second)])).not.toContain(401);

    // The last row with this name is that of the older key.
    await choose('Revoke');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(done(await daemon.owner.call('getApiKey', { params })).revoked_at).toBeNull();
    await choose('Revoke');
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('“Server” has been revoked.').waitFor();
    await expect.poll(() => works(first)).toBe(401);
    expect(await works(second)).not.toBe(401);
  });

  itInFull('can be found by name, kind and state, and another person’s edit is not overwritten', async () => {
    const daemon = await screens.daemon();
    const make = async (name: string, kind: 'server' | 'client') =>
      done(await daemon.owner.call('createApiKey', { body: { name, kind } })).key_id;
    const key_id = await make('Web page', 'client');
    await make('Backend', 'server');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'api-keys');
    await page.getByText('1–3 of 3').waitFor();
    await page.getByRole('combobox', { name: 'Kind' }).click();
    await page.getByRole('option', { name: 'Client' }).click();
    await page.getByText('1–1 of 1').waitFor();
    await page.reload();
    await page.getByText('1–1 of 1').waitFor();
    await page.goto(`${daemon.url}/portal/api-keys?state=revoked`);
    await page.getByText('No matching keys').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByText('1–3 of 3').waitFor();

    await page.getByRole('link', { name: 'Web page' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Mine');
    done(await daemon.owner.edit('changeApiKey', { params: { key_id }, body: { name: 'Theirs' } }));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    const conflict = page.getByRole('dialog', { name: 'Someone else edited this' });
    await conflict.getByRole('radio', { name: 'Their version' }).click();
    await conflict.getByRole('button', { name: 'Keep their version' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(done(await daemon.owner.call('getApiKey', { params: { key_id } })).name).toBe('Theirs');
    await page.goto(`${daemon.url}/portal/api-keys/999/edit`);
    await page.getByText('Key not found').waitFor();
  });
});

const newest = async ({ owner }: TestDaemon) => {
  const [key] = done(await owner.call('listApiKeys', { query: {} })).data;
  if (!key) throw new Error('There is no key');
  return key;
};
