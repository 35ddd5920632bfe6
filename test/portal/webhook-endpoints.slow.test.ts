import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { LOOPBACK_OPEN } from '../support/http/webhooks.ts';
import { answering, startReceiver, verified } from '../support/servers/receiver.ts';

const choose = async (page: Page, name: string) => {
  await page.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name }).click();
};

inBrowser('webhooks in everyday use of the Portal', (screens) => {
  it('are tested, given a new secret, changed, disabled and removed', async () => {
    const receiver = await startReceiver();
    const daemon = await screens.daemon({ env: LOOPBACK_OPEN });
    const campaignId = await runningCampaign(daemon);
    const made = await daemon.owner.call('createWebhook', { body: { url: receiver.url, events: ['code.created'] } });
    const old = made.ok ? made.body.secret : '';
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'webhooks');
    const dialog = page.getByRole('dialog');

    await choose(page, 'Send test message');
    await dialog.getByText(/^Response 204 in/).waitFor();
    receiver.behave(answering(503, 'Closed today'));
    await dialog.getByRole('button', { name: 'Send again' }).click();
    await dialog.getByText(/^Response 503 in/).waitFor();
    await dialog.getByText('Closed today').waitFor();
    receiver.behave(answering(204));
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    await choose(page, 'Rotate secret');
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByText(/^Two secrets until/).waitFor();
    receiver.received.length = 0;
    await addCode(daemon, campaignId, 'TWICE-SIGNED');
    await expect.poll(() => receiver.received.length).toBeGreaterThan(0);
    for (const one of [old, secret]) for (const message of receiver.received) verified(message, one);

    await choose(page, 'Edit');
    await dialog.getByLabel('campaign.ended').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('row', { name: /code\.created.*campaign\.ended/ }).waitFor();
    await choose(page, 'Disable');
    await page.getByRole('row', { name: /Disabled/ }).waitFor();

    await choose(page, 'Show deliveries');
    const delivery = page.getByRole('table', { name: 'Deliveries' }).getByRole('button', { name: /code\.created/ });
    await delivery.click();
    const drawer = page.getByRole('dialog', { name: 'Delivery 1' });
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await page.getByText('The endpoint of this delivery has been disabled or deleted').waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Endpoints' }).click();
    await choose(page, 'Remove');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByText('Removed endpoint 1').waitFor();
    await receiver.close();
  });

  it('show that an endpoint was disabled or is paused, and that emails wait for a mail server', async () => {
    const daemon = await screens.daemon({ env: LOOPBACK_OPEN });
    const url = 'https://hooks.invalid/';
    for (const path of ['gone', 'resting'])
      await daemon.owner.call('createWebhook', { body: { url: url + path, events: ['code.created'] } });
    await daemon.db.write(async ({ db, t }) => {
      await db
        .update(t.webhooks)
        .set({ active: false, disabled_reason: 'the endpoint answered 410 Gone' })
        .where(sql`url like '%gone'`);
      await db
        .update(t.webhooks)
        .set({ failures: 7, paused_until: Date.now() + 200_000 })
        .where(sql`url like '%resting'`);
    });
    const { page } = await screens.open();
    const liveOps = await addMember(daemon, 'live_ops');
    await signInAt(page, daemon.url, liveOps, 'webhooks');
    await page.getByRole('row', { name: /gone.*Disabled.*410 Gone/ }).waitFor();
    await page.getByRole('row', { name: /resting.*Paused.*7 failed attempts/ }).waitFor();
    const german = (await screens.open({ locale: 'de-DE' })).page;
    await german.goto(`${daemon.url}/portal/webhooks`);
    await german.getByLabel('E-Mail').fill(liveOps.email);
    await german.getByLabel('Passwort', { exact: true }).fill(liveOps.password);
    await german.getByRole('button', { name: 'Anmelden' }).click();
    await german.getByText('Automatisch: Der Endpunkt antwortete mit 410 Gone').waitFor();
    await german.close();
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    await page.getByText('Email paused: no mail server').waitFor();
    await page.getByText('No deliveries yet').waitFor();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('it responded with 410 Gone and no longer receives messages').waitFor();

    const mails = await screens.daemon({
      env: { REDEEMD_SMTP_URL: 'smtp://127.0.0.1:9', REDEEMD_MAIL_FROM: 'redeem@example.test' },
    });
    const other = (await screens.open()).page;
    await signInAt(other, mails.url, await addMember(mails, 'live_ops'), 'webhooks?tab=deliveries');
    await other.getByText('No deliveries yet').waitFor();
    expect(await other.getByText('Email paused').count()).toBe(0);
    await other.close();
  });

  it('have deliveries that can be filtered and read page by page', async () => {
    const receiver = await startReceiver();
    const daemon = await screens.daemon({ env: LOOPBACK_OPEN });
    const campaignId = await runningCampaign(daemon);
    await daemon.owner.call('createWebhook', { body: { url: receiver.url, events: ['code.created'] } });
    for (let at = 1; at <= 30; at += 1) await addCode(daemon, campaignId, `CODE-${at}`);
    await expect.poll(() => receiver.received.length).toBe(30);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, await addMember(daemon, 'live_ops'), 'webhooks?tab=deliveries');
    const rows = page.getByRole('table', { name: 'Deliveries' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(25);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect.poll(() => rows.count()).toBe(30);
    await page.getByText('30 rows in all').waitFor();
    await page.getByRole('combobox', { name: 'State' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByText('No matching deliveries').waitFor();
    await page.goto(`${daemon.url}/portal/webhooks?tab=deliveries&event=code.created&channel=webhook&status=delivered`);
    await expect.poll(() => rows.count()).toBe(25);
    await page.goto(`${daemon.url}/portal/webhooks?tab=deliveries&webhook=99`);
    await page.getByText('No matching deliveries').waitFor();
    await receiver.close();
  });
});
