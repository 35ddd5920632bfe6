import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SentEvent } from '../../sdk/types.ts';
import { GAME, onSink, refused, sdkEventOf, subTypesOf } from '../support/sdk/built-sdk.ts';

// Sessions, landings and privacy, with substitutes for the browser's local storage and address. Two instances act as
// two tabs, or as a page and the next one.

const on = onSink();
let stored: Record<string, string>;
const prefix = `service_sdk.${GAME}.`;
const kept = (key: string) => stored[prefix + key];

beforeEach(() => {
  stored = {};
  // The part of local storage that the SDK needs. The stored keys are the object's own properties.
  const methods = {
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => {
      stored[key] = value;
    },
    removeItem: (key: string) => {
      delete stored[key];
    },
  };
  const target = (_: object, key: string) => Reflect.get(methods, key);
  vi.stubGlobal('localStorage', new Proxy(stored, { get: target }));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const landAt = (search: string) =>
  vi.stubGlobal('location', { origin: 'https://game.example', pathname: '/play', search });
const created = (events: SentEvent[]) => events.filter((event) => event.event_type === 'session_created');

describe('a session', () => {
  it('is sent once, shared by tabs and kept for the next visit', async () => {
    await on.sentBy((events) => events.createEvent([sdkEventOf('a')]));
    await on.sentBy((events) => events.createEvent([sdkEventOf('b')]));
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'a', 'b']);
    expect(new Set(sent.map((event) => event.session_id))).toEqual(new Set([kept('session_id')]));
    expect(new Set(sent.map((event) => event.anon_id))).toEqual(new Set([kept('anon_id')]));
    expect(kept('session_id')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(kept('anon_id')).toMatch(/^anon_[\da-f-]{36}$/);
  });

  it('is replaced after local storage has been cleared, even within a page', async () => {
    await on.sentBy(async (events) => {
      await events.flush();
      for (const key of Object.keys(stored)) delete stored[key];
      events.createEvent([sdkEventOf('a')]);
      await events.flush();
    });
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'session_created', 'a']);
    expect(sent[1]!.session_id).toBe(sent[2]!.session_id);
    expect(sent[0]!.session_id).not.toBe(sent[1]!.session_id);
    expect(sent[0]!.anon_id).not.toBe(sent[1]!.anon_id);
  });

  it('belongs to one game', async () => {
    const { EVENTS, EventsBaseURL } = on.sdk;
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    await on.sentBy(() => {});
    await new EVENTS(`ck_${'k'.repeat(43)}`, 'other', EventsBaseURL.EVENTS_LOCAL).startSession();
    log.mockRestore();
    expect(stored['service_sdk.other.session_id']).not.toBe(kept('session_id'));
  });

  it('that was idle for too long is followed by another session of the same player', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const options = { sessionIdleMs: 600_000 };
    await on.sentBy(async (events) => {
      await events.flush();
      vi.setSystemTime(Date.now() + 599_000);
      events.createEvent([sdkEventOf('a')]);
      vi.setSystemTime(Date.now() + 599_000);
      events.createEvent([sdkEventOf('b')]);
      vi.setSystemTime(Date.now() + 601_000);
      events.createEvent([sdkEventOf('c')]);
      await events.flush();
    }, options);
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'a', 'b', 'session_created', 'c']);
    const [first, a, b, second, c] = sent.map((event) => event.session_id);
    expect([a, b]).toEqual([first, first]);
    expect(c).toBe(second);
    expect(second).not.toBe(first);
    expect(new Set(sent.map((event) => event.anon_id)).size).toBe(1);
  });

  it('is not read from invalid stored values', async () => {
    stored[`${prefix}session_id`] = 'junk';
    stored[`${prefix}anon_id`] = 'x'.repeat(300);
    stored[`${prefix}touch`] = '{';
    stored[`${prefix}wait`] = 'null';
    stored[`${prefix}journal.1`] = '[1';
    await on.sentBy(() => {});
    expect(subTypesOf(on.sink.events())).toEqual(['session_created']);
  });
});

