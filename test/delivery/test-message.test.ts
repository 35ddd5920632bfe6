import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { type WebhookWorld, webhookWorld } from '../support/http/webhooks.ts';
import { answering, idOf, type Receiver, silent, startReceiver, verified } from '../support/servers/receiver.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { until } from '../support/world/wait-until.ts';

describe.each(STORY_DATABASES)('a test message on %s', (database) => {
  let world: WebhookWorld;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await webhookWorld(database);
    receiver = await startReceiver();
  });
  beforeEach(() => {
    receiver.received.length = 0;
    receiver.behave(answering(204));
  });
  afterAll(async () => {
    await world?.daemon.close();
    await receiver?.close();
  });
  const send = (webhookId: number) => world.staff.call('testWebhook', { params: { webhook_id: webhookId } });

  it('is sent immediately, signed with the old and the new secret during a rotation', async () => {
    const { webhook_id, secret } = await world.subscribe(receiver);
    const rotated = done(await world.staff.call('rotateWebhook', { params: { webhook_id } }));
    const told = done(await send(webhook_id));
    expect(told).toMatchObject({ delivered: true, answer_status: 204, answer_text: '', error: null });
    expect(told.ms).toBeGreaterThanOrEqual(0);
    const [message] = receiver.received;
    expect(message && idOf(message)).toBe(told.message_id);
    const body = { type: 'webhook.test', timestamp: expect.any(String), data: { webhook_id } };
    for (const valid of [secret, rotated.secret]) expect(verified(message!, valid)).toEqual(body);
    // A test message creates neither a delivery nor an outbox row, because it reports no change.
    expect(
      (await world.deliveries()).filter((row: { message_id: string }) => row.message_id === told.message_id),
    ).toEqual([]);
  });

  it('reports the response, or that there was none, and does not count towards a pause of the endpoint', async () => {
    const { webhook_id } = await world.subscribe(receiver);
    done(await world.staff.edit('changeWebhook', { params: { webhook_id }, body: { active: false } }));
    receiver.behave(answering(418, 'I am a teapot'));
    expect(done(await send(webhook_id))).toMatchObject({
      delivered: false,
      answer_status: 418,
      answer_text: 'I am a teapot',
      error: null,
    });
    await receiver.down();
    for (let time = 0; time < 6; time += 1)
      expect(done(await send(webhook_id))).toMatchObject({
        delivered: false,
        answer_status: null,
        error: 'the connection was refused',
      });
    await receiver.up();
    const { data } = done(await world.staff.call('listWebhooks'));
    const found = data.find((row: { webhook_id: number }) => row.webhook_id === webhook_id);
    expect(found).toMatchObject({ failures: 0, paused_until: null, active: false });
  });

  it('is subject to the same address check as every message, and cannot go to a removed endpoint', async () => {
    const { webhook_id } = await world.subscribe({ url: 'http://hooks.invalid/' });
    expect(done(await send(webhook_id))).toMatchObject({ delivered: false, error: expect.stringMatching(/name/) });
    done(await world.staff.call('removeWebhook', { params: { webhook_id } }));
    expect(shape(await send(webhook_id))).toEqual(refusal(404, 'not_found'));
  });
});

it('an endpoint in a private network that is not allowed is not reached', async () => {
  const world = await webhookWorld('sqlite');
  const receiver = await startReceiver();
  // The address is not allowed, as if a daemon without REDEEMD_ALLOW_PRIVATE_WEBHOOKS had taken over.
  const { webhook_id } = await world.subscribe(receiver);
  await world.daemon.db.write(async ({ db, t }) => void (await db.update(t.webhooks).set({ url: 'http://10.0.0.1/' })));
  const told = done(await world.staff.call('testWebhook', { params: { webhook_id } }));
  expect(told).toMatchObject({ delivered: false, error: expect.stringContaining('the address is private') });
  await world.daemon.close();
  await receiver.close();
});

it('an endpoint that hangs does not delay the daemon’s shutdown', async () => {
  // An attempt is allowed more time than this test, so the test would fail if the shutdown waited for the attempt.
  const world = await webhookWorld('sqlite', { attemptMs: 600_000 });
  const receiver = await startReceiver(silent);
  const { webhook_id } = await world.subscribe(receiver);
  const asked = world.staff.call('testWebhook', { params: { webhook_id } });
  await until('the message', () => receiver.received.length === 1);
  const [answer] = await Promise.all([asked, world.daemon.close()]);
  expect(shape(answer)).toEqual(refusal(503, 'unavailable'));
  await receiver.close();
});

it('Retry-After is obeyed', async () => {
  const world = await webhookWorld('sqlite');
  const receiver = await startReceiver(answering(429, '', { 'retry-after': '3600' }));
  await world.subscribe(receiver);
  const before = world.clock();
  await world.redeem();
  await until('the first attempt', async () => (await world.deliveries())[0]?.attempts === 1);
  const after = world.clock();
  const [{ next_attempt_at, message_id }] = await world.deliveries();
  const next = Date.parse(next_attempt_at);
  expect(next).toBeGreaterThanOrEqual(before + 3_600_000);
  // The daemon adds a random time of up to a tenth of the usual delay of 5 s.
  expect(next).toBeLessThanOrEqual(after + 3_600_500);
  const attempts = () => receiver.received.filter((message) => idOf(message) === message_id).length;
  world.pass(600_000);
  // The endpoint gets its messages round by round, so a second attempt would have arrived before these messages.
  for (const count of [2, 3]) {
    await world.redeem();
    await until('another message', () => receiver.received.length === count);
  }
  expect(attempts()).toBe(1);
  world.pass(3_600_000);
  await until('the second attempt', () => attempts() === 2);
  await world.daemon.close();
  await receiver.close();
});
