import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

inBrowser('exchange rates', (screens) => {
  it('are added and imported, and payments show both amounts', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'exchange-rates');
    await page.getByText('No exchange rates').waitFor();
    await page.getByRole('link', { name: 'Add rate' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add exchange rate' });
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await dialog.getByText('Choose a currency').waitFor();
    await dialog.getByRole('combobox', { name: 'Currency' }).fill('EUR');
    await page.getByRole('option', { name: 'EUR' }).click();
    await dialog.getByLabel('Rate').fill('1.085');
    await dialog.getByLabel('Valid from').fill('2026-01-01');
    await dialog.getByRole('button', { name: 'Add rate' }).click();
    await page.getByText('Exchange rate added.').waitFor();
    await page.getByRole('row', { name: /1 EUR = 1\.085 USD .* Manual/ }).waitFor();

    const event = { event_type: 'payment', created_at: new Date().toISOString(), game_id: 'game', currency: 'EUR' };
    const body = { events: [{ ...event, event: { user_id: 'payer', amount: 1000 } }] };
    done(await daemon.server.call('gameEvent', { body }));
    await page.goto(`${daemon.url}/portal/payouts/unmatched`);
    const row = page.getByRole('row', { name: /payer/ });
    await row.getByText('€1,000.00 × 1.085').waitFor();
    expect(await row.textContent()).toContain('$1,085.00');

    await page.goto(`${daemon.url}/portal/exchange-rates`);
    await page.getByRole('button', { name: /Actions for.*1 EUR = 1\.085 USD/ }).click();
    await page.getByRole('menuitem', { name: 'Correct rate' }).click();
    const correction = page.getByRole('dialog', { name: 'Correct exchange rate' });
    await correction.getByRole('textbox', { name: 'New rate' }).fill('1.095');
    await correction.getByRole('button', { name: 'Preview' }).click();
    await correction.getByText('Enter a reason').waitFor();
    await correction.getByRole('textbox', { name: 'Reason' }).fill('A typing error.');
    await correction.getByRole('button', { name: 'Preview' }).click();
    await correction.getByText('No creator’s revenue will change.').waitFor();
    await correction.getByRole('button', { name: 'Correct rate' }).click();
    await page.getByText('Rate corrected. The revenue will be updated within a minute.').waitFor();
    await daemon.runDueJobs();
    await page.getByText('Corrected to 1.095').waitFor();
    await page.getByRole('row', { name: /1 EUR = 1\.095 USD .* Correction/ }).waitFor();

    await page.goto(`${daemon.url}/portal/exchange-rates/import`);
    const csv = 'currency,valid_from,rate\r\nEUR,2026-01-01,1.095\r\nJPY,2026-01-01,0.0065\r\n';
    await page.locator('input[type=file]').setInputFiles({
      name: 'rates.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(csv),
    });
    await page.getByRole('button', { name: /^Import/ }).click();
    await page.getByText('1 added, 1 unchanged.').waitFor();
    await page.close();
  });

  itInFull('convert the revenue that the dashboard and a campaign’s results show by currency', async () => {
    const daemon = await screens.daemon();
    const campaignId = await runningCampaign(daemon);
    const { code } = await addCode(daemon, campaignId, 'GIFT');
    const rate = { currency: 'EUR', valid_from: '2026-01-01', rate: '1.085' };
    done(await daemon.owner.call('createExchangeRate', { body: rate }));
    done(await daemon.server.call('redeem', { body: { user_id: 'payer', code } }));
    const paid = (currency: string, amount: number) => paymentEvent('payer', amount, Date.now(), { currency });
    done(await daemon.server.call('gameEvent', { body: { events: [paid('EUR', 1000), paid('USD', 20)] } }));

    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'dashboard');
    const rows = async () => {
      const card = page.getByRole('region', { name: 'Revenue by currency' });
      await card.waitFor();
      return (await card.getByRole('row').allTextContents()).map((text) => text.replaceAll('\u00a0', ' '));
    };
    const expected = ['USD · US DollarUS$20.00', 'EUR · Euro€1,000.00US$1,085.00'];
    expect(await rows()).toEqual(expected);
    await page.goto(`${daemon.url}/portal/campaigns/${campaignId}?tab=results`);
    expect(await rows()).toEqual(expected);
    await page.close();
  });
});