describe('consent', () => {
  const pending = () => on.make({ consent: 'pending' });

  it('that is pending keeps everything in memory; once consent is granted, everything is stored and sent in order', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const start = Date.now();
    landAt('?utm_source=news&linkId=link-7&code=SUMMER');
    vi.stubGlobal('document', { referrer: 'https://video.example/watch?v=1', addEventListener: () => {} });
    const events = pending();
    const started = events.startSession();
    expect(events.getRedeemCode()).toBe('SUMMER');
    vi.stubGlobal('location', { origin: 'https://game.example', pathname: '/shop', search: '' });
    events.setAppDetails({ platform_id: 'web' });
    const details = { level: 1 };
    const first = events.createEvent([{ event_type: 'play', event: { event_sub_type: 'a', event_details: details } }]);
    details.level = 2;
    vi.setSystemTime(start + 5000);
    events.setAppDetails({ platform_id: 'ios' });
    events.setUserDetails({ user_id: 'ann' });
    void events.createUserEvent([sdkEventOf('b')]);
    events.setUserDetails({ user_id: 'bob' });
    void events.createUserEvent([sdkEventOf('c')]);
    expect(await events.flush()).toBe(false);
    expect(stored).toEqual({});
    expect(on.sink.received).toEqual([]);
    vi.setSystemTime(start + 20_000);
    events.setConsent('granted');
    expect(await events.flush()).toBe(true);
    await Promise.all([started, first]);
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'a', 'identify', 'b', 'c']);
    expect(sent.map(({ created_at }) => Date.parse(created_at) - start)).toEqual([0, 0, 5000, 5000, 5000]);
    expect(sent.map(({ app_details }) => app_details.platform_id)).toEqual([undefined, 'web', 'ios', 'ios', 'ios']);
    expect(sent[1]?.event.event_details).toEqual({ level: 1 });
    expect(sent.slice(2).map(({ user_details }) => user_details.user_id)).toEqual(['ann', 'ann', 'bob']);
    for (const { utms, service_referral_link } of sent)
      expect([utms, service_referral_link]).toEqual([{ utm_source: 'news' }, 'link-7']);
    expect(sent[0]?.event.event_details).toMatchObject({
      page_url: 'https://game.example/play',
      referrer: 'https://video.example/watch',
    });
    expect(kept('session_id')).toBe(sent[0]?.session_id);
  });

  it('that is denied keeps nothing, and settles the promises of the calls that were waiting', async () => {
    const events = pending();
    const calls = [events.startSession(), events.createEvent([sdkEventOf('a')]), events.reset()];
    events.setConsent('denied');
    await Promise.all(calls);
    await events.startSession();
    await events.createEvent([sdkEventOf('b')]);
    expect(await events.flush()).toBe(true);
    events.setUserDetails({ user_id: 'ann' });
    expect(stored).toEqual({});
    expect(on.sink.received).toEqual([]);
    // The user is known only in memory. If consent is granted later, the session therefore belongs to this user.
    events.setConsent('granted');
    await events.startSession();
    await events.flush();
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'identify']);
  });

  it('that is denied from the start stores nothing; once it is granted, tracking begins with startSession', async () => {
    const events = on.make({ consent: 'denied' });
    await events.startSession();
    await events.createEvent([sdkEventOf('a')]);
    expect(stored).toEqual({});
    events.setConsent('granted');
    await expect(events.createEvent([sdkEventOf('b')])).rejects.toThrow('startSession');
    await events.startSession();
    await events.flush();
    expect(subTypesOf(on.sink.events())).toEqual(['session_created']);
  });

  it('that is withdrawn deletes what was stored, but not an earlier optOut', async () => {
    await on.sentBy((events) => {
      events.setConsent('denied');
      expect(stored).toEqual({});
    });
    const events = on.make();
    await events.optOut();
    events.setConsent('denied');
    expect(kept('out')).toBe('1');
  });

  it('that is withdrawn while a request is on its way stops the SDK from storing or sending anything more', async () => {
    for (const withdraw of ['setConsent', 'optOut'] as const) {
      const events = on.make();
      void events.startSession();
      void events.createEvent([sdkEventOf('a')]);
      const asked = new Promise<void>((resolve) => {
        on.sink.answer = (request) => {
          resolve();
          return refused(503, 'unavailable', request.path);
        };
      });
      const flushed = events.flush();
      await asked;
      void (withdraw === 'optOut' ? events.optOut() : events.setConsent('denied'));
      await flushed;
      expect(Object.keys(stored)).toEqual(withdraw === 'optOut' ? [`${prefix}out`] : []);
      expect(on.sink.posts()).toHaveLength(1);
      on.sink.received.length = 0;
      await events.optOut(false);
    }
  });

  it('that becomes pending again delays the queued events until it is granted', async () => {
    const events = on.make();
    void events.startSession();
    events.setConsent('pending');
    void events.createEvent([sdkEventOf('a')]);
    expect(await events.flush()).toBe(false);
    expect(on.sink.posts()).toEqual([]);
    events.setConsent('granted');
    await vi.waitFor(() => expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'a']), { timeout: 20_000 });
  });

  it('of a player who opted out in another tab has no effect, and the waiting events are not sent', async () => {
    const events = pending();
    const calls = [events.startSession(), events.createEvent([sdkEventOf('a')])];
    await on.make().optOut();
    events.setConsent('granted');
    await Promise.all(calls);
    expect(await events.flush()).toBe(true);
    expect(stored).toEqual({ [`${prefix}out`]: '1' });
    expect(on.sink.received).toEqual([]);
  });

  it('that is pending does not delay the refusal of an invalid event, and limits the number of waiting calls', async () => {
    const events = pending();
    await expect(events.createEvent([sdkEventOf('a')])).rejects.toThrow('startSession');
    void events.startSession();
    await expect(events.createEvent([{}] as never)).rejects.toThrow('an event must be');
    const large = { event_type: 'play', event: { event_sub_type: 'a', event_details: { text: 'x'.repeat(300_000) } } };
    await expect(events.createEvent([large])).rejects.toThrow('256 KiB');
    for (let at = 1; at < 10_000; at += 1) void events.createEvent([sdkEventOf('a')]);
    await expect(events.createEvent([sdkEventOf('a')])).rejects.toThrow('10,000');
    await events.optOut();
  });

  it('that is pending keeps the players before and after reset apart', async () => {
    const events = pending();
    void events.startSession();
    void events.createEvent([sdkEventOf('a')]);
    void events.reset();
    void events.createEvent([sdkEventOf('b')]);
    events.setConsent('granted');
    await events.flush();
    const [, a, , b] = on.sink.events();
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'a', 'session_created', 'b']);
    expect(a?.anon_id).not.toBe(b?.anon_id);
  });
});

