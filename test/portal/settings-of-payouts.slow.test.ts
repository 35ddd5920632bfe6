import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('the payout rules', (screens) => {
  it('are set by an owner, and an invalid value is reported at its field', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'settings');
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await page.getByLabel('Minimum payout').fill('-5');
    await page.getByLabel('Hold days').fill('400');
    await page.getByLabel('Require a second approver').check();
    await page.getByLabel('Payout notification email').fill('money');
    await save.click();
    await page.getByText('A whole number from 0 to 365').waitFor();
    expect(await page.getByLabel('Minimum payout').inputValue()).toContain('-5');
    await page.getByText('The minimum payout must be 0 or more').waitFor();
    await page.getByText('Enter a valid email address, or leave it blank').waitFor();
    await page.getByLabel('Minimum payout').fill('12.5');
    await page.getByLabel('Hold days').fill('14');
    await page.getByLabel('Send daily results at (hour)').fill('9');
    await page.getByRole('combobox', { name: 'Email language' }).click();
    await page.getByRole('option', { name: 'Deutsch' }).click();
    await save.click();
    await expect.poll(() => page.getByLabel('Payout notification email').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Payout notification email').fill('money@example.test');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await save.click();
    expect((await sent).postDataJSON()).toEqual({
      ...{
        minimum_payout: '12.5',
        hold_days: 14,
        two_person_payouts: true,
        daily_result_hour: 9,
        email_language: 'de',
      },
      payout_email: 'money@example.test',
      version: 1,
    });
    await page.getByText('Saved.').waitFor();
    await page.getByLabel('Payout notification email').fill('');
    await page.getByLabel('Minimum payout').fill('');
    await save.click();
    await expect
      .poll(async () => {
        const settings = await daemon.owner.call('getSettings');
        return settings.ok && [settings.body.payout_email, settings.body.minimum_payout.amount];
      })
      .toEqual([null, '0.00']);
  });

  it('can be entered in the German format, with a decimal comma', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open({ locale: 'de-DE' });
    await page.goto(`${daemon.url}/portal/settings`);
    await page.getByLabel('E-Mail').fill(OWNER.email);
    await page.getByLabel('Passwort', { exact: true }).fill(OWNER.password);
    await page.getByRole('button', { name: 'Anmelden' }).click();
    await page.getByLabel('Mindestauszahlung').fill('1234,5');
    await page.getByRole('button', { name: 'Stufe hinzufügen' }).click();
    await page.getByLabel('Stufe 1: Provision (%)').fill('12,5');
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    await page.getByText('Gespeichert.').waitFor();
    expect(await daemon.owner.call('getSettings')).toMatchObject({
      body: { minimum_payout: { amount: '1234.50' }, commission_tiers: [{ percent: 12.5 }] },
    });
  });
});
