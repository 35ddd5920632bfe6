import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, savedBy, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { csvBytes } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';

const CREATORS = [
  { creator: 'ann', amount: 200, name: 'Ann', method: 'paypal', address: 'ann@example.test' },
  { creator: 'bob', amount: 50 },
];

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

inBrowser('payout runs in the Portal', (screens) => {
  it('are prepared by one member of finance, approved by another and paid, and their files are saved byte for byte', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    await daemon.owner.edit('changeSettings', { body: { two_person_payouts: true } });
    const [first, second] = [await addMember(daemon, 'finance'), await addMember(daemon, 'finance')];
    const { page } = await screens.open();

    await signInAt(page, daemon.url, first, 'payouts');
    await page.getByText('No payout runs yet').waitFor();
    await page.getByRole('link', { name: 'New run' }).first().click();
    const coming = page.getByRole('table', { name: 'Statements of the next run' });
    await coming.getByRole('row', { name: /Ann.*US\$20\.00/ }).waitFor();
    await coming.getByRole('row', { name: /bob.*No payout details.*US\$5\.00/ }).waitFor();
    await page.getByText('There is no earlier run').waitFor();
    await page.getByRole('button', { name: 'Prepare run' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payout run 1' }).waitFor();
    await page.getByText('require another person to approve it').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);

    const other = (await screens.open()).page;
    await signInAt(other, daemon.url, second, 'payouts');
    await other.getByRole('link', { name: 'Run 1' }).click();
    await other.getByRole('button', { name: 'Approve' }).click();
    await other.getByRole('dialog').getByText('The payment files will contain US$20.00 for 1 creator.').waitFor();
    await other.getByRole('dialog').getByText('US$5.00 for 1 creator is not in any payment file').waitFor();
    await confirm(other, 'Approve');
    await other.getByText('Run 1 has been approved.').waitFor();

    await other.getByRole('tab', { name: 'Files' }).click();
    const files = other.getByRole('table', { name: 'Files of the run' });
    for (const [label, layout, ending] of [
      ['Finance', 'finance', 'csv'],
      ['Currencies', 'lines_with_currencies', 'csv'],
      ['Wise', 'wise', 'zip'],
    ] as const) {
      const saved = await savedBy(other, () => files.getByRole('button', { name: `Save the ${label} file` }).click());
      const { bytes } = await csvBytes(daemon, 1, layout);
      expect(saved.name).toBe(`payout-1-${layout}.${ending}`);
      expect(saved.bytes.equals(bytes)).toBe(true);
      const sha256 = createHash('sha256').update(saved.bytes).digest('hex');
      await files.getByTitle(sha256).waitFor();
    }

    await other.getByRole('button', { name: 'Mark as exported' }).click();
    await other.getByText('Run 1 has been marked as exported.').waitFor();
    await other.getByRole('button', { name: 'Mark as paid' }).click();
    await confirm(other, 'I have paid it by hand: mark as paid');
    await other.getByText('Run 1 has been marked as paid.').waitFor();
    await expect.poll(() => other.getByRole('button', { name: 'Void' }).count()).toBe(0);
    expect(await daemon.owner.call('getPayoutRun', { params: { run_id: '1' } })).toMatchObject({
      body: { status: 'paid', prepared_by: { staff_id: first.staff_id }, approved_by: { staff_id: second.staff_id } },
    });
  });
});