describe('a landing', () => {
  it('has the address that the page had when the SDK was created, and parameters that the page adds before startSession', async () => {
    landAt('?utm_source=news&linkId=link-7&code=SUMMER');
    const events = on.make();
    landAt('');
    expect(stored).toEqual({});
    await events.startSession();
    expect(events.getRedeemCode()).toBe('SUMMER');
    await events.flush();
    expect(on.sink.events()[0]).toMatchObject({ utms: { utm_source: 'news' }, service_referral_link: 'link-7' });
    // A later visit starts at an address without parameters, and the page then adds another link.
    const later = on.make();
    landAt('?linkId=link-8');
    await later.startSession();
    await later.flush();
    expect(on.sink.events().at(-1)).toMatchObject({ utms: { utm_source: 'news' }, service_referral_link: 'link-8' });
  });

  it('is reported with its page and time by session_created, even if the session and the consent follow much later', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    const landed = Date.now();
    vi.stubGlobal('document', { referrer: 'https://video.example/watch?v=1', addEventListener: () => {} });
    landAt('?linkId=link-7');
    const events = on.make({ consent: 'pending' });
    vi.stubGlobal('location', { origin: 'https://game.example', pathname: '/shop', search: '' });
    vi.setSystemTime(landed + 10_000);
    void events.startSession();
    vi.setSystemTime(landed + 20_000);
    events.setConsent('granted');
    await events.reset();
    await events.flush();
    const [first, second] = on.sink.events();
    expect(first?.event.event_details).toEqual({
      page_url: 'https://game.example/play',
      referrer: 'https://video.example/watch',
      landed_at: new Date(landed).toISOString(),
    });
    expect(first?.created_at).toBe(new Date(landed + 10_000).toISOString());
    // The session after reset does not begin with a landing.
    expect(second?.event.event_details).toEqual({
      page_url: 'https://game.example/shop',
      referrer: 'https://video.example/watch',
    });
  });

  it('has no time if there is no page', async () => {
    const [first] = await on.sentBy(() => {});
    expect(first?.event.event_details).toEqual({});
  });

  it('is forgotten by reset and optOut, even before startSession', async () => {
    for (const forget of ['reset', 'optOut'] as const) {
      landAt('?utm_source=news&code=SUMMER');
      const events = on.make();
      landAt('');
      await events[forget]();
      await events.optOut(false);
      await events.startSession();
      expect(events.getRedeemCode()).toBeNull();
    }
  });

  it('determines the UTMs and the link of all events, and the code that the game reads', async () => {
    landAt('?utm_source=news&utm_campaign=a%20b&linkId=link-7&code=SUMMER');
    const codes: unknown[] = [];
    await on.sentBy((events) => {
      codes.push(events.getRedeemCode());
      events.createEvent([sdkEventOf('a')]);
    });
    for (const event of on.sink.events())
      expect(event).toMatchObject({
        utms: { utm_source: 'news', utm_campaign: 'a b' },
        service_referral_link: 'link-7',
      });
    expect(codes).toEqual(['SUMMER']);
    // After a sign-in on another page, the address is different.
    landAt('');
    const next = on.make();
    expect(next.getRedeemCode()).toBe('SUMMER');
  });

  it('is sent again only if it brings new UTMs or another link', async () => {
    for (const search of [
      '',
      '?utm_source=a',
      '?utm_source=a',
      '',
      '?utm_source=b&linkId=l',
      '?linkId=l',
      '?linkId=m',
      '?code=C',
    ]) {
      landAt(search);
      await on.sentBy(() => {});
    }
    const told = created(on.sink.events());
    expect(told.map(({ utms, service_referral_link: link }) => [utms?.utm_source, link])).toEqual([
      [undefined, undefined],
      ['a', undefined],
      ['b', 'l'],
      ['b', 'm'],
    ]);
    expect(told.at(-1)?.utms).toEqual({ utm_source: 'b', first_touch: { utm_source: 'a' } });
    expect(new Set(told.map((event) => event.session_id)).size).toBe(1);
  });
});

