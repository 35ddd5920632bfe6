import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { outOfPlace } from '../support/browsers/layout.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import type { TestDaemon } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

const CREATORS = [
  { creator: 'ann', amount: 200, name: 'Ann', method: 'paypal', address: 'ann@example.test' },
  { creator: 'bob', amount: 50, name: 'Bob' },
  { creator: 'cleo', amount: 1, name: 'Cleo', method: 'wise', address: 'cleo@example.test' },
];

async function prepared(daemon: TestDaemon, ...moves: ('approvePayoutRun' | 'markPayoutRunExported')[]) {
  const made = await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } });
  if (!made.ok) throw new Error(JSON.stringify(made.body));
  const { run_id } = made.body;
  for (const move of moves) await daemon.owner.call(move, { params: { run_id: String(run_id) } });
  return run_id;
}

const runOf = async (daemon: TestDaemon, runId: number) => {
  const got = await daemon.owner.call('getPayoutRun', { params: { run_id: String(runId) } });
  if (!got.ok) throw new Error(JSON.stringify(got.body));
  return got.body;
};

interface Sized {
  scrollHeight: number;
  clientHeight: number;
}

inBrowser('payout runs that need corrections', (screens) => {
  it('can be voided only with a reason and newest first, and the next run includes the amount of a failed payment', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const { earn } = await withEarnings(daemon, CREATORS);
    const older = await prepared(daemon, 'approvePayoutRun', 'markPayoutRunExported');
    await earn('bob', 30);
    const newer = await prepared(daemon);
    const finance = await addMember(daemon, 'finance');
    const { page } = await screens.open();
    const dialog = page.getByRole('dialog', { name: /^Void/ });

    await signInAt(page, daemon.url, finance, `payouts/${older}`);
    await page.getByText('Void the newer run first').waitFor();
    expect(await page.getByRole('button', { name: 'Void run', exact: true }).isDisabled()).toBe(true);

    // Bob's payment was returned, so only his statement is voided.
    await page.getByRole('link', { name: 'Bob', exact: true }).click();
    await page.getByRole('button', { name: 'Void statement' }).click();
    expect(await dialog.getByRole('button', { name: 'Void statement' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Reason').fill('The account is closed');
    await dialog.getByRole('button', { name: 'Void statement' }).click();
    await page.getByText('The statement for Bob has been voided.').waitFor();
    await page.keyboard.press('Escape');
    const table = page.getByRole('table', { name: 'Statements' });
    await table.getByRole('row', { name: /Bob.*Failed/ }).waitFor();
    const { statements } = await runOf(daemon, older);
    expect(statements.data.filter(({ voided_at }) => voided_at).map(({ creator_id }) => creator_id)).toEqual(['bob']);

    await page.goto(`${daemon.url}/portal/payouts/${newer}`);
    await page.getByRole('button', { name: 'Void run', exact: true }).click();
    await dialog.getByLabel('Reason').fill('Made too early');
    await dialog.getByRole('button', { name: 'Void run' }).click();
    await page.getByText('This run is void: no creator is paid from it').waitFor();
    await page.getByText('Made too early').waitFor();
    expect(await runOf(daemon, newer)).toMatchObject({ status: 'void', void_reason: 'Made too early' });

    // The next run contains both amounts: 5.00 from the failed payment and 3.00 from the void run.
    await page.goto(`${daemon.url}/portal/payouts/new`);
    const coming = page.getByRole('table', { name: 'Statements of the next run' });
    await coming.getByRole('row', { name: /Bob.*US\$8\.00/ }).waitFor();
  });

  it('show “Void” for a statement removed from a draft, and flag creators with frozen payouts or failed statements', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const change = (creator_id: string, body: object) =>
      daemon.owner.edit('changeCreator', { params: { creator_id }, body });
    await change('cleo', { payout_hold: 'Chargebacks are being investigated' });
    await change('bob', { commission_percent: 7.77 });
    await runSql(daemon.databaseUrl, "update commission_terms set content = 'broken' where content = '7.77'");
    const draft = await prepared(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${draft}`);
    const table = page.getByRole('table', { name: 'Statements' });
    await table.getByRole('row', { name: /Cleo.*Frozen/ }).waitFor();
    await page.getByText('1 statement could not be created').waitFor();
    await page.getByText('bob: Commission terms cannot be read: broken').waitFor();
    await page.getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByRole('button', { name: 'Remove from run' }).click();
    const dialog = page.getByRole('dialog', { name: /^Remove this statement/ });
    await dialog.getByLabel('Reason').fill('They asked for it');
    await dialog.getByRole('button', { name: 'Remove from run' }).click();
    await page.getByText('The statement for Ann has been removed from the run.').waitFor();
    await page.keyboard.press('Escape');
    await table.getByRole('row', { name: /Ann.*Void/ }).waitFor();
    expect(await runOf(daemon, draft)).toMatchObject({ status: 'draft', totals: { creators: 1 } });
  });

  it('say in each status what to do about creators whose payouts are frozen or whose details are missing', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const runId = await prepared(daemon);
    const params = { creator_id: 'ann' };
    await daemon.owner.edit('changeCreator', { params, body: { payout_hold: 'Chargebacks' } });
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${runId}`);
    const note = (title: string) => page.getByRole('main').getByRole('alert').filter({ hasText: title });
    const since = 'Payouts to Ann were frozen after the run was created.';
    await note(since).getByText('Remove the creator’s statement from the run or lift the freeze').waitFor();
    const unpayable = note('US$5.00 for 1 creator is not in any payment file');
    await unpayable.getByText('remove this statement from the run').waitFor();
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Approve' }).click();
    await dialog.getByText(since).waitFor();
    await dialog.getByRole('button', { name: 'Approve' }).click();
    const notification = page.locator('.mantine-Notification-root');
    await notification.getByText(since).waitFor();
    await note(since).getByRole('link', { name: 'Ann' }).click();
    await page.getByRole('heading', { name: 'Ann' }).waitFor();

    await daemon.owner.edit('changeCreator', { params, body: { payout_hold: null } });
    await daemon.owner.call('approvePayoutRun', { params: { run_id: String(runId) } });
    await page.goto(`${daemon.url}/portal/payouts/${runId}`);
    await unpayable.getByText('void this statement once the run is marked as exported').waitFor();
    expect(await note(since).count()).toBe(0);
    await daemon.owner.edit('changeCreator', { params, body: { payout_hold: 'Chargebacks' } });
    await page.getByRole('button', { name: 'Mark as exported' }).click();
    await notification.getByText(`${since} Lift the freeze or void the run.`).waitFor();
    await note(since).getByText('Lift the freeze or void the run.').waitFor();
  });

  it('show full names next to their flags at 1280 px', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    const name = 'Montgomery-Fitzgerald Co';
    const address = 'payments.of.annabelle.montgomery@example.test';
    const { earn } = await withEarnings(daemon, [{ creator: 'ann', amount: 123_456, name, method: 'paypal', address }]);
    await prepared(daemon);
    const params = { creator_id: 'ann' };
    await daemon.owner.edit('changeCreator', {
      params,
      body: { payout_address: `new.${address}` },
    });
    await earn('ann', 98_765);
    const { page } = await screens.open();
    const expectWhole = async () => {
      const row = page.getByRole('row', { name: new RegExp(`${name}.*Details changed`) });
      const shown = row.getByTitle(/^ann · /);
      await shown.waitFor();
      const isCut = ({ scrollHeight, clientHeight }: Sized) => scrollHeight > clientHeight + 1;
      expect(await shown.evaluate(isCut), `the name is cut at ${page.url()}`).toBe(false);
      expect(await outOfPlace(page)).toEqual([]);
    };
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), 'payouts/new');
    await expectWhole();
    await page.goto(`${daemon.url}/portal/payouts/${await prepared(daemon)}`);
    await expectWhole();
  });

  it('list their creators, who can be searched, sorted and filtered, and lead to the players’ payments', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await daemon.owner.edit('changeSettings', { body: { minimum_payout: '1.00' } });
    const { earn } = await withEarnings(daemon, CREATORS);
    await prepared(daemon);
    await daemon.owner.edit('changeCreator', {
      params: { creator_id: 'ann' },
      body: { payout_address: 'ann@elsewhere.test' },
    });
    for (const { creator } of CREATORS.slice(0, 2)) await earn(creator, 20);
    await earn('cleo', -1);
    const runId = await prepared(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'finance'), `payouts/${runId}`);
    const table = page.getByRole('table', { name: 'Statements' });
    const names = async () => (await table.locator('tbody tr').allInnerTexts()).map((text) => text.split('\n')[0]);
    await expect.poll(names).toEqual(['Ann', 'Bob', 'Cleo']);
    await page.getByRole('button', { name: 'Creator' }).click();
    await page.getByRole('button', { name: 'Creator' }).click();
    await expect.poll(names).toEqual(['Cleo', 'Bob', 'Ann']);
    for (const [filter, expected] of [
      ['Details changed', ['Ann']],
      ['No payout details', ['Bob']],
    ] as const) {
      await page.getByRole('combobox', { name: 'Show' }).click();
      await page.getByRole('option', { name: filter }).click();
      await expect.poll(names).toEqual(expected);
    }
    await page.getByLabel('All statements').click();
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('cle');
    await expect.poll(names).toEqual(['Cleo']);
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('unknown');
    await page.getByText('No matching statements').waitFor();
    await page.getByRole('searchbox', { name: 'Search creators' }).fill('');

    await table.getByRole('link', { name: 'Ann', exact: true }).click();
    const drawer = page.getByRole('dialog', { name: 'Ann' });
    await drawer.getByText('ann@example.test (PayPal) → ann@elsewhere.test (PayPal)').waitFor();
    await drawer.getByText('Changed on').waitFor();
    // If a statement has only one line, its payments are shown immediately.
    await drawer.getByRole('table', { name: 'Payments in Running' }).getByText('fan_of_ann').first().waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => drawer.count()).toBe(0);

    // The filters and the sort order are in the address.
    await page.goto(`${daemon.url}/portal/payouts/${runId}?show=changed&sort=creator`);
    await expect.poll(names).toEqual(['Ann']);
  });

  it('can be loaded again after the server has been unreachable, and are hidden from roles without access', async () => {
    const daemon = await screens.daemon();
    await daemon.runDueJobs();
    await withEarnings(daemon, CREATORS);
    const runId = await prepared(daemon);
    const finance = await addMember(daemon, 'finance');
    const { page } = await screens.open({ mayLoseConnection: true });
    let isCut = true;
    await page.route('**/v1/admin/payout-runs**', (route) => (isCut ? route.abort() : route.continue()));
    await signInAt(page, daemon.url, finance, 'payouts');
    await page.getByText('No connection to the server').waitFor();
    isCut = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('link', { name: `Run ${runId}` }).waitFor();
    await page.goto(`${daemon.url}/portal/payouts/999`);
    await page.getByText('Payout run not found').waitFor();
    // A run can be limited to one campaign, which is chosen by its name.
    await page.goto(`${daemon.url}/portal/payouts/new`);
    await page.getByRole('combobox', { name: 'For' }).click();
    await page.getByRole('option', { name: 'Running' }).click();
    await page.getByText('No statements in this run').waitFor();

    const viewer = (await screens.open()).page;
    await signInAt(viewer, daemon.url, await addMember(daemon, 'live_ops'), `payouts/${runId}`);
    await viewer.getByRole('heading', { name: 'Your account cannot open this page' }).waitFor();
    expect(await viewer.getByRole('link', { name: 'Payouts' }).count()).toBe(0);
  });
});
