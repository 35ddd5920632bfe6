import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, newCampaign } from '../support/http/campaigns.ts';
import { done } from '../support/http/test-client.ts';
import { OWNER } from '../support/world/daemon.ts';

inBrowser('the audit log in the Portal', (screens) => {
  it('shows who changed what, with the old and new values, and offers filters and a check of the chain', async () => {
    const daemon = await screens.daemon({ booksMayDiffer: true });
    const campaign_id = await newCampaign(daemon, { name: 'First' });
    const params = { campaign_id };
    done(await daemon.owner.edit('changeCampaign', { params, body: { name: '<b>Second</b>' } }));
    done(await daemon.owner.call('publishCampaign', { params }));
    const { code } = await addCode(daemon, campaign_id, 'JOIN', { use_as_referral: 'Y' });
    const wishes = [];
    for (const creator_id of ['ann', 'bob']) {
      const body = { creator_id, redemption_code: code, code: `JOIN-${creator_id}` };
      wishes.push(done(await daemon.server.call('createCreatorCode', { body })).code_id);
    }
    done(await daemon.owner.call('decideCreatorCodes', { body: { code_ids: wishes, decision: 'approve' } }));
    const { page } = await screens.open();
    await signInAt(page, daemon.url, OWNER, 'audit');
    await page.getByRole('button', { name: /^Campaign published, entry/ }).waitFor();
    await page.getByRole('button', { name: /^Campaign changed, entry/ }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('row', { name: /Name changed First <b>Second<\/b>/ }).waitFor();
    await drawer.getByText(OWNER.email).first().waitFor();
    await page.keyboard.press('Escape');
    // The entry for a new object shows each value once.
    await page.getByRole('button', { name: /^Campaign created, entry/ }).click();
    await drawer.getByRole('row', { name: 'Name First', exact: true }).waitFor();
    expect(await drawer.getByText('changed', { exact: true }).count()).toBe(0);
    await drawer.getByRole('row', { name: 'Stage Draft', exact: true }).waitFor();
    await drawer.getByRole('row', { name: 'Notes Not set', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    // Entries show the names of objects, and the Portal's labels for fields.
    await page.getByText('JOIN-ann, JOIN-bob', { exact: true }).click();
    await page.getByRole('button', { name: /^Creator code approved, entry/ }).click();
    await drawer
      .getByRole('row', { name: /Creator code: JOIN-ann Status: Waiting .*JOIN-ann Status: Approved/ })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^API key created, entry/ }).click();
    await drawer.getByRole('row', { name: 'Allowed origins None', exact: true }).waitFor();
    await drawer.getByRole('row', { name: 'Game Not set', exact: true }).waitFor();
    await drawer.getByRole('row', { name: /^Scopes Creator codes, Creator page, Redeem,/ }).waitFor();
    // The open entry is in the address, so a reload, a link or the Back button shows it again.
    await page.reload();
    await drawer.getByRole('row', { name: 'Game Not set', exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'hidden' });
    await page.goBack();
    await drawer.getByRole('row', { name: 'Game Not set', exact: true }).waitFor();
    await page.goto(`${new URL(page.url()).href}&to=2020-01-01T00:00`);
    await drawer.getByRole('row', { name: 'Game Not set', exact: true }).waitFor();
    await page.goto(`${daemon.url}/portal/audit?entry=999999`);
    await drawer.getByText('Entry not found').waitFor();
    await page.goto(`${daemon.url}/portal/audit`);

    await page.getByRole('combobox', { name: 'Action' }).click();
    await page.getByRole('option', { name: 'Campaign published' }).click();
    await page.getByText('1 row in all').waitFor();
    await page.reload();
    await page.getByText('1 row in all').waitFor();
    await page.goto(`${daemon.url}/portal/audit?entity=campaign&entity_id=${campaign_id}&staff=1`);
    await page.getByText('3 rows in all').waitFor();
    await page.goto(`${daemon.url}/portal/audit?to=2020-01-01T00:00`);
    await page.getByText('No matching entries').waitFor();
    // The field shows the date in the browser's format. The text next to the field uses the Portal's format.
    await page.getByText('1 Jan 2020, 00:00 in Europe/Berlin').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();
    await page.getByRole('button', { name: /^Campaign published, entry/ }).waitFor();

    const chain = page.getByRole('region', { name: 'Chain' });
    await chain.getByRole('button', { name: 'Check the chain' }).click();
    await chain.getByText(/^Intact: \d+ entries checked/).waitFor();
    await daemon.db.write(async ({ db, t }) => {
      await db.update(t.audit_log).set({ after: '{}' }).where(eq(t.audit_log.action, 'campaign.change'));
    });
    await chain.getByRole('button', { name: 'Check the chain' }).click();
    await chain.getByText(/^The chain is broken in/).waitFor();
  });
});
