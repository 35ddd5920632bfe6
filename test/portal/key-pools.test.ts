import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('key pools in the Portal', (screens) => {
  it('are created, filled from a file with errors and shown on the dashboard, and an owner can see a key', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'key-pools');
    await page.getByText('No key pools yet').waitFor();
    await page.getByRole('link', { name: 'New key pool' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New key pool' });
    await dialog.getByRole('button', { name: 'Create key pool' }).click();
    await dialog.getByText('Enter a name').waitFor();
    await dialog.getByLabel('Name').fill('Steam');
    await dialog.getByLabel('Low stock').fill('3');
    await dialog.getByRole('button', { name: 'Create key pool' }).click();
    await page.getByRole('heading', { level: 1, name: 'Steam' }).waitFor();

    await page.getByRole('link', { name: 'Add keys' }).click();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    const lines = ['STEAM-KEY-ONE', 'STEAM-KEY-TWO', 'STEAM-KEY-ONE', 'two,cells'];
    await chooser.setFiles({ name: 'keys.txt', mimeType: 'text/plain', buffer: Buffer.from(lines.join('\n')) });
    await page.getByText('this key is already on line 1').first().waitFor();
    expect(await page.getByRole('region', { name: 'Rows in the file' }).textContent()).not.toContain('STEAM-KEY');
    const save = page.getByRole('button', { name: 'Save the invalid rows' });
    const refused = (await savedBy(page, () => save.click())).bytes.toString();
    expect(refused.split('\r\n').slice(0, 2)).toEqual([
      'key,refused_because',
      'STEAM-KEY-ONE,this key is already on line 1',
    ]);
    await page.getByRole('button', { name: 'Import only the 2 valid rows' }).click();
    await page.getByText('2 keys added. The pool now has 2 keys.').waitFor();
    await page.getByRole('link', { name: 'Open the key pool' }).click();
    await page.getByText('Low', { exact: true }).waitFor();

    const [pool] = done(await daemon.owner.call('listKeyPools', { query: {} })).data;
    await addCode(daemon, await runningCampaign(daemon), 'FREEGAME', { key_pool_id: pool.pool_id });
    done(await daemon.server.call('redeem', { body: { user_id: 'kim', code: 'FREEGAME' } }));
    await page.reload();
    await page.getByRole('link', { name: 'kim' }).waitFor();
    await page.getByRole('tab', { name: 'Unused' }).click();
    await page.getByRole('button', { name: /^Show key ••••/ }).click();
    await page.getByRole('dialog', { name: 'Show this key?' }).getByRole('button', { name: 'Show key' }).click();
    await page.getByRole('dialog', { name: 'Key' }).getByText('STEAM-KEY-TWO').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();

    await page.goto(`${daemon.url}/portal/players?user=kim`);
    await page.getByText('Steam: ••••').waitFor();
    await page.goto(`${daemon.url}/portal/dashboard`);
    await page.getByRole('link', { name: 'Steam has few keys left' }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit key pool' });
    await edit.getByLabel('Low stock').fill('0');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Low stock is not reported').waitFor();
    const audit = done(await daemon.owner.call('listAudit', { query: { entity: 'key_pool' } })).data;
    expect(audit.map(({ action }: { action: string }) => action)).toEqual(
      ['change', 'reveal', 'upload', 'create'].map((verb) => `key_pool.${verb}`),
    );
  });
});