describe('the user', () => {
  it('is connected to the anonymous ID by one event, when a user_id is first set', async () => {
    await on.sentBy((events) => {
      events.setUserDetails({ group_id: 'g' });
      events.setUserDetails({ user_id: 'u1', email: 'a@example.test' });
      events.setUserDetails({ user_id: 'u1' });
    });
    await on.sentBy((events) => events.setUserDetails({ user_id: 'u1' }));
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'identify']);
    expect(sent[1]).toMatchObject({ anon_id: kept('anon_id'), user_details: { user_id: 'u1' } });
    expect(sent[1]!.user_details).not.toHaveProperty('email');
  });

  it('set before startSession is connected when the session starts', async () => {
    const events = on.make();
    events.setUserDetails({ user_id: 'u2' });
    const started = events.startSession();
    await events.flush();
    await started;
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'identify']);
  });

  it('and the app can be read back, but not changed from outside', () => {
    const events = on.make();
    const [user, app] = [{ user_id: 'u', email: 'a@example.test' }, { platform_id: 'web' }];
    events.setUserDetails(user);
    events.setAppDetails(app);
    app.platform_id = 'x';
    Object.assign(events.getUserDetails(), { user_id: 'x' });
    expect([events.getUserDetails(), events.getAppDetails()]).toEqual([user, { platform_id: 'web' }]);
  });

  it('is forgotten by reset, which starts a new anonymous ID and session without UTMs and still sends waiting events', async () => {
    landAt('?utm_source=a&linkId=l&code=C');
    await on.sentBy(async (events) => {
      events.setUserDetails({ user_id: 'u1' });
      events.createUserEvent([sdkEventOf('a')]);
      void events.reset();
      events.createUserEvent([sdkEventOf('b')]);
      expect(events.getRedeemCode()).toBeNull();
    });
    const sent = on.sink.events();
    expect(subTypesOf(sent)).toEqual(['session_created', 'identify', 'a', 'session_created', 'b']);
    const [first, , a, second, b] = sent;
    expect(a).toMatchObject({ anon_id: first!.anon_id, user_details: { user_id: 'u1' } });
    expect(b).toMatchObject({ session_id: second!.session_id, user_details: { user_id: second!.anon_id } });
    expect(second!.session_id).not.toBe(first!.session_id);
    expect(second!.anon_id).not.toBe(first!.anon_id);
    expect([second!.utms, second!.service_referral_link]).toEqual([undefined, undefined]);
  });
});

