import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { giveUpOrphans } from '../../daemon/delivery/send/lease-deliveries-store.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';
import { subscribe, type WebhookWorld, webhookWorld } from '../support/http/webhooks.ts';
import {
  answering,
  type Behaviour,
  cutting,
  dripping,
  endless,
  idOf,
  type Receiver,
  silent,
  startReceiver,
  verified,
} from '../support/servers/receiver.ts';
import type { DatabaseKind } from '../support/world/daemon.ts';

// These tests show how the daemon treats endpoints that misbehave.

/** An attempt is allowed more time than any test, so a test that waited for a hanging endpoint would fail. */
const ATTEMPT_MS = 600_000;

describe.each<DatabaseKind>(['sqlite', 'postgres'])('failing endpoints on %s', (database) => {
  let world: WebhookWorld;
  const receivers: Receiver[] = [];
  beforeAll(async () => {
    world = await webhookWorld(database, { attemptMs: ATTEMPT_MS });
  });
  afterAll(() => world?.daemon.close());
  afterEach(async () => {
    for (const { webhook_id } of done(await world.staff.call('listWebhooks')).data)
      done(await world.staff.call('removeWebhook', { params: { webhook_id } }));
    for (const receiver of receivers.splice(0)) await receiver.close();
  });
  const endpoint = async (behaviour?: Behaviour) => {
    const receiver = await startReceiver(behaviour);
    receivers.push(receiver);
    return { receiver, ...(await world.subscribe(receiver)) };
  };
  const webhook = async (id: number) =>
    done(await world.staff.call('listWebhooks')).data.find(
      ({ webhook_id }: { webhook_id: number }) => webhook_id === id,
    );
  const until = (what: () => Promise<unknown> | unknown, value: unknown) => expect.poll(what).toEqual(value);
  const statuses = async (id: number) =>
    (await world.deliveries({ webhook_id: id })).map(({ status }: { status: string }) => status);

  it('endpoints that hang, drip or never end their response do not delay other endpoints', async () => {
    const bad = [
      await endpoint(silent),
      await endpoint(dripping(100)),
      await endpoint(endless),
      await endpoint(cutting),
    ];
    const { receiver: good, secret } = await endpoint();
    await world.redeemMany(200);
    await until(() => good.received.length, 200);
    for (const message of good.received) verified(message, secret);
    for (const { receiver } of bad) await until(() => receiver.received.length > 0, true);
  });

  it('a 410 response disables the endpoint, and the audit log records it', async () => {
    const { receiver, webhook_id } = await endpoint(answering(410));
    await world.redeem();
    await until(async () => (await webhook(webhook_id)).active, false);
    expect((await webhook(webhook_id)).disabled_reason).toContain('410');
    expect((await webhook(webhook_id)).version).toBe(2);
    expect(await statuses(webhook_id)).toEqual(['failed']);
    const { data } = done(await world.staff.call('listAudit', { query: { action: 'webhook.disable', limit: 1 } }));
    expect(data).toMatchObject([{ staff: null, entity_id: String(webhook_id), after: { active: false } }]);
    await world.redeem();
    const [delivery] = await world.deliveries({ webhook_id });
    const again = await world.staff.call('replayDelivery', { params: { delivery_id: delivery.delivery_id } });
    expect(shape(again)).toEqual(refusal(400, 'endpoint_inactive'));
    receiver.behave(answering(200));
    done(await world.staff.edit('changeWebhook', { params: { webhook_id }, body: { active: true } }));
    expect(await webhook(webhook_id)).toMatchObject({ active: true, disabled_reason: null });
    done(await world.staff.call('replayDelivery', { params: { delivery_id: delivery.delivery_id } }));
    await until(() => statuses(webhook_id), ['delivered']);
    expect(receiver.received.map(idOf)).toEqual([delivery.message_id, delivery.message_id]);
  });

  it('a redirect is a failure', async () => {
    const elsewhere = await startReceiver();
    receivers.push(elsewhere);
    const { webhook_id } = await endpoint(answering(302, '', { location: elsewhere.url }));
    await world.redeem();
    await until(async () => (await world.deliveries({ webhook_id }))[0]?.attempts, 1);
    const [delivery] = await world.deliveries({ webhook_id });
    expect(delivery).toMatchObject({ status: 'pending', answer_status: 302 });
    // The daemon counts the failure, but does not change the version that staff edit.
    expect(await webhook(webhook_id)).toMatchObject({ failures: 1, version: 1 });
    expect(elsewhere.connections()).toBe(0);
  });

  it('the daemon retries a failed delivery on schedule, with the same ID and a new signature each time', async () => {
    const { receiver, webhook_id, secret } = await endpoint(answering(500, 'oh no'));
    const before = world.clock();
    await world.redeem();
    await until(() => receiver.received.length, 1);
    await until(async () => (await world.deliveries({ webhook_id }))[0].attempts, 1);
    const after = world.clock();
    const [delivery] = await world.deliveries({ webhook_id });
    expect(delivery).toMatchObject({ status: 'pending', answer_status: 500, answer_text: 'oh no' });
    const next = Date.parse(delivery.next_attempt_at);
    expect(next).toBeGreaterThanOrEqual(before + 5000);
    expect(next).toBeLessThanOrEqual(after + 5500);
    receiver.behave(answering(200, 'better'));
    world.pass(6000);
    await until(() => statuses(webhook_id), ['delivered']);
    expect(receiver.received.map(idOf)).toEqual([delivery.message_id, delivery.message_id]);
    for (const message of receiver.received) verified(message, secret);
    const [first, second] = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(5);
  });

  it('messages about the same subject keep their order, even after a failure', async () => {
    const receiver = await startReceiver(answering(503));
    receivers.push(receiver);
    const { webhook_id } = await subscribe(
      world.staff,
      receiver,
      'creator_code.submitted',
      'creator_code.approved',
      'redemption.succeeded',
    );
    const body = { creator_id: `c-${database}`, redemption_code: world.base, code: 'ORDERLY' };
    const { code_id } = done(await world.game.call('createCreatorCode', { body }));
    done(await world.staff.call('approveCreatorCode', { params: { code_id } }));
    await until(() => receiver.received.length, 1);
    await until(async () => (await world.deliveries({ webhook_id }))[0].attempts, 1);
    receiver.behave(answering(200));
    await world.daemon.db.write(({ db, t }) =>
      db.update(t.deliveries).set({ next_attempt_at: world.clock() + 60_000 }),
    );
    world.pass(11_000);
    // A message about another subject is sent before the ones that are waiting.
    await world.redeem();
    await until(() => receiver.received.length, 2);
    world.pass(60_000);
    await until(() => receiver.received.length, 4);
    const types = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual([
      'creator_code.submitted',
      'redemption.succeeded',
      'creator_code.submitted',
      'creator_code.approved',
    ]);
  });

  it('an endpoint that is down gets few attempts, and every message once it is back', async () => {
    const { receiver, webhook_id } = await endpoint();
    await receiver.down();
    await world.redeemMany(150);
    await until(async () => (await webhook(webhook_id)).failures, 5);
    expect((await webhook(webhook_id)).paused_until).toEqual(expect.any(String));
    const waiting = await world.daemon.db.read(({ db, t }) => db.select().from(t.deliveries));
    const tries = waiting.filter((row) => row.webhook_id === webhook_id).map(({ attempts }) => attempts);
    expect(tries).toHaveLength(150);
    expect(tries.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(80);
    await receiver.up();
    world.pass(400_000);
    await until(() => new Set(receiver.received.map(idOf)).size, 150);
    expect(await webhook(webhook_id)).toMatchObject({ failures: 0, paused_until: null });
    expect(receiver.received).toHaveLength(150);
  });

  it('the daemon gives up on a delivery after the last attempt, and staff can replay it', async () => {
    const { receiver, webhook_id } = await endpoint(answering(500));
    await world.redeem();
    await until(async () => (await world.deliveries({ webhook_id }))[0]?.attempts, 1);
    await world.daemon.db.write(({ db, t }) => db.update(t.deliveries).set({ attempts: 9 }));
    world.pass(6000);
    await until(() => statuses(webhook_id), ['failed']);
    receiver.behave(answering(200));
    const [{ delivery_id }] = await world.deliveries({ webhook_id, status: 'failed' });
    done(await world.staff.call('replayDelivery', { params: { delivery_id } }));
    await until(() => statuses(webhook_id), ['delivered']);
    expect(new Set(receiver.received.map(idOf)).size).toBe(1);
  });

  it('the daemon gives up on deliveries that are waiting for a removed endpoint', async () => {
    const { webhook_id } = await endpoint(answering(500));
    await world.redeem();
    await until(async () => (await world.deliveries({ webhook_id }))[0]?.attempts, 1);
    done(await world.staff.call('removeWebhook', { params: { webhook_id } }));
    const waiting = async () => (await world.deliveries({ webhook_id, status: 'pending' })).length;
    expect(await waiting()).toBe(1);
    const giveUp = () => world.daemon.db.write((handle) => giveUpOrphans(handle, world.clock(), 400));
    while ((await giveUp()) > 0);
    expect(await waiting()).toBe(0);
    const [delivery] = await world.deliveries({ webhook_id });
    expect(delivery).toMatchObject({ status: 'failed', error: 'the endpoint was removed' });
  });

  it('the list of deliveries can be read page by page', async () => {
    const all = done(await world.staff.call('listDeliveries', { query: { limit: 100 } })).data;
    const first = done(await world.staff.call('listDeliveries', { query: { limit: 7 } }));
    const second = done(await world.staff.call('listDeliveries', { query: { limit: 7, cursor: first.next_cursor } }));
    expect([...first.data, ...second.data]).toEqual(all.slice(0, 14));
  });
});
