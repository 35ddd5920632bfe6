import { expect, it } from 'vitest';
import { DAY, EVENTS, MINUTE, onEachGame, START } from '../support/http/game-flow.ts';
import { apiKey, done, iso, pointersOf, refusal, shape, testClient } from '../support/http/test-client.ts';

onEachGame('payments', (flow) => {
  const { daemon, clock, staff, unique } = flow;
  const { running, newCode } = flow;
  const { redeem, payment, pay, analytics, linkedPlayer, sdkEvent } = flow;

  it('count for the creator the player is linked to, and for every redeem code that the player redeemed', async () => {
    const { user, figures, campaignId } = await linkedPlayer();
    const { code } = await newCode(campaignId);
    done(await redeem(user, code));
    const paid = await pay([payment(user, 60.5), payment(user, 39.5), payment(unique('stranger'), 1000)], 'req-1');
    expect(shape(paid)).toEqual({ status: 200, body: { id: 'req-1', accepted: 3, duplicates: 0, rejected: [] } });
    expect(await figures()).toMatchObject({ total_revenue: 100, commission_tier: 20, expected_payout: 20 });
    const managers = await analytics(`creator_id=0&campaign_id=${campaignId}`);
    expect(managers.find((row) => row.code === code)).toMatchObject({
      code_type: 'redeem',
      number_of_claims: 1,
      total_revenue: 100,
      commission_tier: 0,
      expected_payout: 0,
    });
  });

  it('dated more than two minutes before the claim, or after the campaign’s end, count for no creator', async () => {
    const { user, figures } = await linkedPlayer();
    const at = (created_at: string) => payment(user, 10, { created_at });
    done(await pay([at(iso(clock.now - 120_001)), at(iso(START + 30 * DAY)), at(iso(clock.now - 120_000))]));
    // The second payment counts at the time of its receipt, which is before its own date. The third is within the
    // difference that is allowed between clocks.
    expect(await figures()).toMatchObject({ total_revenue: 20 });
  });

  it('are accepted together or not at all: any fault refuses the request, with a pointer to each fault', async () => {
    const { user, figures } = await linkedPlayer();
    const tx = unique('tx');
    const good = payment(user, 10, { transaction_id: tx });
    const cases: [string, number, string, unknown, string[] | undefined][] = [
      ['mixed', 400, 'mixed_events', { event_type: 'click' }, undefined],
      ['currency', 400, 'no_exchange_rate', payment(user, 1, { currency: 'EUR' }), ['/events/1/currency']],
      ['decimals', 400, 'invalid_amount', payment(user, 0.001), ['/events/1/event/amount']],
      ['digits', 400, 'invalid_amount', payment(user, 1e16), ['/events/1/event/amount']],
      ['text', 400, 'invalid_request', payment(user, '1.00'), ['/events/1/event/amount']],
      ['day', 400, 'invalid_request', payment(user, 1, { created_at: '2026-02-30' }), ['/events/1/created_at']],
      ['game', 400, 'invalid_request', payment(user, 1, { game_id: 'a-b' }), ['/events/1/game_id']],
      ['an extra field', 400, 'invalid_request', payment(user, 1, { note: 'x' }), undefined],
      ['positive', 400, 'invalid_request', payment(user, 1, { refund_of: 'x' }), ['/events/1/event/amount']],
      ['conflict', 409, 'transaction_conflict', payment(user, 11, { transaction_id: tx }), ['/events/1/event/amount']],
      ['refund', 400, 'refund_exceeds_payment', payment(user, -10.01, { refund_of: tx }), ['/events/1/refund_of']],
    ];
    for (const [name, status, code, event, pointers] of cases) {
      const answer = await pay([good, event]);
      expect(shape(answer), name).toEqual(refusal(status, code));
      if (pointers) expect(pointersOf(answer), name).toEqual(pointers);
    }
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    expect(shape(await pay([]))).toEqual(refusal(400, 'invalid_request'));
    const many = Array.from({ length: 1001 }, () => payment(user, 1));
    expect(shape(await pay(many))).toEqual(refusal(400, 'invalid_request'));
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    // The refused request stored nothing, so its transaction ID is still unused.
    expect((await pay([good])).body).toMatchObject({ accepted: 1, duplicates: 0 });
  });

  it('of one transaction count once; different content is a conflict', async () => {
    const { user, figures } = await linkedPlayer();
    const transaction_id = unique('tx');
    const event = payment(user, 10, { transaction_id });
    expect((await pay([event, event])).body).toMatchObject({ accepted: 1, duplicates: 1 });
    expect((await pay([event, payment(user, 1)])).body).toMatchObject({ accepted: 1, duplicates: 1 });
    for (const currency of ['USD', 'usd'])
      expect((await pay([{ ...event, currency }])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    // A game that repeats a payment can send a different time; the first one is kept.
    const later = { ...event, created_at: iso(clock.now - 1) };
    expect((await pay([later])).body).toMatchObject({ accepted: 0, duplicates: 1 });
    const changes = [
      ['amount', { user_id: user, amount: 10.01 }],
      ['user_id', { user_id: unique('other'), amount: 10 }],
    ] as const;
    for (const [field, change] of changes) {
      const conflict = await pay([{ ...event, event: change }]);
      expect(shape(conflict)).toEqual(refusal(409, 'transaction_conflict'));
      const stored = `payment ${transaction_id} of ${event.created_at}`;
      expect(conflict.body.errors).toEqual([
        {
          pointer: `/events/0/event/${field}`,
          code: 'invalid',
          detail: `${field} of event 0 differs from that of ${stored}`,
        },
      ]);
    }
    const back = payment(user, -1, { transaction_id: unique('tx'), refund_of: transaction_id });
    expect((await pay([back])).body).toMatchObject({ accepted: 1 });
    const unnamed = await pay([{ ...back, refund_of: undefined }]);
    expect(shape(unnamed)).toEqual(refusal(409, 'transaction_conflict'));
    expect(pointersOf(unnamed)).toEqual(['/events/0/refund_of']);
    // Each game has its own transaction IDs.
    expect((await pay([{ ...event, game_id: 'other' }])).body).toMatchObject({ accepted: 1 });
    expect(await figures()).toMatchObject({ total_revenue: 20 });
  });

  it('with a repeated request ID get the same response, and count once; different events are refused', async () => {
    const { user, figures } = await linkedPlayer();
    const id = unique('request');
    const events = [payment(user, 10), payment(user, 5)];
    const first = await pay(events, id);
    expect(first.body).toEqual({ id, accepted: 2, duplicates: 0, rejected: [] });
    clock.now += MINUTE;
    expect(shape(await pay(events, id))).toEqual(shape(first));
    expect(shape(await pay(events.slice(1), id))).toEqual(refusal(409, 'duplicate_request'));
    const later = events.map((event) => ({ ...event, created_at: iso(clock.now) }));
    expect(shape(await pay(later, id))).toEqual(shape(first));
    const more = events.map((event) => ({ ...event, event: { ...event.event, amount: 11 } }));
    expect(shape(await pay(more, id))).toEqual(refusal(409, 'duplicate_request'));
    expect(await figures()).toMatchObject({ total_revenue: 15 });
    // A rotated key belongs to the same family, so its request counts as the same; a request from another key does not.
    const keys = (await staff.call('listApiKeys', { query: { page_size: 100 } })).body.data;
    const mine = keys.find((key: { prefix: string }) => daemon().serverKey.startsWith(key.prefix));
    const successor = done(
      await staff.call('rotateApiKey', { params: { key_id: mine.key_id }, body: { overlap_seconds: 2_592_000 } }),
    );
    const rotated = testClient(daemon().url, apiKey(successor.key));
    expect(shape(await rotated.call('gameEvent', { body: { id, events } }))).toEqual(shape(first));
    const stranger = done(await staff.call('createApiKey', { body: { name: 'Other', kind: 'server' } }));
    const other = testClient(daemon().url, apiKey(stranger.key));
    expect((await other.call('gameEvent', { body: { id, events } })).body).toMatchObject({ accepted: 2 });
    expect(await figures()).toMatchObject({ total_revenue: 30 });
  });

  it('in a refused request do not use up the request ID', async () => {
    const { user } = await linkedPlayer();
    const id = unique('request');
    expect((await pay([payment(user, 0.001)], id)).status).toBe(400);
    expect((await pay([payment(user, 1)], id)).body).toMatchObject({ id, accepted: 1 });
  });

  it('are refunded by at most their amount, even if a refund arrives first', async () => {
    const { user, figures } = await linkedPlayer();
    const tx = unique('tx');
    const refund = (amount: number) => payment(user, amount, { refund_of: tx });
    done(await pay([refund(-3)])); // before its payment
    expect(await figures()).toMatchObject({ total_revenue: 0 });
    done(await pay([payment(user, 10, { transaction_id: tx })]));
    expect(await figures()).toMatchObject({ total_revenue: 7 });
    done(await pay([refund(-5)]));
    expect(shape(await pay([refund(-1), refund(-1.01)]))).toEqual(refusal(400, 'refund_exceeds_payment'));
    done(await pay([refund(-2)]));
    expect(await figures()).toMatchObject({ total_revenue: 0, expected_payout: 0 });
    expect(shape(await pay([refund(-0.01)]))).toEqual(refusal(400, 'refund_exceeds_payment'));
    // A refund that names no payment takes from the newest payments, and no payment falls below zero.
    done(await pay([payment(user, 4), payment(user, 6), payment(user, -7)]));
    expect(await figures()).toMatchObject({ total_revenue: 3 });
    done(await pay([payment(user, -100)]));
    expect(await figures()).toMatchObject({ total_revenue: 0 });
  });

  it('that arrive after their refund add nothing to the figures of redeem codes', async () => {
    const campaignId = await running();
    const { code } = await newCode(campaignId);
    const user = unique('user');
    done(await redeem(user, code));
    const [before, after] = [unique('tx'), unique('tx')];
    done(await pay([payment(user, 10, { transaction_id: after })]));
    done(await pay([payment(user, -10, { refund_of: after })]));
    const revenue = async () =>
      (await analytics(`creator_id=0&campaign_id=${campaignId}`)).find((row) => row.code === code)?.total_revenue;
    expect(await revenue()).toBe(0);
    done(await pay([payment(user, -10, { refund_of: before })]));
    done(await pay([payment(user, 10, { transaction_id: before })]));
    expect(await revenue()).toBe(0);
  });

  it('have exact amounts', async () => {
    const { user, figures } = await linkedPlayer();
    const raw = (amount: string) =>
      fetch(daemon().url + EVENTS, {
        method: 'POST',
        headers: { ...apiKey(daemon().serverKey), 'Content-Type': 'application/json' },
        body: JSON.stringify({ events: [payment(user, 'AMOUNT')] }).replace('"AMOUNT"', amount),
      });
    for (const amount of ['0.1', '0.2', '1.50000', '1e1', '12E-1']) expect((await raw(amount)).status).toBe(200);
    expect(await figures()).toMatchObject({ total_revenue: 13 });
    for (const amount of ['0.100000000000000001', '1e-3', '12345678901234567', '1e400'])
      expect((await raw(amount)).status, amount).toBe(400);
    expect(await figures()).toMatchObject({ total_revenue: 13 });
  });

  it('need a server key for the right game', async () => {
    const bound = done(await staff.call('createApiKey', { body: { name: 'B', kind: 'server', game_id: 'game_b' } }));
    const client = done(await staff.call('createApiKey', { body: { name: 'C', kind: 'client' } }));
    const narrow = done(await staff.call('createApiKey', { body: { name: 'N', kind: 'server', scopes: ['events'] } }));
    const by = (key: string, events: unknown[]) =>
      testClient(daemon().url, apiKey(key)).call('gameEvent', { body: { events } });
    const user = unique('user');
    const wrong = await by(bound.key, [payment(user, 1, { game_id: 'game_b' }), payment(user, 1)]);
    expect(shape(wrong)).toEqual(refusal(403, 'wrong_game'));
    expect(pointersOf(wrong)).toEqual(['/events/1/game_id']);
    // The daemon does not report other faults to a key that may not send the request.
    const worse = await by(bound.key, [payment(user, 'much', { game_id: 'game_b' }), sdkEvent(), payment(user, 1)]);
    expect(shape(worse)).toEqual(refusal(403, 'wrong_game'));
    expect((await by(bound.key, [payment(user, 1, { game_id: 'game_b' })])).status).toBe(200);
    for (const { key } of [client, narrow]) {
      expect(shape(await by(key, [payment(user, 1)]))).toEqual(refusal(403, 'forbidden'));
      // The daemon refuses a payment even if the request also contains other events.
      expect(shape(await by(key, [sdkEvent(), payment(user, 1)]))).toEqual(refusal(403, 'forbidden'));
    }
    expect((await daemon().client.call('gameEvent', { body: { events: [payment(user, 1)] } })).status).toBe(401);
  });
});