describe('personally identifiable information', () => {
  const onPhone = () => {
    landAt('?email=a%40example.test&utm_source=s');
    vi.stubGlobal('document', { referrer: 'https://mail.example/box?user=7', addEventListener() {} });
    vi.stubGlobal('screen', { width: 360, height: 800 });
    vi.stubGlobal('navigator', {
      userAgent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      maxTouchPoints: 5,
      language: 'de-DE',
      connection: { effectiveType: '4g' },
    });
  };
  const plain = { page_url: 'https://game.example/play', referrer: 'https://mail.example/box' };
  const landed = { landed_at: expect.any(String) };
  const device = { resolution: '360x800', touch_support: true, device_type: 'mobile', connection: '4g' };
  const browser = { browser: 'Chrome/131', language: 'de-DE' };
  const whole = { ...plain, page_url: 'https://game.example/play?email=a%40example.test&utm_source=s' };
  const sessionWith = async (disableData?: number) => {
    onPhone();
    const events = on.make({ disableData });
    events.setPIITracking(true);
    const started = events.startSession();
    await events.flush();
    await started;
    return on.sink.events()[0]!.event.event_details;
  };

  it('is not in session_created until PII tracking is turned on', async () => {
    expect(on.make().getPIITracking()).toBe(false);
    onPhone();
    const [first] = await on.sentBy(() => {});
    expect(first?.event.event_details).toEqual({ ...plain, ...landed });
  });

  it('is in session_created if PII tracking was turned on beforehand', async () => {
    expect(await sessionWith()).toEqual({ ...whole, ...landed, ...device, ...browser, os: 'Android' });
  });

  it.each([
    ['None', { ...device, ...browser, os: 'Android' }],
    ['BrowserInfo', { ...device, os: 'Android' }],
    ['DeviceInfo', { ...browser, os: 'Android' }],
    ['IpInfo', { ...device, ...browser, os: 'Android' }],
    ['OsInfo', { ...device, ...browser }],
    ['VpnInfo', { ...device, ...browser, os: 'Android' }],
    ['All', {}],
  ])('is sent without the fields that DisableDataSettings.%s excludes', async (flag, rest) => {
    expect(await sessionWith(on.sdk.DisableDataSettings[flag])).toEqual({ ...whole, ...landed, ...rest });
  });

  it('is sent without the fields that several combined flags exclude', async () => {
    const { BrowserInfo, OsInfo } = on.sdk.DisableDataSettings;
    expect(await sessionWith(BrowserInfo! | OsInfo!)).toEqual({ ...whole, ...landed, ...device });
  });

  it('is sent in one more event when PII tracking is turned on later', async () => {
    onPhone();
    await on.sentBy((events) => {
      events.setUserDetails({ user_id: 'u', email: 'a@example.test' });
      events.setPIITracking(true);
      events.setPIITracking(true);
      events.setPIITracking(false);
    });
    const sent = on.sink.events();
    expect(sent.map((event) => [event.event_type, event.event.event_sub_type])).toEqual([
      ['session_created', 'session_created'],
      ['identify', 'identify'],
      ['session_created', 'session_data_updated'],
    ]);
    expect(sent[2]).toMatchObject({
      event: { event_details: { ...whole, ...device } },
      user_details: { user_id: 'u', email: 'a@example.test' },
    });
  });
});

