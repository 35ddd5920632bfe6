import { expect, it } from 'vitest';
import { inBrowser, type Screens, signInAt } from '../support/browsers/browser.ts';
import { withEarnings } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER, type TestDaemon } from '../support/world/daemon.ts';

const ANN = { params: { creator_id: 'ann' } };
const getAnn = async ({ owner }: TestDaemon) => done(await owner.call('getCreator', ANN));

interface Placed {
  getBoundingClientRect(): { top: number };
}

async function startWithCreators(screens: Screens) {
  const daemon = await screens.daemon();
  await withEarnings(daemon, [
    { creator: 'ann', amount: 250, name: 'Ann', method: 'paypal', address: 'ann@pay.test' },
    { creator: 'id/of ben', amount: 20, name: '<b>בן</b>' },
    { creator: 'import', amount: 1, name: 'Importer' },
  ]);
  return daemon;
}

inBrowser('creators in the Portal', (screens) => {
  it('are listed below headers that stay visible', async () => {
    const daemon = await screens.daemon();
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'creators');
    // An empty list explains how creators are added to it.
    await page.getByText('Creators will appear here when your game creates their first code').waitFor();
    expect(await page.getByRole('link', { name: 'Import' }).count()).toBe(2);
    const csv = ['creator_id', ...Array.from({ length: 30 }, (_, at) => `creator-${at}`)].join('\n');
    done(await daemon.owner.call('importCreators', { body: { csv } }));
    await page.reload();
    await page.getByText('1–25 of 30').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 5000);
    await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(100);
    const header = page.getByRole('columnheader', { name: 'Creator' });
    await expect.poll(() => header.evaluate((th: Placed) => th.getBoundingClientRect().top)).toBe(0);
  });

  it('can be found, opened and edited; only changed fields are sent', async () => {
    const daemon = await startWithCreators(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'creators');
    const rows = page.getByRole('table', { name: 'Creators' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    await page.getByRole('combobox', { name: 'Payout details' }).click();
    await page.getByRole('option', { name: 'Without payout details' }).click();
    await page.getByRole('link', { name: 'Ann', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: '<b>בן</b>' }).click();
    await page.getByRole('heading', { level: 1, name: '<b>בן</b>' }).waitFor();
    await page.getByText('US$2.00').first().waitFor();
    await page.goBack();
    expect(page.url()).toContain('has_payout_details=false');
    // This creator's ID is also the last part of the import page's address.
    await page.getByRole('link', { name: 'Importer' }).click();
    await page.getByRole('heading', { level: 1, name: 'Importer' }).waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('dialog', { name: 'Edit creator' }).getByRole('button', { name: 'Cancel' }).click();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Importer' }).waitFor();
    await page.goto(`${daemon.url}/portal/creators/import`);
    await page.getByRole('heading', { level: 1, name: 'Import creators' }).waitFor();
    await page.goto(`${daemon.url}/portal/creators?has_payout_details=false`);
    await page.getByRole('searchbox', { name: 'Search by ID, name or email' }).fill('nothing like it');
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('link', { name: 'Ann', exact: true }).click();
    await page.getByRole('link', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit creator' });
    await dialog.getByLabel('Custom commission (%)').fill('101');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Enter a number from 0 to 100').waitFor();
    await dialog.getByLabel('Custom commission (%)').fill('12,5');
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    const { version } = await getAnn(daemon);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).toEqual({ commission_percent: 12.5, version });
    await page.getByText('Custom commission: 12.5%').waitFor();
  });

  it('are suspended and reactivated after a confirmation', async () => {
    const daemon = await startWithCreators(screens);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'creators/ann');
    await page.getByRole('button', { name: 'Suspend' }).click();
    const question = page.getByRole('dialog', { name: 'Suspend this creator?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await getAnn(daemon)).toMatchObject({ status: 'active' });
    await page.getByRole('button', { name: 'Suspend' }).click();
    await question.getByRole('button', { name: 'Suspend' }).click();
    await page.getByText('Suspended', { exact: true }).waitFor();
    expect(await getAnn(daemon)).toMatchObject({ status: 'suspended' });
    const again = page.getByRole('button', { name: 'Reactivate' });
    await expect.poll(() => again.getAttribute('aria-disabled')).toBe('false');
    await again.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click();
    await expect.poll(async () => (await getAnn(daemon)).status).toBe('active');
  });

  it('have statements and payout details with a history; finance can edit the details and freeze payouts', async () => {
    const daemon = await startWithCreators(screens);
    const finance = await addMember(daemon, 'finance');
    done(await daemon.owner.call('createPayoutRun', { body: { kind: 'manual' } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, finance, 'creators/ann?tab=payouts');
    const statements = page.getByRole('table', { name: 'Statements of the creator' });
    await statements.getByText('ann@pay.test (PayPal)').waitFor();
    await page.getByRole('tab', { name: 'Payout details' }).click();
    await page.getByLabel('Address').fill('ann@new.test');
    const { version } = await getAnn(daemon);
    const sent = page.waitForRequest((request) => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save payout details' }).click();
    expect((await sent).postDataJSON()).toEqual({ payout_address: 'ann@new.test', version });
    await page.getByText('ann@pay.test → ann@new.test').waitFor();
    // The notification is above the account button, to the left of the screen's content.
    const note = page.getByRole('alert').filter({ hasText: 'Payout details saved' });
    const content = await page.locator('#content').getByRole('heading', { level: 1 }).boundingBox();
    const { x = 0, width = 0 } = (await note.boundingBox()) ?? {};
    expect(x + width).toBeLessThanOrEqual(content?.x ?? 0);
    expect(width).toBeGreaterThan(200);
    // A method that no payment file supports can be typed, is flagged, and is stored as it was typed.
    const method = page.getByRole('combobox', { name: 'Method' });
    expect(await method.inputValue()).toBe('PayPal');
    await method.click();
    await page.getByRole('option', { name: 'Other' }).click();
    await page.getByLabel('Name of the method').fill('paypall');
    await page.getByRole('button', { name: 'Save payout details' }).click();
    await page.getByText('No payment file supports “paypall”').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Name of the method').inputValue()).toBe('paypall');
    expect(await method.inputValue()).toBe('Other');
    await page.getByLabel('Tax form status').fill('requested');
    await page.getByLabel('Tax form expires').fill('2030-01-31T00:00');
    await page.getByRole('button', { name: 'Save tax form' }).click();
    await page.getByText('The tax form has been saved.').waitFor();
    expect((await getAnn(daemon)).tax_form).toMatchObject({ status: 'requested' });
    await page.getByRole('button', { name: 'Freeze payouts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Freeze payouts to this creator?' });
    await dialog.getByLabel('Reason').fill('The bank asks');
    await dialog.getByRole('button', { name: 'Freeze payouts' }).click();
    await page.getByText('Freeze: not set → The bank asks').waitFor();
    const end = page.getByRole('button', { name: 'Lift the freeze' });
    await expect.poll(() => end.getAttribute('aria-disabled')).toBe('false');
    await end.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the freeze' }).click();
    await expect.poll(async () => (await getAnn(daemon)).payout_hold).toBeNull();
  });

  it('are shown to moderators without payout addresses or statements, and cannot be changed by them', async () => {
    const daemon = await startWithCreators(screens);
    const moderator = await addMember(daemon, 'moderator');
    const { page } = await screens.open();
    await signInAt(page, daemon.url, moderator, 'creators/ann?tab=details');
    await page.getByText('The method and the address are set.').waitFor();
    expect(await page.content()).not.toContain('ann@pay.test');
    expect(await page.getByRole('tab', { name: 'Payouts', exact: true }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Suspend' }).count()).toBe(0);
  });
});
