import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('the settings', (screens) => {
  it('are saved by an owner, and only after a change', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'settings');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.getByLabel('Name').waitFor();
    expect(await save.isDisabled()).toBe(true);
    await page.getByLabel('Name').fill('Sunrise Games');
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Lisbon');
    await page.getByRole('option', { name: 'Europe/Lisbon' }).click();
    await page.getByRole('combobox', { name: 'Currency' }).fill('HUF');
    await page.getByRole('option', { name: /^HUF/ }).click();
    expect(await page.getByLabel('Decimal places').inputValue()).toBe('2');
    await page.getByRole('combobox', { name: 'Currency' }).fill('JPY');
    await page.getByRole('option', { name: /^JPY/ }).click();
    expect(await page.getByLabel('Decimal places').inputValue()).toBe('0');
    await page.getByRole('button', { name: 'Add a tier' }).click();
    await page.getByLabel('Tier 1: commission (%)').fill('12.5');
    await page.getByLabel('All creator codes').check();
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await save.click();
    expect((await sent).postDataJSON()).not.toHaveProperty('totp_required');
    await page.getByText('Saved.').waitFor();
    expect(await daemon.owner.call('getSettings')).toMatchObject({
      body: {
        name: 'Sunrise Games',
        time_zone: 'Europe/Lisbon',
        currency: 'JPY',
        currency_digits: 0,
        commission_tiers: [{ min_revenue: 0, percent: 12.5 }],
        creator_code_moderation: 'all',
        totp_required: false,
      },
    });
    await expect.poll(() => save.isDisabled()).toBe(true);
  });

  itInFull('say that the currency cannot be changed after the first payment or exchange rate', async () => {
    const daemon = await screens.daemon();
    await addCode(daemon, await runningCampaign(daemon), 'LIVE');
    const events = [
      {
        event_type: 'payment' as const,
        created_at: new Date().toISOString(),
        game_id: 'g',
        event: { user_id: 'ann', amount: 5 },
      },
    ];
    await daemon.server.call('gameEvent', { body: { id: 'ann', events } });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'settings');
    await page.getByText('Cannot be changed, because payments or exchange rates exist').first().waitFor();
    expect(await page.getByRole('combobox', { name: 'Currency' }).isDisabled()).toBe(true);
    expect(await page.getByLabel('Decimal places').isDisabled()).toBe(true);
  });
});
