import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { endpoints } from '../../daemon/contract/contract.ts';
import { sdkEvent } from '../../daemon/contract/game-events.ts';
import { CLIENT_KEY, onSink, sdkEventOf, subTypesOf } from '../support/sdk/built-sdk.ts';
import { until } from '../support/world/wait-until.ts';

// The SDK shares no code with the daemon, so its requests are checked against the contract here. In Node, the SDK
// stores nothing, so its promises resolve only after the server has responded.

const on = onSink();
afterEach(() => void vi.unstubAllGlobals());

it('the contract rejects an additional field', () => {
  expect(endpoints.gameEvent.body.safeParse({ events: [{}], more: 1 }).success).toBe(false);
});

describe('the SDK', () => {
  it('sends requests that match the contract, whatever the client passes in', async () => {
    const name = fc.string({ minLength: 1, maxLength: 255 });
    const details = fc.dictionary(fc.string(), fc.jsonValue());
    const user = fc.record({ user_id: fc.uuid(), email: fc.string(), more: fc.jsonValue() }, { requiredKeys: [] });
    const one = fc.record({
      event_type: name.filter((type) => type !== 'payment'),
      event: fc.record({ event_sub_type: name, event_details: details }, { requiredKeys: ['event_sub_type'] }),
    });
    const property = fc.asyncProperty(
      fc.array(one, { minLength: 1, maxLength: 5 }),
      user,
      details,
      fc.boolean(),
      async (given, who, app, isPII) => {
        on.sink.received.length = 0;
        const sent = await on.sentBy((events) => {
          events.setPIITracking(isPII);
          events.setAppDetails(app);
          events.setUserDetails(who);
          return Promise.all([events.createEvent(given), events.createUserEvent(given)]);
        });
        expect(sent.length).toBeGreaterThan(given.length * 2);
        for (const request of on.sink.posts()) {
          expect(request).toMatchObject({
            method: endpoints.gameEvent.method,
            path: endpoints.gameEvent.path,
            apiKey: CLIENT_KEY,
          });
          expect(endpoints.gameEvent.body.safeParse(request.body).error).toBeUndefined();
          expect(Math.abs(Date.parse(request.body.sent_at) - request.at)).toBeLessThan(60_000);
        }
        for (const each of sent) expect(sdkEvent.safeParse(each).error).toBeUndefined();
      },
    );
    await fc.assert(property, { numRuns: 20 });
  });

  it('sends only the anonymous ID with createEvent; createUserEvent sends everything that was set, email and wallet only with PII', async () => {
    const who = { user_id: 'u1', email: 'a@example.test', wallet_id: '0x1', group_id: 'g' };
    const sent = await on.sentBy((events) => {
      events.setUserDetails(who);
      events.createEvent([sdkEventOf('a')]);
      events.createUserEvent([sdkEventOf('b')]);
      events.setPIITracking(true);
      events.createUserEvent([sdkEventOf('c')]);
      events.createEvent([sdkEventOf('d')]);
    });
    const of = (name: string) => sent.find((each) => each.event.event_sub_type === name)!;
    const { anon_id } = of('a');
    expect(anon_id).toMatch(/^anon_[\da-f]{8}-[\da-f]{4}-4/);
    expect(of('a').user_details).toEqual({ user_id: anon_id });
    expect(of('b')).toMatchObject({ anon_id, user_details: { user_id: 'u1', group_id: 'g' } });
    expect(of('b').user_details).not.toHaveProperty('email');
    expect(of('b').user_details).not.toHaveProperty('wallet_id');
    expect(of('c').user_details).toEqual(who);
    expect(of('d').user_details).toEqual({ user_id: anon_id });
    expect(new Set(sent.map((each) => each.session_id)).size).toBe(1);
  });

  it('adds the anonymous ID to createUserEvent if no user_id was set', async () => {
    const sent = await on.sentBy((events) => {
      events.setUserDetails({ group_id: 'g' });
      events.createUserEvent([sdkEventOf('a')]);
    });
    expect(sent.at(-1)?.user_details).toEqual({ user_id: sent[0]?.anon_id, group_id: 'g' });
    expect(subTypesOf(sent)).toEqual(['session_created', 'a']);
  });

  it('sends each event with its own game and the app details that were set when it was created', async () => {
    const sent = await on.sentBy((events) => {
      events.setAppDetails({ platform_id: 'web' });
      events.createEvent([sdkEventOf('a'), { ...sdkEventOf('b'), game_id: 'other' }]);
      events.setAppDetails({ store_id: 's' });
      events.createEvent([sdkEventOf('c')]);
    });
    expect(sent.slice(1).map((each) => [each.game_id, each.app_details])).toEqual([
      ['game_1', { platform_id: 'web' }],
      ['other', { platform_id: 'web' }],
      ['game_1', { store_id: 's' }],
    ]);
  });

  it('sends 20 events immediately, and fewer after 2 s', async () => {
    // The wait of 2 s ends only when the test ends it.
    const ends: (() => void)[] = [];
    const set = globalThis.setTimeout;
    vi.stubGlobal('setTimeout', (work: () => void, ms: number) => (ms === 2000 ? ends.push(work) : set(work, ms)));
    const events = on.make();
    void events.startSession();
    void events.createEvent(Array.from({ length: 19 }, () => sdkEventOf()));
    await until('the requests', () => on.sink.events().length === 20);
    let isTaken = false;
    const created = events.createEvent([sdkEventOf()]).then(() => {
      isTaken = true;
    });
    // If the SDK had sent another request, it would arrive before these.
    for (let n = 0; n < 3; n += 1) await fetch(on.sink.url, { method: 'HEAD' });
    expect([isTaken, on.sink.events().length, ends.length]).toEqual([false, 20, 1]);
    for (const end of ends) end();
    await created;
    expect(on.sink.events()).toHaveLength(21);
  });

  it('puts events that are created while a batch is being sent into the next batch', async () => {
    const events = on.make();
    void events.startSession();
    const taken = on.sink.answer;
    on.sink.answer = (request) => {
      for (let at = 0; at < 3; at++) void events.createEvent([sdkEventOf(`late${at}`)]);
      on.sink.answer = taken;
      return taken(request);
    };
    await events.createEvent(Array.from({ length: 25 }, () => sdkEventOf()));
    await until('the second batch', () => on.sink.posts().length === 2);
    const [first, second] = on.sink.posts();
    expect([first!.body.events.length, second!.body.events.length]).toEqual([26, 3]);
    expect(second!.at - first!.at).toBeGreaterThan(1900);
  });
});

