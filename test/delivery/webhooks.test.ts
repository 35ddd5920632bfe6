import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { webhookBody } from '../../daemon/contract/webhook-events.ts';
import type { WebhookEventType } from '../../daemon/contract/words.ts';
import { failOn } from '../support/faults/sabotage.ts';
import { done, pointersOf } from '../support/http/test-client.ts';
import { type WebhookWorld, webhookWorld } from '../support/http/webhooks.ts';
import { idOf, type Received, type Receiver, startReceiver, typeOf, verified } from '../support/servers/receiver.ts';
import type { DatabaseKind } from '../support/world/daemon.ts';

describe.each<DatabaseKind>(['sqlite', 'postgres'])('webhooks on %s', (database) => {
  let world: WebhookWorld;
  let receiver: Receiver;
  beforeAll(async () => {
    world = await webhookWorld(database);
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await world?.daemon.close();
    await receiver?.close();
  });
  afterEach(async () => {
    for (const { webhook_id } of done(await world.staff.call('listWebhooks')).data)
      done(await world.staff.call('removeWebhook', { params: { webhook_id } }));
    receiver.received.length = 0;
  });
  const arrived = (count: number) => expect.poll(() => receiver.received.length).toBe(count);
  const checked = (message: Received | undefined, secret: string) => {
    if (!message) throw new Error('Nothing came');
    const body = verified(message, secret);
    expect(webhookBody(body.type as WebhookEventType).safeParse(body).error).toBeUndefined();
    return body.data;
  };

  it('the endpoint gets one signed message for a claim, in the form that the contract describes', async () => {
    const { secret } = await world.subscribe(receiver);
    const redemption_id = await world.redeem();
    await arrived(1);
    const [message] = receiver.received;
    expect(checked(message, secret)).toMatchObject({
      redemption_id,
      code: 'GIFT',
      code_type: 'redeem',
      campaign_id: world.campaignId,
      creator_id: null,
      linked: false,
      again: false,
      rewards: [{ gold: 1 }],
    });
    await expect.poll(async () => (await world.deliveries())[0]?.status).toBe('delivered');
    const [delivery] = await world.deliveries();
    expect(delivery).toMatchObject({
      message_id: message && idOf(message),
      event_type: 'redemption.succeeded',
      channel: 'webhook',
      status: 'delivered',
      attempts: 1,
      answer_status: 204,
      error: null,
      next_attempt_at: null,
      finished_at: expect.any(String),
    });
    const metrics = await (await fetch(`${world.daemon.url}/metrics`)).text();
    expect(metrics).toContain('redeemd_webhook_tries_total{outcome="delivered"} 1\n');
    const [row] = await world.outbox();
    expect(row).toMatchObject({ message_id: delivery.message_id, body: message?.body, spread_at: expect.any(String) });
    expect(() =>
      verified({ ...(message as Received), body: message?.body.replace('GIFT', 'GIFX') ?? '' }, secret),
    ).toThrow();
  });

  it('the daemon writes no message while no endpoint is subscribed', async () => {
    const before = (await world.outbox()).length;
    await world.redeem();
    await world.creatorCode('creator-unheard');
    expect((await world.outbox()).length).toBe(before);
    await world.subscribe(receiver, 'campaign.ended');
    await world.redeem();
    expect((await world.outbox()).length).toBe(before);
  });

  it('each of many claims in one batch has its own message', async () => {
    const { secret } = await world.subscribe(receiver);
    const claims = await world.redeemMany(120);
    await arrived(120);
    expect(receiver.received.map((message) => checked(message, secret).redemption_id).sort()).toEqual(
      [...claims].sort(),
    );
    expect(new Set(receiver.received.map(idOf)).size).toBe(120);
  });

  it('a claim whose message cannot be written is not stored', async () => {
    await world.subscribe(receiver);
    const before = done(await world.staff.call('listClaims', { query: { limit: 100 } })).data.length;
    const heal = await failOn(world.daemon.databaseUrl, { table: 'outbox' });
    try {
      await expect(world.redeem()).rejects.toThrow();
    } finally {
      await heal();
    }
    expect(done(await world.staff.call('listClaims', { query: { limit: 100 } })).data.length).toBe(before);
  });

  it('the endpoint gets another message when support grants rewards again', async () => {
    const { secret } = await world.subscribe(receiver);
    const id = await world.redeem();
    done(
      await world.staff.call('grantClaimAgain', { params: { redemption_id: id }, body: { reason: 'It never came.' } }),
    );
    await arrived(2);
    const told = receiver.received.map((message) => checked(message, secret));
    expect(told.map(({ redemption_id, again }) => [redemption_id, again]).sort()).toEqual([
      [id, false],
      [id, true],
    ]);
    expect(new Set(receiver.received.map(idOf)).size).toBe(2);
  });

  it('the endpoint gets messages about new codes, one by one or 500 at a time', async () => {
    const { secret } = await world.subscribe(receiver, 'code.created');
    const fields = {
      name: 'Bulk',
      root_url: 'https://game.example/x',
      rewards_json: '{"gold": 1.50}',
      active: 'Y' as const,
    };
    done(
      await world.staff.call('createCode', {
        params: { campaign_id: world.campaignId },
        body: { ...fields, code: 'ONE_MORE' },
      }),
    );
    await arrived(1);
    expect(receiver.received[0]?.body).toContain('"rewards":[{"gold": 1.50}]');
    expect(checked(receiver.received[0], secret)).toMatchObject({ codes: [{ code: 'ONE_MORE', active: 'Y' }] });
    done(
      await world.staff.call('generateCodes', {
        params: { campaign_id: world.campaignId },
        body: { ...fields, count: 700 },
      }),
    );
    const codes = () => receiver.received.slice(1).flatMap((message) => checked(message, secret).codes);
    await expect.poll(() => codes().length).toBe(700);
    expect(new Set(codes().map(({ code }) => code)).size).toBe(700);
    expect(Math.max(...receiver.received.map((message) => checked(message, secret).codes.length))).toBeLessThanOrEqual(
      500,
    );
  });

  it('the endpoint gets decisions on creator codes in order, ten seconds later, without those that have been undone', async () => {
    const { secret } = await world.subscribe(
      receiver,
      'creator_code.submitted',
      'creator_code.approved',
      'creator_code.rejected',
    );
    const wish = async (creator: string) => {
      const body = { creator_id: creator, redemption_code: world.base, code: `WISH_${creator.toUpperCase()}` };
      return done(await world.game.call('createCreatorCode', { body })).code_id as number;
    };
    const decide = async (codeId: number, decision: string, body?: object) =>
      done(await world.staff.send('POST', `/v1/admin/creator-codes/${codeId}/${decision}`, body));
    const [ann, bob, cat, eve] = [await wish('ann'), await wish('bob'), await wish('cat'), await wish('eve')];
    await decide(eve, 'approve');
    expect(done(await world.staff.call('undoDecisions', { body: { code_ids: [eve] } })).undone).toEqual([eve]);
    await decide(ann, 'approve');
    await decide(bob, 'reject', { reason: 'Too near.' });
    await decide(cat, 'approve');
    await decide(cat, 'disable');
    await arrived(4);
    expect(receiver.received.map(typeOf)).toEqual(Array(4).fill('creator_code.submitted'));
    expect(await world.outbox({ waiting: 'true' })).toHaveLength(2);
    world.pass(10_000);
    await arrived(6);
    const told = receiver.received.slice(4).map((message) => [typeOf(message), checked(message, secret)]);
    expect(new Map(told.map(([type, data]) => [data.code_id, [type, data.rejection_reason]]))).toEqual(
      new Map([
        [ann, ['creator_code.approved', null]],
        [bob, ['creator_code.rejected', 'Too near.']],
      ]),
    );
    await world.creatorCode('dan');
    await arrived(7);
    expect(receiver.received.map(typeOf).at(-1)).toBe('creator_code.approved');
  });

  it('a secret is shown once, encrypted at rest, and replaced by another without a gap', async () => {
    const made = await world.subscribe(receiver);
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = done(await world.staff.call('listWebhooks'));
    expect(JSON.stringify(listed)).not.toContain(made.secret.slice(6));
    const rows = () => world.daemon.db.read(({ db, t }) => db.select().from(t.webhooks));
    expect(JSON.stringify(await rows())).not.toContain(made.secret.slice(6));
    const next = done(
      await world.staff.call('rotateWebhook', {
        params: { webhook_id: made.webhook_id },
        body: { overlap_seconds: 60 },
      }),
    );
    expect(next.secret).not.toBe(made.secret);
    await world.redeem();
    await arrived(1);
    for (const secret of [made.secret, next.secret]) checked(receiver.received[0], secret);
    world.pass(61_000);
    await world.redeem();
    await arrived(2);
    checked(receiver.received[1], next.secret);
    expect(() => verified(receiver.received[1] as Received, made.secret)).toThrow();
    const at_once = done(
      await world.staff.call('rotateWebhook', {
        params: { webhook_id: made.webhook_id },
        body: { overlap_seconds: 0 },
      }),
    );
    await world.redeem();
    await arrived(3);
    checked(receiver.received[2], at_once.secret);
    expect(() => verified(receiver.received[2] as Received, next.secret)).toThrow();
    const audit = done(await world.staff.call('listAudit', { query: { entity: 'webhook', limit: 100 } }));
    expect(JSON.stringify(audit)).not.toContain('whsec');
  });

  it('endpoints can be changed, disabled and removed', async () => {
    const { webhook_id } = await world.subscribe(receiver);
    expect(
      done(await world.staff.edit('changeWebhook', { params: { webhook_id }, body: { active: false } })),
    ).toMatchObject({ active: false });
    await world.redeem();
    done(
      await world.staff.edit('changeWebhook', {
        params: { webhook_id },
        body: { active: true, url: `${receiver.url}/other` },
      }),
    );
    await world.redeem();
    await arrived(1);
    expect(receiver.received[0]?.path).toBe('/hook/other');
    done(await world.staff.call('removeWebhook', { params: { webhook_id } }));
    await world.redeem();
    expect((await world.staff.edit('changeWebhook', { params: { webhook_id }, body: { active: true } })).status).toBe(
      404,
    );
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    'http://10.0.0.1/',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'https://user:word@example.com/',
    'http://0x0a.1/',
  ])('%s is refused on input', async (url) => {
    const answer = await world.staff.call('createWebhook', { body: { url, events: ['campaign.ended'] } });
    expect([answer.status, pointersOf(answer)]).toEqual([400, ['/url']]);
    expect(answer.body.errors[0].detail).toMatch(/^url must be /);
  });
});
