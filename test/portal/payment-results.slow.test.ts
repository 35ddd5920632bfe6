import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { movePayoutRun } from '../support/http/payouts.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

const CREATORS = ['ann', 'bob', 'cid', 'dee'].map((creator, at) => ({
  ...{ creator, amount: 100 + at, name: `${creator.charAt(0).toUpperCase()}${creator.slice(1)}` },
  ...{ method: 'bank', address: `DE0${at}` },
}));

inBrowser('payment results in the Portal', (screens) => {
  it('are imported after a preview, with a mapping that is saved; failed statements show the reason', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    for (const to of ['approve', 'mark-exported'] as const) done(await movePayoutRun(daemon.owner, run_id, to));
    const { statements } = done(await daemon.owner.call('getPayoutRun', { params: { run_id } }));
    const row = (creator: string, rest: string, amount?: string) => {
      const { reference, payable } = statements.data.find((one: { creator_id: string }) => one.creator_id === creator);
      return `Payout ${reference};${amount ?? payable.amount.replace('.', ',')};${rest}`;
    };
    const fileOf = (...rows: string[]) => ({
      ...{ name: 'results.csv', mimeType: 'text/csv' },
      buffer: Buffer.from(['\uFEFFPurpose;Sum;State;Note', ...rows].join('\r\n')),
    });

    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, `payouts/${run_id}`);
    await page.getByRole('link', { name: 'Import payment results' }).click();
    const input = page.locator('input[type=file]');
    const choose = async (label: string, option: string) => {
      await page.getByRole('combobox', { name: label }).click();
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    await input.setInputFiles(fileOf(row('ann', 'Done;'), row('bob', 'REJECTED;Account closed', '1,00')));
    await page.getByRole('combobox', { name: 'Source' }).fill('House bank');
    // The Portal finds the column with the run's references.
    await expect.poll(() => page.getByRole('combobox', { name: 'Reference' }).inputValue()).toBe('Purpose');
    await choose('Amount', 'Sum');
    await choose('Status', 'State');
    await choose('Reason for failure', 'Note');
    await page.getByRole('radiogroup', { name: 'Done' }).getByText('Paid').click();
    await page.getByRole('radiogroup', { name: 'REJECTED' }).getByText('Failed').click();
    const lines = page.getByRole('table', { name: 'Lines in the file' });
    await lines.getByText(/The amount is 1\.00 USD, but the payable amount of P1-\d+ is 10\.10 USD/).waitFor();
    expect(await page.getByRole('button', { name: 'Import results' }).count()).toBe(0);

    await input.setInputFiles(fileOf(row('ann', 'Done;'), row('bob', 'rejected;Account closed')));
    await lines.getByRole('row', { name: /Failed.*Bob.*Account closed/ }).waitFor();
    const open = page.getByRole('table', { name: 'Statements still without a result' });
    await open.getByRole('row', { name: /Dee.*US\$10\.30/ }).waitFor();
    await page.getByRole('button', { name: 'Import results' }).click();
    await page.getByText('1 statement paid, 1 failed.').waitFor();

    // The Portal fills in the mapping of the saved source.
    await page.reload();
    await input.setInputFiles(fileOf(row('cid', 'Done;')));
    await lines.getByRole('row', { name: /Paid.*Cid/ }).waitFor();
    expect(await page.getByRole('combobox', { name: 'Source' }).inputValue()).toBe('House bank');
    await page.getByRole('button', { name: 'Import results' }).click();
    await page.getByRole('link', { name: 'Open the run' }).click();

    const table = page.getByRole('table', { name: 'Statements' });
    await table.getByRole('row', { name: /Ann.*Paid/ }).waitFor();
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await expect.poll(() => table.getByRole('row').count()).toBe(2);
    await table
      .getByRole('row', { name: /Bob.*Failed/ })
      .getByRole('link')
      .first()
      .click();
    await page.getByRole('dialog').getByText('Account closed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Void run' }).isDisabled()).toBe(true);
    await page.getByText('Payments from this run have arrived').waitFor();
  });
});
