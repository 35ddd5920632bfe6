import { parse } from 'csv-parse/sync';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { filesIn } from '../support/zip.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';
/** One creator for each payment method, and one without a method. A tenth of each amount is payable. */
const CREATORS = [
  { creator: 'ann', amount: 200.1, name: 'Ann', method: 'paypal', address: 'ann@example.test' },
  { creator: 'bob', amount: 50, name: 'Bob', method: 'wise', address: 'bob@example.test' },
  { creator: 'cleo', amount: 33.3, name: 'Cleo', method: 'bank', address: IBAN },
  { creator: 'dora', amount: 70, name: 'Dora', method: 'cheque', address: 'Main Street 1' },
  { creator: 'id/of eve', amount: 120, name: 'חוה Eve' },
];

/** For each payment file, the index of the amount column and the number of header lines. */
const FILES = { PayPal: [1, 0], Wise: [5, 1], Bank: [3, 1] } as const;
type Label = keyof typeof FILES;

const cents = (amount: string) => BigInt(amount.replace(/[^\d-]/g, ''));
const amountIn = (text: string) => cents(/US\$([\d,]+\.\d\d)/.exec(text)?.[1] ?? '');

/** Returns the amounts of a saved payment file, or of the payment files in a ZIP. */
function amountsIn(label: Label, { name, bytes }: { name: string; bytes: Buffer }): bigint[] {
  const [column, heads] = FILES[label];
  const parts = name.endsWith('.zip')
    ? [...filesIn(bytes)].filter(([file]) => file !== 'left-out.csv')
    : [[name, bytes]];
  return parts.flatMap(([, part]) => {
    const rows: string[][] = parse(part as Buffer, { record_delimiter: '\r\n' });
    return rows.slice(heads).map((row) => cents(row[column] ?? ''));
  });
}

const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
const partLink = (page: Page, name: string) =>
  page.getByRole('region', { name: 'How it is paid' }).getByRole('link', { name: new RegExp(`^${name} `) });
async function labelOf(page: Page, name: string): Promise<string> {
  const link = partLink(page, name);
  await link.waitFor();
  return (await link.locator('p').allTextContents()).join(', ');
}

const manualRun = async ({ owner }: TestDaemon) =>
  done(await owner.call('createPayoutRun', { body: { kind: 'manual' } })).run_id as number;

