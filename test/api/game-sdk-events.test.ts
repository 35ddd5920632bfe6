import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { DAY, onEachGame } from '../support/http/game-flow.ts';
import { apiKey, done, iso, pointersOf, refusal, shape, testClient } from '../support/http/test-client.ts';

onEachGame('SDK events', (flow) => {
  const { daemon, clock, staff, unique } = flow;
  const { pay, payment, sdkEvent } = flow;

  it('are refused one by one with their index, the others are stored, and a request ID can be repeated', async () => {
    const bad = [
      sdkEvent({ event_id: 'no uuid' }),
      sdkEvent({ created_at: iso(clock.now + 2 * DAY) }),
      sdkEvent({ more: 1 }),
      sdkEvent({ game_id: 'a-b' }),
      'no object',
      null,
    ];
    const [first, last] = [sdkEvent(), sdkEvent()];
    const answer = await pay([first, ...bad, last], 'echo');
    expect(answer).toMatchObject({ status: 200, body: { id: 'echo', accepted: 2, duplicates: 0 } });
    const told = answer.body.rejected as { index: number; code: string; detail: string }[];
    expect(told.map(({ index, code }) => [index, code])).toEqual(bad.map((_, at) => [at + 1, 'invalid_event']));
    for (const { detail } of told) expect(detail).not.toBe('');
    expect((await pay([sdkEvent()], 'echo')).body).toMatchObject({ id: 'echo', accepted: 1 });
    expect((await pay([sdkEvent()])).body.id).toBeNull();
    const stored = await daemon().db.read(({ db, t }) => db.select().from(t.sdk_events));
    const ids = stored.map(({ event_id }) => event_id);
    expect(ids).toContain(first.event_id);
    expect(ids).toContain(last.event_id);
    const kept = stored.find(({ event_id }) => event_id === first.event_id);
    expect(JSON.parse(kept?.payload ?? '')).toEqual(first);
  });

  it('that no database accepts are also refused one by one; a request with payments is refused as a whole', async () => {
    const deep = JSON.parse(`${'['.repeat(70)}${']'.repeat(70)}`);
    const details = [{ name: 'a\0b' }, { name: '\ud83d' }, { '\udc00': 1 }, { deep }];
    const bad = details.map((event_details) => sdkEvent({ event: { event_sub_type: 'opened', event_details } }));
    const good = [sdkEvent({ event: { event_sub_type: 'opened', event_details: { name: '😀\u0001' } } }), sdkEvent()];
    const { body } = await pay([good[0], ...bad, good[1]]);
    expect(body).toMatchObject({ accepted: 2, duplicates: 0 });
    const told = (index: number, detail: string) => ({ index, code: 'invalid_event', detail });
    const text = 'NUL characters and lone surrogates are not allowed.';
    const depth = 'The body is nested deeper than 64 levels.';
    expect(body.rejected).toEqual([told(1, text), told(2, text), told(3, text), told(4, depth)]);
    const stored = await daemon().db.read(({ db, t }) => db.select().from(t.sdk_events));
    const ids = stored.map(({ event_id }) => event_id);
    expect(good.map(({ event_id }) => ids.includes(event_id))).toEqual([true, true]);
    expect(bad.map(({ event_id }) => ids.includes(event_id))).toEqual([false, false, false, false]);
    // Outside the events, the daemon can only refuse the whole request.
    expect((await pay([sdkEvent()], '\0')).status).toBe(400);
    const user = unique('user');
    const refused = await pay([payment(user, 1), payment(user, 1, { transaction_id: '\ud83d' })]);
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_request' } });
    expect((await pay([payment(user, 1, { transaction_id: deep })])).body.code).toBe('invalid_json');
  });

  it('for a game other than the key’s cause the whole request to be refused, and nothing is stored', async () => {
    const page = async (kind: 'server' | 'client') => {
      const bound = done(await staff.call('createApiKey', { body: { name: 'P', kind, game_id: 'game_b' } }));
      return testClient(daemon().url, apiKey(bound.key));
    };
    const mine = () => sdkEvent({ game_id: 'game_b' });
    for (const ask of [await page('client'), await page('server')]) {
      const events = [mine(), { more: 1 }, sdkEvent(), sdkEvent({ game_id: 'GAME_B' })];
      const answer = await ask.call('gameEvent', { body: { events } });
      expect(shape(answer)).toEqual(refusal(403, 'wrong_game'));
      expect(pointersOf(answer)).toEqual(['/events/2/game_id']);
      const stored = await daemon().db.read(({ db, t }) => db.select().from(t.sdk_events));
      expect(stored.some(({ event_id }) => event_id === (events[0] as { event_id: string }).event_id)).toBe(false);
      // An event that names no game is refused separately, like every other invalid event.
      const { body } = await ask.call('gameEvent', { body: { events: [mine(), { ...sdkEvent(), game_id: 7 }, null] } });
      expect(body).toMatchObject({ accepted: 1, rejected: [{ code: 'invalid_event' }, { code: 'invalid_event' }] });
    }
  });

  it.each(['Payment', 'PAYMENT', ' payment', 'payment\n', '\u00a0payment\u3000', 'ｐａｙｍｅｎｔ'])(
    'of type %j are accepted neither as events nor as payments',
    async (event_type) => {
      const client = done(await staff.call('createApiKey', { body: { name: 'C', kind: 'client' } }));
      const user = unique('user');
      const spelt = payment(user, 1, { event_type });
      const shop = sdkEvent();
      const hidden = sdkEvent({ event_type, event: { event_sub_type: 'opened', event_details: { a: '\0' } } });
      const page = (events: unknown[]) =>
        testClient(daemon().url, apiKey(client.key)).call('gameEvent', { body: { events } });
      for (const send of [pay, page]) {
        for (const events of [[spelt], [sdkEvent({ event_type })], [shop, spelt], [payment(user, 1), spelt]]) {
          const answer = await send(events);
          expect(shape(answer)).toEqual(refusal(400, 'invalid_request'));
          expect(pointersOf(answer)).toEqual([`/events/${events.length - 1}/event_type`]);
        }
        expect(shape(await send([shop, hidden]))).toEqual(refusal(400, 'invalid_request'));
      }
      const stored = await daemon().db.read(({ db, t }) => db.select().from(t.sdk_events));
      expect(stored.some(({ event_id }) => event_id === shop.event_id)).toBe(false);
      // Other words that contain "payment" are ordinary event types.
      for (const other of ['payment_failed', 'pay ment', 'repayment'])
        expect((await pay([sdkEvent({ event_type: other })])).body).toMatchObject({ accepted: 1 });
    },
  );

  it('are stored once, even if they are repeated in one request or in several', async () => {
    const event = sdkEvent();
    expect((await pay([event, sdkEvent(), event])).body).toMatchObject({ accepted: 2, duplicates: 1, rejected: [] });
    expect((await pay([event])).body).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('with a repeated event_id are stored once, even in upper case', async () => {
    const event = sdkEvent();
    done(await pay([event]));
    done(await pay([{ ...event, event_id: event.event_id.toUpperCase() }]));
    const stored = await daemon().db.read(({ db, t }) => db.select().from(t.sdk_events));
    const same = stored.filter(({ event_id }) => event_id.toLowerCase() === event.event_id);
    expect(same).toHaveLength(1);
  });

  it('with a repeated event_id are stored once, even with a different created_at', async () => {
    const event = sdkEvent();
    done(await pay([event]));
    const again = await pay([{ ...event, created_at: iso(clock.now - 1000) }]);
    expect(again.body).toMatchObject({ accepted: 0, duplicates: 1 });
  });

  it('connect an anonymous ID to the user who signed in, once in each game', async () => {
    const anon_id = `anon_${randomUUID()}`;
    const user = unique('user');
    const as = (user_id: string, change: object = {}) => sdkEvent({ anon_id, user_details: { user_id }, ...change });
    const joined = async () => {
      const rows = await daemon().db.read(({ db, t }) => db.select().from(t.identities));
      return rows.filter((row) => row.anon_id === anon_id).map(({ game_id, user_id }) => [game_id, user_id]);
    };
    done(await pay([as(anon_id)]));
    expect(await joined()).toEqual([]);
    done(await pay([as(user), as(user)]));
    expect(await joined()).toEqual([['game', user]]);
    done(await pay([as(unique('user'))]));
    expect(await joined()).toEqual([['game', user]]);
    done(await pay([as(user, { game_id: 'other' })]));
    expect((await joined()).sort()).toEqual([
      ['game', user],
      ['other', user],
    ]);
  });
});
