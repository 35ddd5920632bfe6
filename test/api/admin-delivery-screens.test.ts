import { describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { LOOPBACK_OPEN, subscribe } from '../support/http/webhooks.ts';
import { startReceiver } from '../support/servers/receiver.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const SMTP = { REDEEMD_SMTP_URL: 'smtp://127.0.0.1:9', REDEEMD_MAIL_FROM: 'redeem@example.test' };

describe.each(STORY_DATABASES)('the data for delivery screens on %s', (database) => {
  it('includes the exact message of a delivery, and whether email can be sent', async () => {
    const receiver = await startReceiver();
    const daemon = await startTestDaemon({ database, env: LOOPBACK_OPEN });
    const staff = daemon.owner;
    await subscribe(staff, receiver, 'code.created');
    await addCode(daemon, await runningCampaign(daemon), 'EXACT');
    await expect.poll(() => receiver.received.length).toBe(1);
    const listed = async () => done(await staff.call('listDeliveries'));
    await expect.poll(async () => (await listed()).data[0]?.status).toBe('delivered');
    const { data, mail_ready } = await listed();
    expect(mail_ready).toBe(false);
    const one = done(await staff.call('getDelivery', { params: { delivery_id: data[0].delivery_id } }));
    expect(one).toEqual({ ...data[0], body: receiver.received[0]?.body });
    expect(shape(await staff.call('getDelivery', { params: { delivery_id: 999999 } }))).toEqual(
      refusal(404, 'not_found'),
    );
    await daemon.close();
    await receiver.close();
  });

  it('says that email can be sent if there is a mail server', async () => {
    const daemon = await startTestDaemon({ database, env: SMTP });
    const listed = await daemon.owner.call('listDeliveries', {});
    expect(listed).toMatchObject({ ok: true, body: { data: [], mail_ready: true } });
    await daemon.close();
  });
});
