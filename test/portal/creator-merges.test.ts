import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';
import { itInFull } from '../support/world/in-full.ts';

const twoAccounts = (daemon: TestDaemon) =>
  withEarnings(daemon, [
    { creator: 'ann', amount: 250, name: 'Ann', method: 'paypal', address: 'ann@pay.test' },
    { creator: 'ann_2', amount: 20, name: 'Ann Mobile' },
  ]);

inBrowser('merging creators in the Portal', (screens) => {
  it('first shows both creators and their next payments, can be undone, and results in one statement', async () => {
    const daemon = await screens.daemon();
    await twoAccounts(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'creators/ann_2');
    const merge = page.getByRole('button', { name: 'Merge', exact: true });
    const chooseAnn = async () => {
      await page.getByRole('button', { name: 'More actions for Ann Mobile' }).click();
      await page.getByRole('menuitem', { name: 'Merge into another creator…' }).click();
      expect(await merge.isDisabled()).toBe(true);
      await page.getByRole('combobox', { name: 'Merge into' }).fill('ann');
      await page.getByRole('option', { name: 'Ann (ann)' }).click();
      await page.getByText('After the merge, the next payment to Ann will be US$27.00.').waitFor();
    };
    await chooseAnn();
    const both = page.getByRole('table', { name: 'Both creators' });
    expect(
      await both
        .getByRole('row', { name: /^Next payment/ })
        .getByRole('cell')
        .allTextContents(),
    ).toEqual(['US$2.00', 'US$25.00']);
    expect(await both.getByRole('row', { name: /^Payout address/ }).textContent()).toContain('ann@pay.test');
    await merge.click();
    await page.getByRole('button', { name: 'Undo the merge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the merge' }).click();
    await page.getByText('The creators are separate again.').waitFor();
    await chooseAnn();
    await merge.click();
    await page.getByRole('alert').getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByText('Includes this merged creator').waitFor();
    await page.getByText('US$270.00').waitFor();
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    const { statements } = done(await daemon.owner.call('getPayoutRun', { params: { run_id } }));
    const [statement] = statements.data;
    await page.goto(`${daemon.url}/portal/payouts/${run_id}?statement=${statement?.statement_id}`);
    const lines = page.getByRole('table', { name: 'Lines' });
    await lines.getByText('from the codes of').waitFor();
    await lines.getByRole('link', { name: 'ann_2' }).click();
    await page.getByText('A payout run has been prepared since the merge.').waitFor();
    expect(await page.getByRole('button', { name: 'Undo the merge' }).count()).toBe(0);
  });

  itInFull('does not change an earlier run, and the creator sees what both were paid in it', async () => {
    const daemon = await screens.daemon();
    await twoAccounts(daemon);
    const { run_id } = done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    done(await daemon.owner.call('approvePayoutRun', { params: { run_id } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'creators/ann_2');
    await page.getByRole('button', { name: 'More actions for Ann Mobile' }).click();
    await page.getByRole('menuitem', { name: 'Merge into another creator…' }).click();
    await page.getByRole('combobox', { name: 'Merge into' }).fill('ann');
    await page.getByRole('option', { name: 'Ann (ann)' }).click();
    await page.getByText(`Run ${run_id} already exists and will still pay Ann Mobile US$2.00 separately.`).waitFor();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await page.getByText('The creators have been merged.').waitFor();
    const { url } = done(await daemon.server.call('createCreatorLink', { params: { creator_id: 'ann_2' } }));
    await page.goto(url);
    await page.getByRole('button', { name: /^Payout for .*US\$27\.00.*Approved$/ }).click();
    await page.getByText('For Ann Mobile, now merged into your account').waitFor();
    expect(await page.getByText('US$25.00').count()).toBeGreaterThan(0);
  });

  itInFull('is possible only for finance and owners; others can see that creators were merged', async () => {
    const daemon = await screens.daemon();
    await twoAccounts(daemon);
    const { page } = await screens.open();
    const ops = await addMember(daemon, 'live_ops');
    await signInAt(page, daemon.url, ops, 'creators/ann_2');
    await page.getByRole('button', { name: 'More actions for Ann Mobile' }).click();
    await page.getByRole('menuitem', { name: 'Show the creator’s page' }).waitFor();
    expect(await page.getByRole('menuitem', { name: 'Merge into another creator…' }).count()).toBe(0);
    await page.keyboard.press('Escape');
    const params = { creator_id: 'ann_2' };
    done(await daemon.owner.call('mergeCreator', { params, body: { into: 'ann' } }));
    await page.reload();
    await page.getByText('Merged into').waitFor();
    expect(await page.getByRole('button', { name: 'Undo the merge' }).count()).toBe(0);
  });
});
