import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner, playerPays } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';

// The expected amounts were calculated by hand. The commission is a tenth of the revenue.

const RATES = { EUR: '1.0837', JPY: '0.0067123', KWD: '0.32541' };
/** The correct rate for KWD. In `RATES`, its decimal point is in the wrong place on purpose. */
const RIGHT_KWD = '3.2541';

/** Adds two games with a campaign and a creator each, and a month of payments by their players. */
async function addSales(daemon: TestDaemon) {
  for (const [currency, rate] of Object.entries(RATES))
    done(await daemon.owner.call('createExchangeRate', { body: { currency, valid_from: '2026-01-01', rate } }));
  for (const [game, creator, name] of [
    ['alpha', 'ann', 'Ann'],
    ['beta', 'bob', 'Bob'],
  ] as const) {
    const campaignId = await runningCampaign(daemon, { name: `Launch of ${game}`, games: [game] });
    await addCode(daemon, campaignId, `CREW-${game}`, { use_as_referral: 'Y' });
    await addEarner(daemon, creator, `CREW-${game}`, `fan_of_${creator}`);
    const body = { display_name: name, payout_method: 'bank', payout_address: `DE0 ${name}` };
    done(await daemon.owner.edit('changeCreator', { params: { creator_id: creator }, body }));
  }
  const pay = (user: string, game_id: string, amount: number, currency: string, change = {}) =>
    playerPays(daemon, user, amount, Date.now(), { game_id, currency, ...change });
  await pay('fan_of_ann', 'alpha', 12.345, 'KWD', { transaction_id: 'kuwait-1' }); // 4.02, and 40.17 at the correct rate
  await pay('fan_of_ann', 'alpha', 1000, 'JPY', { transaction_id: 'japan-1' }); // 6.71
  await pay('fan_of_ann', 'alpha', 10, 'EUR', { transaction_id: 'berlin-1' }); // 10.84
  await pay('fan_of_ann', 'alpha', -3.33, 'EUR', { refund_of: 'berlin-1' }); // −3.61
  await pay('fan_of_ann', 'alpha', 20, 'USD'); // 20.00
  await pay('fan_of_ann', 'beta', 5, 'USD'); // Ann's campaign does not cover this game.
  await pay('fan_of_bob', 'beta', 50, 'EUR'); // 54.185, rounded half to even: 54.18
}

async function prepareRun(page: Page, runId: number) {
  await page.getByRole('link', { name: 'New run' }).first().click();
  await page.getByRole('button', { name: 'Prepare run' }).click();
  await page.getByRole('heading', { level: 1, name: `Payout run ${runId}` }).waitFor();
}

inBrowser('a month of payments in two games and four currencies', (screens) => {
  it('is paid and corrected, and can be traced from a statement to the original payments', async () => {
    const daemon = await screens.daemon();
    await addSales(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), 'payouts');
    const statements = page.getByRole('table', { name: 'Statements' });

    await prepareRun(page, 1);
    await statements.getByRole('row', { name: /Ann.*US\$37\.96.*US\$3\.80/ }).waitFor();
    await statements.getByRole('row', { name: /Bob.*US\$54\.18.*US\$5\.42/ }).waitFor();
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Mark as exported' }).click();
    await page.getByText('Run 1 has been marked as exported.').waitFor();

    await page.getByRole('link', { name: 'Exchange rates' }).click();
    await page.getByRole('button', { name: /Actions for.*1 KWD/ }).click();
    await page.getByRole('menuitem', { name: 'Correct rate' }).click();
    const correction = page.getByRole('dialog', { name: 'Correct exchange rate' });
    await correction.getByRole('textbox', { name: 'New rate' }).fill(RIGHT_KWD);
    await correction.getByRole('textbox', { name: 'Reason' }).fill('The decimal point was in the wrong place.');
    await correction.getByRole('button', { name: 'Preview' }).click();
    await correction
      .getByText('The revenue of 1 creator will change by US$36.15 in total, across 1 payment.')
      .waitFor();
    await correction.getByRole('button', { name: 'Correct rate' }).click();
    await page.getByText('Rate corrected.').waitFor();
    await daemon.runDueJobs();

    await page.goto(`${daemon.url}/portal/payouts/1/results`);
    const results = ['Reference,Sum,State,Note', 'P1-1,3.80,Done,', 'P1-2,5.42,Returned,Account closed'];
    const file = { name: 'results.csv', mimeType: 'text/csv', buffer: Buffer.from(results.join('\r\n')) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByRole('combobox', { name: 'Source' }).fill('Bank');
    for (const [label, option] of [
      ['Amount', 'Sum'],
      ['Status', 'State'],
      ['Reason for failure', 'Note'],
    ] as const) {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    }
    await page.getByRole('radiogroup', { name: 'Done' }).getByText('Paid').click();
    await page.getByRole('radiogroup', { name: 'Returned' }).getByText('Failed').click();
    await page.getByRole('button', { name: 'Import results' }).click();
    await page.getByText('1 statement paid, 1 failed.').waitFor();

    await page.getByRole('link', { name: 'Open the run' }).click();
    await page.getByRole('link', { name: /Bank US\$9\.22 2 creators, US\$3\.80 arrived, US\$5\.42 void/ }).waitFor();
    await page.goto(`${daemon.url}/portal/payouts`);
    await prepareRun(page, 2);
    await statements.getByRole('row', { name: /Ann.*US\$36\.15.*US\$3\.61/ }).waitFor();
    await statements.getByRole('row', { name: /Bob.*US\$5\.42/ }).waitFor();

    // Finance traces Ann's first statement to its payments, starting from the dashboard.
    await page.goto(`${daemon.url}/portal/`);
    let clicks = 0;
    const click = async (role: 'link' | 'button', name: string | RegExp, inside: Pick<Page, 'getByRole'> = page) => {
      await inside.getByRole(role, { name }).first().click();
      clicks += 1;
    };
    await click('link', 'Payouts');
    await click('link', 'Run 1');
    await click('link', /Ann/, statements);
    await click('button', /payments.*Launch of alpha/, page.getByRole('dialog'));
    const payments = page.getByRole('table', { name: /Launch of alpha/ });
    await page.getByText('japan-1').waitFor();
    await page.getByText('kuwait-1').scrollIntoViewIfNeeded();
    for (const cells of [
      /kuwait-1.*US\$4\.02KWD.12\.345 × 0\.32541/,
      /japan-1.*US\$6\.71JP¥1,000 × 0\.0067123/,
      /berlin-1.*US\$10\.84€10\.00 × 1\.0837/,
      /alpha · refund of berlin-1−US\$3\.61−€3\.33 × 1\.0837/,
      /US\$20\.00/,
    ])
      await payments.getByRole('row').filter({ hasText: cells }).waitFor();
    expect(await payments.getByRole('row').count()).toBe(6);
    expect(clicks).toBeLessThanOrEqual(6);
    await page.getByRole('button', { name: 'Void statement' }).click();
    await page.getByText('According to the imported file, the payment of US$3.80 to Ann arrived.').waitFor();
    await page.close();
  });
});