describe('the SDK rejects', () => {
  it('a bad key, a bad game and a custom address in the constructor', () => {
    const { EVENTS, EventsBaseURL } = on.sdk;
    for (const key of ['', 'ck_short', `ck_${'k'.repeat(42)}-`, `xx_${'k'.repeat(43)}`, undefined, `${CLIENT_KEY}\n`])
      expect(() => new EVENTS(key, 'game', EventsBaseURL.EVENTS_PROD), String(key)).toThrow('API key');
    for (const game of ['', 'a-b', 'a b', 'é', 'x'.repeat(65), undefined, 'game\n'])
      expect(() => new EVENTS(CLIENT_KEY, game, EventsBaseURL.EVENTS_PROD), String(game)).toThrow('game_id');
    expect(() => new EVENTS(CLIENT_KEY, 'game', 'https://elsewhere.test')).toThrow('baseURL');
    expect(new EVENTS(`sk_${'k'.repeat(43)}`, 'Game_1', EventsBaseURL.EVENTS_DEV).isEnabled()).toBe(true);
  });

  it('invalid events and calls before startSession, and sends nothing', async () => {
    const events = on.make();
    await expect(events.createEvent([sdkEventOf()])).rejects.toThrow('startSession');
    await events.startSession().then(() => events.flush());
    const bad = [
      undefined,
      {},
      [null],
      [{}],
      [{ event_type: 'a' }],
      [sdkEventOf('')],
      [sdkEventOf('x'.repeat(256))],
      [sdkEventOf(), 'x'],
      [sdkEventOf('a', { event_details: 'text' })],
      [sdkEventOf('a', { event_details: null })],
      [sdkEventOf('a', { event_details: [] })],
    ];
    for (const each of bad) await expect(events.createEvent(each), JSON.stringify(each)).rejects.toThrow(TypeError);
    await expect(events.createEvent([{ ...sdkEventOf(), event_type: 'payment' }])).rejects.toThrow('server');
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    await expect(events.createEvent([sdkEventOf('a', { event_details: circular })])).rejects.toThrow();
    expect(await events.flush()).toBe(true);
    expect(subTypesOf(on.sink.events())).toEqual(['session_created']);
  });

  it('a user_id that the daemon would not accept', () => {
    for (const user_id of ['', 'x'.repeat(256), 'a\u0000', 7])
      expect(() => on.make().setUserDetails({ user_id })).toThrow('user_id');
  });
});
