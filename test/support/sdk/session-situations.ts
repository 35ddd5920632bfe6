import type { SentEvent } from '../../../sdk/types.ts';
import type { BuiltEvents } from './built-sdk.ts';

// What players and games do while the SDK tracks a session. unit-situations.test.ts plays each of them with consent from
// the start, granted at the end of each visit, and denied.

export interface Page {
  /** Opens another tab with the same page. */
  open(): BuiltEvents;
  /** Changes the page's address, as a router does. */
  land(address: string): void;
  pass(seconds: number): void;
  hide(): void;
  show(): void;
  leave(): void;
  /** Returns to the page from the browser's back/forward cache. */
  comeBack(): void;
  note(value: unknown): void;
  /** The player clears the site's data. */
  clearStorage(): void;
}

interface Visit {
  /** The address at which the player lands; `/play` by default. */
  at?: string;
  referrer?: string;
  /** Calls the SDK without waiting for it. */
  act(events: BuiltEvents, page: Page): void;
}

export interface Situation {
  name: string;
  /** Values in local storage before the first visit. */
  stored?: Record<string, string>;
  options?: object;
  visits: Visit[];
  /** The sub-types of the events that arrive, in order. */
  arrives: string;
  /** The differences if the player consents late: the events that then arrive, and why. */
  late?: { arrives?: string; why: string };
  /** Why something is stored although the player has not consented. */
  mayStore?: string;
}

const event = (subType: string, more: object = {}) => ({
  event_type: 'ui',
  event: { event_sub_type: subType, ...more },
});
const start = (events: BuiltEvents) => void events.startSession();
const create = (events: BuiltEvents, ...subTypes: string[]) => {
  for (const subType of subTypes) void events.createEvent([event(subType)]);
};
const startAnd = (...subTypes: string[]) => ({
  act(events: BuiltEvents) {
    start(events);
    create(events, ...subTypes);
  },
});
const startAt = (at: string, ...subTypes: string[]): Visit => ({ at, ...startAnd(...subTypes) });
const uuid = (digit: number) => `${digit}`.repeat(8).concat('-1111-4111-8111-', `${digit}`.repeat(12));
const knot: Record<string, unknown> = {};
knot.self = knot;