describe('PII tracking', () => {
  const kinds = () => subTypesOf(on.sink.events());
  const visit = async (isEarly: boolean) => {
    const events = on.make();
    if (isEarly) events.setPIITracking(true);
    const started = events.startSession();
    events.setPIITracking(true);
    await events.flush();
    await started;
  };

  it.each([
    ['before', true],
    ['after', false],
  ])('turned on %s startSession on a later visit is reported by one event per session', async (_, isEarly) => {
    await on.sentBy(() => {});
    await visit(isEarly);
    await visit(isEarly);
    expect(kinds()).toEqual(['session_created', 'session_data_updated']);
    expect(on.sink.events()[1]!.event.event_details).toHaveProperty('device_type');
  });

  it('turned on from the start is reported with the session', async () => {
    await visit(true);
    await visit(true);
    expect(kinds()).toEqual(['session_created']);
  });
});

describe('on a page', () => {
  it('beforeSend can change or drop an event', async () => {
    const beforeSend = (event: SentEvent) =>
      event.event_type === 'ui' ? { ...event, app_details: { platform_id: 'seen' } } : null;
    await on.sentBy((events) => events.createEvent([sdkEventOf('a')]), { beforeSend });
    expect(on.sink.events().map((event) => [event.event.event_sub_type, event.app_details])).toEqual([
      ['a', { platform_id: 'seen' }],
    ]);
  });

  it('beforeSend gets its own copy of an event', async () => {
    const beforeSend = (event: SentEvent) => {
      event.app_details.store_id = 'changed';
      if (event.event.event_details) event.event.event_details.level = 9;
      return event;
    };
    const details = { level: 1 };
    await on.sentBy(
      (events) => {
        events.setAppDetails({ store_id: 's' });
        events.createEvent([sdkEventOf('a', { event_details: details })]);
        expect(events.getAppDetails()).toEqual({ store_id: 's' });
      },
      { beforeSend },
    );
    expect(details).toEqual({ level: 1 });
    expect(on.sink.events().at(-1)).toMatchObject({
      app_details: { store_id: 'changed' },
      event: { event_details: { level: 9 } },
    });
  });

  it('optOut deletes all stored values and stops sending, even on later visits, until it is undone', async () => {
    const events = on.make();
    on.sink.answer = () => ({ status: 503 });
    const started = events.startSession();
    events.setUserDetails({ user_id: 'u' });
    await events.optOut();
    await started;
    expect(stored).toEqual({ [`${prefix}out`]: '1' });
    await events.createEvent([sdkEventOf('a')]);
    await events.startSession();
    await on.make().startSession();
    // The queue is empty and stays empty.
    expect(await events.flush()).toBe(true);
    expect(await on.make().flush()).toBe(true);
    expect(stored).toEqual({ [`${prefix}out`]: '1' });
    expect(on.sink.events()).toEqual([]);
    expect(events.getUserDetails()).toEqual({});
    await events.optOut(false);
    expect(stored).toEqual({});
    await expect(events.createEvent([sdkEventOf('a')])).rejects.toThrow('startSession');
  });

  it('optOut applies to tabs that are already open', async () => {
    const [one, other] = [on.make(), on.make()];
    await one.startSession();
    await other.startSession();
    await one.optOut();
    other.setUserDetails({ user_id: 'u' });
    other.setPIITracking(true);
    await other.createEvent([sdkEventOf('a')]);
    await other.reset();
    expect(stored).toEqual({ [`${prefix}out`]: '1' });
    expect(on.sink.events().filter(({ event_type }) => event_type !== 'session_created')).toEqual([]);
  });

  it('startSession and reset need not be awaited: onDrop gets refused events, and no rejection is unhandled', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const onDrop = vi.fn();
    const events = on.make({ onDrop });
    on.sink.answer = ({ body }) => ({
      status: 200,
      body: { accepted: 0, duplicates: 0, rejected: body.events.map((_, index) => ({ index, code: 'wrong_game' })) },
    });
    void events.startSession();
    await events.flush();
    void events.reset();
    await events.flush();
    await new Promise((resolve) => setTimeout(resolve, 20));
    process.off('unhandledRejection', unhandled);
    expect(onDrop.mock.calls.map(([, reason]) => reason)).toEqual(['wrong_game', 'wrong_game']);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('only an event for a game other than the key’s is dropped, and onDrop gets it', async () => {
    const onDrop = vi.fn();
    const events = on.make({ onDrop });
    on.sink.answer = ({ body }) =>
      body.events.some(({ game_id }) => game_id === 'other')
        ? refused(403, 'wrong_game')
        : { status: 200, body: { accepted: body.events.length, duplicates: 0, rejected: [] } };
    await events.startSession();
    const made = (game_id: string) => ({ game_id, event_type: 'a', event: { event_sub_type: 'b' } });
    const created = events.createEvent([made('my_game'), made('other'), made('my_game')]);
    void created.catch(() => {});
    await vi.waitFor(async () => expect(await events.flush()).toBe(true), { timeout: 10_000 });
    await expect(created).rejects.toThrow('wrong_game');
    expect(onDrop.mock.calls.map(([dropped, reason]) => [dropped.length, reason])).toEqual([[1, 'wrong_game']]);
  });

  it('a refused key is reported in the console, with the reason', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const detail = 'This key does not allow requests from this origin.';
    on.sink.answer = () => refused(403, 'forbidden', detail);
    void on.make().startSession();
    await vi.waitFor(() => expect(warn).toHaveBeenCalled());
    expect(warn.mock.calls).toEqual([['service-sdk: 403', detail]]);
    warn.mockRestore();
  });

  it('a server key works but causes a warning, unlike a client key or a server key outside a page', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { EVENTS, EventsBaseURL } = on.sdk;
    const make = (kind: string) => new EVENTS(`${kind}_${'k'.repeat(43)}`, GAME, EventsBaseURL.EVENTS_PROD);
    make('sk');
    vi.stubGlobal('document', { addEventListener() {} });
    make('ck');
    expect(warn.mock.calls).toEqual([]);
    expect(make('sk').isEnabled()).toBe(true);
    expect(warn.mock.calls).toEqual([[expect.stringContaining('server key')]]);
    warn.mockRestore();
  });

  it('setEnabled(false) and EVENTS_LOCAL only log events to the console; a session that was only logged is reported once the SDK is enabled', async () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    const { EVENTS, EventsBaseURL } = on.sdk;
    const local = new EVENTS(`ck_${'k'.repeat(43)}`, GAME, EventsBaseURL.EVENTS_LOCAL);
    await local.startSession();
    await local.createEvent([sdkEventOf('a')]);
    const events = on.make();
    events.setEnabled(false);
    expect(events.isEnabled()).toBe(false);
    await events.startSession();
    await events.createEvent([sdkEventOf('b')]);
    const logged = log.mock.calls.map(([, event]) => (event as SentEvent).event.event_sub_type);
    expect(logged).toEqual(['session_created', 'a', 'b']);
    log.mockRestore();
    expect(on.sink.received).toEqual([]);
    events.setEnabled(true);
    const sent = events.createEvent([sdkEventOf('c')]);
    await events.flush();
    await sent;
    expect(subTypesOf(on.sink.events())).toEqual(['session_created', 'c']);
  });
});