inBrowser('the payout screens at the end of a month', (screens) => {
  it('offer payment files that, with payments by hand and unpayable amounts, add up to the payable amount', async () => {
    let now = Date.now();
    const daemon = await screens.daemon({ clock: () => now });
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const finance = await addMember(daemon, 'finance');
    const today = new Date(now);
    now = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 2);
    await daemon.runDueJobs();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, finance, 'payouts');
    await page
      .getByRole('row', { name: /Monthly/ })
      .getByRole('link')
      .click();
    const parts = await Promise.all(
      ['PayPal', 'Wise', 'Bank', 'By hand', 'Unpayable'].map((name) => labelOf(page, name)),
    );
    const payable = cents('47.34');
    expect(sum(parts.map(amountIn))).toBe(payable);

    await page.getByRole('tab', { name: 'Files' }).click();
    const table = page.getByRole('table', { name: 'Files of the run' });
    await table.getByRole('row', { name: /Lines.*5/ }).waitFor();
    // A draft can still change, so its payment files cannot be saved yet; the files for bookkeeping can.
    await table.getByText('Payment files · locked until the run is approved').waitFor();
    const saveButton = (label: string) => table.getByRole('button', { name: `Save the ${label} file` });
    for (const label of Object.keys(FILES)) expect(await saveButton(label).isDisabled()).toBe(true);
    expect(await saveButton('Lines').isEnabled()).toBe(true);
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await page.getByText(/has been approved\.$/).waitFor();
    const saved: bigint[] = [];
    for (const label of Object.keys(FILES) as Label[]) {
      const file = await savedBy(page, () => saveButton(label).click());
      const amounts = amountsIn(label, file);
      // The number of rows and the amount are next to the button.
      const cells = await table
        .getByRole('row', { name: `Save the ${label} file` })
        .getByRole('cell')
        .allInnerTexts();
      expect([cells[2], amountIn(cells[3] ?? '')]).toEqual([String(amounts.length), sum(amounts)]);
      saved.push(sum(amounts));
    }
    const outside = amountIn(parts[3] ?? '') + amountIn(parts[4] ?? '');
    expect(saved).toEqual([cents('20.01'), cents('5.00'), cents('3.33')]);
    expect(sum(saved) + outside).toBe(payable);
  });

  it('name what is in no payment file before a run is marked as paid, and continue only after a confirmation', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const runId = await manualRun(daemon);
    const statusOf = async () => done(await daemon.owner.call('getPayoutRun', { params: { run_id: runId } })).status;
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${runId}`);
    const warning = 'US$12.00 for 1 creator is not in any payment file: the creator has no payout details.';
    await page.getByRole('alert').getByText(warning).waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText(warning).waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('button', { name: 'Mark as exported' }).click();
    const pay = page.getByRole('button', { name: 'Mark as paid', exact: true });
    await expect.poll(() => pay.getAttribute('aria-disabled')).toBe('false');

    await pay.click();
    await dialog.getByText(warning).waitFor();
    await dialog.getByText('US$7.00 for 1 creator is not in any payment file either').waitFor();
    // Enter cancels, because people press it without reading.
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await statusOf()).toBe('exported');

    // Finance voids Dora's statement. The next run will pay the amount, so the confirmation no longer mentions it.
    await partLink(page, 'By hand').click();
    await page.getByRole('row', { name: /Dora.*No payment file supports “cheque”/ }).waitFor();
    await page.getByRole('link', { name: 'Statement for Dora' }).click();
    await page.getByRole('link', { name: 'Dora', exact: true }).click();
    await page.getByRole('button', { name: 'Void statement' }).click();
    await dialog.last().getByLabel('Reason').fill('Paid by the next run');
    await dialog.last().getByRole('button', { name: 'Void statement' }).click();
    await page.getByText('The statement for Dora has been voided.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => dialog.count()).toBe(0);
    await partLink(page, 'By hand').getByText('US$7.00 void').waitFor();

    await pay.click();
    await dialog.getByText(warning).waitFor();
    expect(await dialog.getByText('is not in any payment file either').count()).toBe(0);
    await dialog.getByRole('button', { name: 'I have paid it by hand: mark as paid' }).click();
    await page.getByText(`Run ${runId} has been marked as paid.`).waitFor();
    expect(await statusOf()).toBe('paid');
  });

  it('lead from an unpayable amount to the missing details; the next run pays the amount by file', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const { earn } = await withEarnings(daemon, CREATORS);
    const runId = await manualRun(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${runId}`);
    await page.getByRole('link', { name: 'Show this creator' }).click();
    const list = page.getByRole('table', { name: 'Statements: Unpayable' });
    await list.getByRole('row', { name: /The payout method is missing/ }).waitFor();
    await list.getByRole('link', { name: 'חוה Eve', exact: true }).click();
    await page.getByRole('combobox', { name: 'Method' }).click();
    await page.getByRole('option', { name: 'PayPal' }).click();
    await page.getByLabel('Address').fill('eve@example.test');
    await page.getByRole('button', { name: 'Save payout details' }).click();
    await page.getByText('Payout details saved').waitFor();

    // The draft keeps the old payout details, so finance removes Eve's statement, and the next run pays the amount.
    await page.goto(`${daemon.url}/portal/payouts/${runId}?q=eve`);
    await page.getByRole('link', { name: 'חוה Eve', exact: true }).click();
    await page.getByRole('button', { name: 'Remove from run' }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove this statement/ });
    await dialog.getByLabel('Reason').fill('The details came late');
    await dialog.getByRole('button', { name: 'Remove from run' }).click();
    await expect.poll(() => labelOf(page, 'Unpayable')).toContain('US$0.00, 0 creators');
    for (const move of ['approvePayoutRun', 'markPayoutRunExported', 'markPayoutRunPaid'] as const)
      done(await daemon.owner.call(move, { params: { run_id: runId } }));

    await earn('ann', 10);
    const next = await manualRun(daemon);
    await page.goto(`${daemon.url}/portal/payouts/${next}?show=paypal`);
    await page.getByRole('row', { name: /Eve.*US\$12\.00.*eve@example\.test/ }).waitFor();
    await expect.poll(() => labelOf(page, 'Unpayable')).toContain('US$0.00, 0 creators');
  });

  it('compare a run with any earlier one, and show new and removed creators, and changed amounts and details', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const { earn } = await withEarnings(daemon, CREATORS.slice(0, 2));
    const first = await manualRun(daemon);
    await daemon.owner.edit('changeCreator', {
      params: { creator_id: 'ann' },
      body: { payout_address: 'ann@new.test' },
    });
    await earn('ann', 100);
    await earn('bob', 50);
    const second = await manualRun(daemon);
    await earn('ann', 300);
    await withEarnings(daemon, CREATORS.slice(2, 3));
    const third = await manualRun(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${third}`);
    const table = page.getByRole('table', { name: 'Statements' });
    await table.getByRole('row', { name: /Ann.*US\$30\.00.*\+US\$20\.00/ }).waitFor();
    await table.getByRole('row', { name: /Cleo.*US\$3\.33.*New/ }).waitFor();
    await page.getByText(`1 creator from run ${second} (US$5.00 in total) is not in this run.`).waitFor();
    // The details of a statement have their own address.
    await table.getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByRole('dialog', { name: 'Ann' }).getByText('As stored in this run').waitFor();
    expect(page.url()).toContain('statement=');
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('link', { name: 'Show removed creators' }).click();
    const rows = page.getByRole('table', { name: 'Difference by creator' }).getByRole('row');
    await rows.filter({ hasText: 'Bob' }).getByText('Removed', { exact: true }).waitFor();
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('Any change').click();

    // Ann's payout address has changed since the first run; the date of the change is shown.
    await page.getByRole('combobox', { name: 'Compared with' }).click();
    await page.getByRole('option', { name: new RegExp(`^Run ${first} `) }).click();
    const ann = rows.filter({ hasText: 'Ann' });
    await ann.getByText('ann@example.test (PayPal) → ann@new.test (PayPal)').waitFor();
    await ann.getByText('Changed on').waitFor();
    await ann.getByText('+US$9.99').waitFor();
    expect(new URL(page.url()).searchParams.get('to')).toBe(String(first));
    // A run can be compared only with earlier ones.
    await page.goto(`${daemon.url}/portal/payouts/${first}?tab=compare`);
    await page.getByText('This is the first payout run').waitFor();
    await page.goto(`${daemon.url}/portal/payouts/${first}?tab=compare&to=${third}`);
    await page.getByText('This run cannot be compared with the chosen one').waitFor();
  });
});