const landings: Situation[] = [
  { name: 'an address without parameters', visits: [startAt('/play', 'a')], arrives: 'session_created a' },
  { name: 'one UTM', visits: [startAt('/?utm_source=news', 'a')], arrives: 'session_created a' },
  {
    name: 'all five UTMs, encoded',
    visits: [startAt('/?utm_source=a%20b&utm_medium=c+d&utm_campaign=%C3%A9&utm_term=e&utm_content=f', 'a')],
    arrives: 'session_created a',
  },
  { name: 'a referral link', visits: [startAt('/?linkId=link-7', 'a')], arrives: 'session_created a' },
  {
    name: 'a redeem code',
    visits: [
      {
        at: '/?code=SUMMER',
        act(events, page) {
          start(events);
          page.note(events.getRedeemCode());
        },
      },
    ],
    arrives: 'session_created',
  },
  {
    name: 'UTMs, link and code together',
    visits: [startAt('/?utm_source=news&linkId=link-7&code=SUMMER', 'a')],
    arrives: 'session_created a',
  },
  {
    name: 'the code of another site’s sign-in',
    visits: [
      {
        at: '/?code=4%2F0AY&state=x',
        act(events, page) {
          start(events);
          page.note(events.getRedeemCode());
        },
      },
    ],
    arrives: 'session_created',
  },
  { name: 'a link of 5,000 characters', visits: [startAt(`/?linkId=${'x'.repeat(5000)}`)], arrives: 'session_created' },
  {
    name: 'an address with personal data',
    visits: [startAt('/reset/?email=a%40example.test', 'a')],
    arrives: 'session_created a',
  },
  {
    name: 'a referrer with a query',
    visits: [{ ...startAnd('a'), referrer: 'https://mail.example/box?user=7#top' }],
    arrives: 'session_created a',
  },
  {
    name: 'a router that removes the parameters before startSession',
    visits: [
      {
        at: '/?utm_source=news&linkId=link-7&code=SUMMER',
        act(events, page) {
          page.land('/shop');
          start(events);
          page.note(events.getRedeemCode());
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'a router that adds parameters before startSession',
    visits: [
      {
        act(events, page) {
          page.land('/shop?utm_source=news&linkId=link-7');
          start(events);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'a router that replaces parameters before startSession',
    visits: [
      {
        at: '/?utm_source=news&code=A',
        act(events, page) {
          page.land('/shop?utm_source=mail');
          start(events);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'a router that changes the address after startSession',
    visits: [
      {
        at: '/?utm_source=news',
        act(events, page) {
          start(events);
          page.land('/shop?utm_source=other');
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'startSession five minutes after the landing',
    visits: [
      {
        at: '/?utm_source=news',
        act(events, page) {
          page.pass(300);
          start(events);
          page.pass(5);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'startSession twice, as React’s strict mode does',
    visits: [
      {
        at: '/?utm_source=news&code=A',
        act(events, page) {
          start(events);
          start(events);
          page.note(events.getRedeemCode());
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'startSession twice, the second time with other UTMs and later',
    visits: [
      {
        at: '/?utm_source=news&code=A',
        act(events, page) {
          start(events);
          create(events, 'a');
          page.pass(10);
          page.land('/shop?utm_source=mail');
          start(events);
          page.note(events.getRedeemCode());
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
  },
];

const laterVisits: Situation[] = [
  {
    name: 'a later visit continues the session',
    visits: [startAt('/', 'a'), startAt('/', 'b')],
    arrives: 'session_created a b',
  },
  {
    name: 'a later visit with the same UTMs',
    visits: [startAt('/?utm_source=a', 'a'), startAt('/?utm_source=a', 'b')],
    arrives: 'session_created a b',
  },
  {
    name: 'a later visit with other UTMs',
    visits: [startAt('/?utm_source=a', 'a'), startAt('/?utm_source=b', 'b')],
    arrives: 'session_created a session_created b',
  },
  {
    name: 'a later visit with the first link',
    visits: [startAt('/', 'a'), startAt('/?linkId=l', 'b')],
    arrives: 'session_created a session_created b',
  },
  {
    name: 'a later visit with another link',
    visits: [startAt('/?linkId=l', 'a'), startAt('/?linkId=m', 'b')],
    arrives: 'session_created a session_created b',
  },
  {
    name: 'a later visit with only a code',
    visits: [startAt('/?linkId=l&code=A', 'a'), startAt('/?code=B', 'b')],
    arrives: 'session_created a b',
  },
  {
    name: 'a third visit with the UTMs of the first',
    visits: [startAt('/?utm_source=a'), startAt('/?utm_source=b'), startAt('/?utm_source=a', 'a')],
    arrives: 'session_created session_created session_created a',
  },
  {
    name: 'site data cleared between two visits',
    visits: [
      startAt('/?utm_source=a', 'a'),
      {
        act(events, page) {
          page.clearStorage();
          start(events);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
    mayStore: 'the situation itself clears what the first visit stored',
  },
  {
    name: 'a session of an earlier version',
    stored: { session_id: uuid(1), anon_id: `anon_${uuid(2)}`, told: uuid(1) },
    visits: [startAt('/', 'a')],
    arrives: 'a',
  },
  {
    name: 'stored values that are not valid',
    stored: { session_id: 'junk', anon_id: 'x'.repeat(300), touch: '{', wait: 'null', 'journal.1': '[1' },
    visits: [startAt('/', 'a')],
    arrives: 'session_created a',
  },
  {
    name: 'events that the previous page could not store',
    stored: {
      'journal.1': JSON.stringify({
        left: [{ id: uuid(3), text: JSON.stringify({ ...event('left'), event_id: uuid(3) }) }],
      }),
    },
    visits: [startAt('/', 'a')],
    arrives: 'session_created left a',
  },
];

const calls: Situation[] = [
  { name: 'no event', visits: [startAt('/')], arrives: 'session_created' },
  {
    name: 'several events in one call',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([event('a'), event('b'), event('c')]);
        },
      },
    ],
    arrives: 'session_created a b c',
  },
  {
    name: 'a call without events',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([]);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'more events than one request takes',
    visits: [startAnd(...Array.from({ length: 250 }, (_, at) => `e${at}`))],
    arrives: `session_created ${Array.from({ length: 250 }, (_, at) => `e${at}`).join(' ')}`,
  },
  {
    name: 'time between the events',
    visits: [
      {
        act(events, page) {
          start(events);
          for (const subType of ['a', 'b', 'c']) {
            page.pass(7);
            create(events, subType);
          }
        },
      },
    ],
    arrives: 'session_created a b c',
  },
  {
    name: 'an event for another game',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([{ ...event('a'), game_id: 'other' }]);
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'details that the caller changes after the call',
    visits: [
      {
        act(events) {
          start(events);
          const details = { level: 1 };
          void events.createEvent([event('a', { event_details: details })]);
          details.level = 2;
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'an event before startSession',
    visits: [
      {
        act(events) {
          create(events, 'early');
          start(events);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'an event with a wrong shape',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([event('a'), {}]);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created b',
  },
  {
    name: 'a payment, which only a server reports',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([{ ...event('a'), event_type: 'payment' }]);
        },
      },
    ],
    arrives: 'session_created',
  },
  {
    name: 'an event over 256 KiB',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([event('a', { event_details: { text: 'x'.repeat(300_000) } })]);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created b',
  },
  {
    name: 'details that are not JSON',
    visits: [
      {
        act(events) {
          start(events);
          void events.createEvent([event('a', { event_details: knot })]);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created b',
  },
];

const users: Situation[] = [
  {
    name: 'details of the app, set before startSession',
    visits: [
      {
        act(events) {
          events.setAppDetails({ platform_id: 'web' });
          start(events);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'details of the app that change between events',
    visits: [
      {
        act(events) {
          start(events);
          events.setAppDetails({ platform_id: 'web', store_id: 's' });
          create(events, 'a');
          events.setAppDetails({ platform_id: 'ios' });
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a b',
  },
  {
    name: 'a user, set before startSession',
    visits: [
      {
        act(events) {
          events.setUserDetails({ user_id: 'ann' });
          start(events);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created identify a',
  },
  {
    name: 'a user between two events',
    visits: [
      {
        act(events) {
          start(events);
          create(events, 'a');
          events.setUserDetails({ user_id: 'ann', guild: 'north' });
          void events.createUserEvent([event('b')]);
        },
      },
    ],
    arrives: 'session_created a identify b',
  },
  {
    name: 'the same user twice',
    visits: [
      {
        act(events) {
          start(events);
          events.setUserDetails({ user_id: 'ann' });
          events.setUserDetails({ user_id: 'ann', level: 2 });
          void events.createUserEvent([event('a')]);
        },
      },
    ],
    arrives: 'session_created identify a',
  },
  {
    name: 'two users one after the other',
    visits: [
      {
        act(events) {
          start(events);
          events.setUserDetails({ user_id: 'ann' });
          void events.createUserEvent([event('a')]);
          events.setUserDetails({ user_id: 'bob' });
          void events.createUserEvent([event('b')]);
        },
      },
    ],
    arrives: 'session_created identify a b',
  },
  {
    name: 'the user of a later visit',
    visits: [
      startAt('/', 'a'),
      {
        act(events) {
          start(events);
          events.setUserDetails({ user_id: 'ann' });
        },
      },
      {
        act(events) {
          events.setUserDetails({ user_id: 'ann' });
          start(events);
        },
      },
    ],
    arrives: 'session_created a identify',
  },
  {
    name: 'details of a user without an ID',
    visits: [
      {
        act(events) {
          start(events);
          events.setUserDetails({ guild: 'north' });
          void events.createUserEvent([event('a')]);
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'an event for a user who was not set',
    visits: [
      {
        act(events) {
          start(events);
          void events.createUserEvent([event('a')]);
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'a user’s ID that is not valid',
    visits: [
      {
        act(events, page) {
          start(events);
          try {
            events.setUserDetails({ user_id: '' });
          } catch (error) {
            page.note(String(error));
          }
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
];

const person = { user_id: 'ann', email: 'a@example.test', wallet_id: '0x1' };

const tracking: Situation[] = [
  {
    name: 'email and wallet without PII tracking',
    visits: [
      {
        act(events) {
          events.setUserDetails(person);
          start(events);
          void events.createUserEvent([event('a')]);
        },
      },
    ],
    arrives: 'session_created identify a',
  },
  {
    name: 'PII tracking from the start',
    visits: [
      {
        at: '/?email=a%40example.test',
        act(events) {
          events.setPIITracking(true);
          events.setUserDetails(person);
          start(events);
          void events.createUserEvent([event('a')]);
        },
      },
    ],
    arrives: 'session_created identify a',
  },
  {
    name: 'PII tracking turned on during the session',
    visits: [
      {
        act(events, page) {
          start(events);
          events.setUserDetails(person);
          void events.createUserEvent([event('a')]);
          page.land('/shop?item=7');
          events.setPIITracking(true);
          void events.createUserEvent([event('b')]);
        },
      },
    ],
    arrives: 'session_created identify a session_data_updated b',
  },
  {
    name: 'PII tracking turned on twice',
    visits: [
      {
        act(events) {
          start(events);
          events.setPIITracking(true);
          events.setPIITracking(true);
        },
      },
    ],
    arrives: 'session_created session_data_updated',
  },
  {
    name: 'PII tracking turned on and off before startSession',
    visits: [
      {
        act(events) {
          events.setPIITracking(true);
          events.setPIITracking(false);
          start(events);
        },
      },
    ],
    arrives: 'session_created',
  },
  {
    name: 'PII tracking turned off during the session',
    visits: [
      {
        at: '/?email=a%40example.test',
        act(events) {
          events.setPIITracking(true);
          start(events);
          events.setPIITracking(false);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
    late: { why: 'if PII tracking is off when the player consents, nothing personal from before is sent' },
  },
  {
    name: 'PII tracking on a later visit',
    visits: [
      startAt('/', 'a'),
      {
        act(events) {
          events.setPIITracking(true);
          start(events);
        },
      },
    ],
    arrives: 'session_created a session_data_updated',
  },
  {
    name: 'PII tracking with fields that are disabled',
    options: { disableData: 3 },
    visits: [
      {
        act(events) {
          events.setPIITracking(true);
          start(events);
        },
      },
    ],
    arrives: 'session_created',
  },
];

const sessionIdleMs = 600_000;

const ends: Situation[] = [
  {
    name: 'a session that is idle for less than its limit',
    options: { sessionIdleMs },
    visits: [
      {
        act(events, page) {
          start(events);
          page.pass(599);
          create(events, 'a');
          page.pass(599);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a b',
  },
  {
    name: 'a session that is idle for too long',
    options: { sessionIdleMs },
    visits: [
      {
        act(events, page) {
          start(events);
          create(events, 'a');
          page.land('/shop');
          page.pass(601);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
  },
  {
    name: 'a session that is idle for too long between two visits',
    options: { sessionIdleMs },
    visits: [
      startAt('/', 'a'),
      {
        act(events, page) {
          page.pass(601);
          start(events);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
  },
  {
    name: 'reset between two players',
    visits: [
      {
        at: '/?utm_source=news&code=A',
        act(events, page) {
          start(events);
          events.setUserDetails({ user_id: 'ann' });
          void events.createUserEvent([event('a')]);
          void events.reset();
          page.note(events.getRedeemCode());
          events.setUserDetails({ user_id: 'bob' });
          void events.createUserEvent([event('b')]);
        },
      },
    ],
    arrives: 'session_created identify a session_created identify b',
  },
  {
    name: 'reset twice',
    visits: [
      {
        act(events) {
          start(events);
          void events.reset();
          void events.reset();
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created session_created session_created a',
  },
  {
    name: 'reset before startSession of a later visit',
    visits: [
      startAt('/?utm_source=news', 'a'),
      {
        at: '/?utm_source=mail',
        act(events, page) {
          page.land('/');
          void events.reset();
          start(events);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
    mayStore: 'reset deletes the session of the previous visit, and deleting it needs no consent',
  },
  {
    name: 'site data cleared during the visit',
    visits: [
      {
        act(events, page) {
          start(events);
          create(events, 'a');
          page.clearStorage();
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created a session_created b',
    late: { arrives: 'session_created a b', why: 'the player could clear nothing, because nothing was stored yet' },
  },
  {
    name: 'optOut',
    visits: [
      {
        act(events) {
          start(events);
          create(events, 'a');
          void events.optOut();
          create(events, 'b');
        },
      },
      startAnd('c'),
    ],
    arrives: '',
    mayStore: 'optOut stores that the player opted out, as they asked',
  },
  {
    name: 'optOut that is undone',
    visits: [
      {
        at: '/?utm_source=news',
        act(events) {
          start(events);
          void events.optOut();
          void events.optOut(false);
          create(events, 'a');
          start(events);
          create(events, 'b');
        },
      },
    ],
    arrives: 'session_created b',
  },
  {
    name: 'two tabs',
    visits: [
      {
        act(events, page) {
          const other = page.open();
          start(events);
          start(other);
          create(events, 'a');
          create(other, 'b');
        },
      },
    ],
    arrives: 'session_created a b',
  },
  {
    name: 'two tabs, the second with other UTMs',
    visits: [
      {
        at: '/?utm_source=a',
        act(events, page) {
          start(events);
          page.land('/?utm_source=b');
          const other = page.open();
          start(other);
          create(other, 'b');
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a session_created b',
    late: { why: 'a tab does not know the UTMs of another tab before they are stored' },
  },
];

const switches: Situation[] = [
  {
    name: 'setEnabled(false) for one event',
    visits: [
      {
        act(events) {
          start(events);
          events.setEnabled(false);
          create(events, 'logged');
          events.setEnabled(true);
          create(events, 'a');
        },
      },
    ],
    arrives: 'session_created a',
  },
  {
    name: 'beforeSend that changes an event',
    options: { beforeSend: (sent: SentEvent) => ({ ...sent, app_details: { platform_id: 'seen' } }) },
    visits: [startAt('/', 'a')],
    arrives: 'session_created a',
  },
  {
    name: 'beforeSend that drops an event',
    options: { beforeSend: (sent: SentEvent) => (sent.event.event_sub_type === 'a' ? null : sent) },
    visits: [startAt('/', 'a', 'b')],
    arrives: 'session_created b',
  },
];

/** Reports the time on the page. */
const options = { playtime: true };

const playtimes: Situation[] = [
  {
    name: 'playtime: the player leaves the page',
    options,
    visits: [
      {
        act(events, page) {
          page.pass(3);
          start(events);
          page.pass(60);
          page.hide();
          page.pass(20);
          page.show();
          page.pass(10);
          page.leave();
        },
      },
    ],
    arrives: 'session_created session_ended',
  },
  {
    name: 'playtime: the player comes back with the browser’s back button',
    options,
    visits: [
      {
        act(events, page) {
          start(events);
          page.pass(5);
          page.leave();
          page.pass(500);
          page.comeBack();
          page.pass(7);
          create(events, 'a');
          page.leave();
        },
      },
    ],
    arrives: 'session_created session_ended a session_ended',
  },
  {
    name: 'playtime: reset',
    options,
    visits: [
      {
        act(events, page) {
          start(events);
          page.pass(5);
          void events.reset();
          page.pass(7);
          page.leave();
        },
      },
    ],
    arrives: 'session_created session_ended session_created session_ended',
  },
  {
    name: 'playtime: an idle session',
    options: { ...options, sessionIdleMs },
    visits: [
      {
        act(events, page) {
          start(events);
          page.pass(601);
          page.leave();
        },
      },
      startAt('/', 'a'),
    ],
    arrives: 'session_created session_ended session_created a',
  },
  {
    name: 'playtime: details of the app that are not JSON when the player leaves',
    options,
    visits: [
      {
        act(events, page) {
          start(events);
          events.setAppDetails({ knot });
          page.leave();
        },
      },
    ],
    arrives: 'session_created',
  },
  {
    name: 'playtime: the player leaves before startSession',
    options,
    visits: [{ act: (_, page) => page.leave() }],
    arrives: '',
  },
];

export const situations: Situation[] = [
  ...landings,
  ...laterVisits,
  ...calls,
  ...users,
  ...tracking,
  ...ends,
  ...switches,
  ...playtimes,
];
