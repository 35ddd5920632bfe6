import { expect, it } from 'vitest';
import { inBrowser, signInAt } from '../support/browsers/browser.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addMember } from '../support/http/staff.ts';
import { LOOPBACK_OPEN } from '../support/http/webhooks.ts';
import { answering, idOf, startReceiver, verified } from '../support/servers/receiver.ts';

inBrowser('webhooks in the Portal', (screens) => {
  it('have a secret that is shown once, and a failed delivery can be sent again', async () => {
    const receiver = await startReceiver(answering(500, 'I am full'));
    const daemon = await screens.daemon({ env: LOOPBACK_OPEN });
    const liveOps = await addMember(daemon, 'live_ops');
    const campaignId = await runningCampaign(daemon);
    const { page } = await screens.open();
    await signInAt(page, daemon.url, liveOps, 'webhooks');
    await page.getByText('No endpoints yet').waitFor();
    await page.getByRole('link', { name: 'New endpoint' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.getByText('Choose at least one event').waitFor();
    // The form cannot check this: only the daemon determines whether it may send messages to an address.
    await dialog.getByLabel('Address').fill('http://10.0.0.1/hooks');
    await dialog.getByLabel('code.created').check();
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('Address').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Create endpoint' }).click();
    const secret = (await dialog.getByText(/^whsec_/).textContent()) ?? '';
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    const { host } = new URL(receiver.url);
    await page.getByRole('row', { name: new RegExp(`${host}/hook.*code.created.*Active`) }).waitFor();
    expect(await page.content()).not.toContain(secret);

    await addCode(daemon, campaignId, 'HELLO');
    await page.getByRole('tab', { name: 'Deliveries' }).click();
    const row = page.getByRole('table', { name: 'Deliveries' }).getByRole('row', { name: /code\.created/ });
    await row.getByText('Response 500').waitFor();
    await row.getByRole('button').click();
    const drawer = page.getByRole('dialog', { name: 'Delivery 1' });
    await drawer.getByText('I am full').waitFor();
    await drawer.getByText('"code": "HELLO"').waitFor();
    receiver.behave(answering(204));
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('Delivered').waitFor();
    const { received } = receiver;
    expect(received.length).toBeGreaterThan(1);
    expect(new Set(received.map(idOf)).size).toBe(1);
    for (const message of received) verified(message, secret);
    await receiver.close();
  });
});
