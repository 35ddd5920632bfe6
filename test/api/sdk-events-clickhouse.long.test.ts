import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../daemon/demo/chance.ts';
import { type ClickHouse as Opened, openClickHouse } from '../../daemon/event-log/clickhouse/clickhouse-client.ts';
import { parseClickHouseUrl } from '../../daemon/lib/clickhouse-url.ts';
import { type ClickHouse, startClickHouse } from '../support/clickhouse/clickhouse.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { apiKey, done, iso, type QueryFor, refusal, shape, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

// Two daemons get the same requests, and one of them stores SDK events in ClickHouse. Their responses must be
// equal, whichever figures and lists of events staff ask for.

const NOW = Date.UTC(2026, 10, 30, 12);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVENTS = 1500;
const PER_REQUEST = 60;

const random = createChance(3).next;
const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const uuid = () => `00000000-0000-4000-8000-${String(Math.floor(random() * 1e12)).padStart(12, '0')}`;

const sessions = Array.from({ length: 120 }, uuid);
const TYPES = ['session_created', 'shop', 'level', 'Kauf ü'];
const SUB_TYPES = ['opened', 'closed', "it's"];
const LINKS = [undefined, undefined, 'summer', 'https://example.com/?link=a', "win'ter\\"];

/** Events of people who sign in after some of their events. Some events are in the same millisecond. */
const events = Array.from({ length: EVENTS }, () => {
  const person = Math.floor(random() ** 2 * 60);
  const anon_id = random() < 0.9 ? `anon_${person}` : undefined;
  const isSignedIn = anon_id === undefined || random() < 0.4;
  const link = pick(LINKS);
  return {
    ...sdkEvent(),
    ...{
      event_id: uuid(),
      session_id: pick(sessions.slice(person * 2, person * 2 + 2)),
      game_id: pick(['game', 'other']),
    },
    ...{ event_type: pick(TYPES), event: { event_sub_type: pick(SUB_TYPES), event_details: { level: person } } },
    created_at: iso(NOW - Math.floor(random() * 500) * ((3 * DAY) / 500)),
    ...(anon_id === undefined ? {} : { anon_id }),
    user_details: { user_id: isSignedIn ? `player-${person % 40}` : (anon_id ?? '') },
    ...(link === undefined ? {} : { service_referral_link: link }),
    utms: { utm_source: 'mail' },
  };
});

let engine: ClickHouse;
let raw: Opened;
let own: TestDaemon;
let onLog: TestDaemon;
beforeAll(async () => {
  engine = await startClickHouse();
  raw = openClickHouse(parseClickHouseUrl(engine.url));
  const clock = () => NOW;
  own = await startTestDaemon({ clock });
  onLog = await startTestDaemon({ clock, env: { REDEEMD_EVENTS_URL: engine.url } });
  await both(async (daemon) => {
    const times = { starts_at: iso(NOW - 5 * DAY), ends_at: iso(NOW + 5 * DAY) };
    await addCode(daemon, await runningCampaign(daemon, times), 'GIFT');
  });
  for (let at = 0; at < EVENTS; at += PER_REQUEST) {
    const some = events.slice(at, at + PER_REQUEST);
    // Some events are sent twice in one request, and some again later.
    await sendBoth([...some, ...some.slice(0, 3), ...events.slice(0, at).filter((_, index) => index % 97 === 0)]);
  }
  for (let person = 0; person < 40; person += 3) await useLedger(`player-${person}`, person);
  await useLedger('anon_7', 1);
});
afterAll(async () => {
  await Promise.all([own?.close(), onLog?.close(), raw?.close()]);
  await engine?.close();
});

/** Calls a function with each daemon and expects equal results. */
async function both<T>(run: (daemon: TestDaemon) => Promise<T>): Promise<T> {
  const [expected, found] = await Promise.all([run(own), run(onLog)]);
  expect(found).toEqual(expected);
  return expected;
}

const sendBoth = (some: object[]) =>
  both(async ({ server }) => done(await server.call('gameEvent', { body: { id: 'request', events: some } })));

async function useLedger(user_id: string, amount: number) {
  const payment = { event_type: 'payment', created_at: iso(NOW - HOUR), game_id: 'game' };
  await both(async ({ server }) => {
    const { status } = await server.call('redeem', { body: { user_id, code: 'GIFT' } });
    const paid = [amount + 0.25, -0.1].map((one) => ({ ...payment, event: { user_id, amount: one } }));
    return [status, (await server.call('gameEvent', { body: { events: paid } })).status];
  });
}

/** Returns all pages of a list. */
const pagesOf = async ({ owner }: TestDaemon, query: QueryFor<'listEvents'>) => {
  const pages = [];
  let cursor: string | null = null;
  do {
    const page: { data: unknown[]; next_cursor: string | null } = done(
      await owner.call('listEvents', { query: { ...query, ...(cursor ? { cursor } : {}) } }),
    );
    pages.push(page);
    cursor = page.next_cursor;
  } while (cursor);
  return pages;
};

const someEvent = events[77] as (typeof events)[0];
const user_id = 'player-4';
const span = { from: iso(NOW - 40 * HOUR), to: iso(NOW - 3 * HOUR) };
const lists: QueryFor<'listEvents'>[] = [
  { limit: 100 },
  { limit: 7, ...span, game_id: 'game', event_type: 'shop' },
  { event_type: 'Kauf ü', event_sub_type: "it's" },
  { session_id: someEvent.session_id, limit: 3 },
  { event_id: someEvent.event_id },
  { event_id: someEvent.event_id.toUpperCase() },
  { event_id: uuid() },
  { user_id, limit: 5 },
  { user_id, game_id: 'other', ...span },
  { user_id: 'unknown' },
  { anon_id: 'anon_3' },
  { anon_id: 'anon_3', user_id: 'player-3', event_type: 'level' },
  { from: iso(NOW + DAY) },
  { to: iso(NOW - 30 * DAY) },
  { game_id: 'none' },
];

describe('the list', () => {
  it.each(lists)('%j', async (query) => {
    await both((daemon) => pagesOf(daemon, query));
  });

  it('contains every event once, and finds a user’s events from before sign-in', async () => {
    const all = (await both((daemon) => pagesOf(daemon, { limit: 100 }))).flatMap(({ data }) => data);
    expect(all).toHaveLength(EVENTS);
    const ofUser = (await pagesOf(onLog, { user_id })).flatMap(({ data }) => data as { user_id: string | null }[]);
    expect(ofUser.some((event) => event.user_id === null)).toBe(true);
    expect(ofUser.some((event) => event.user_id === user_id)).toBe(true);
  });

  const cursorOf = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url');
  it.each(
    [
      ...[[1], ['a', 'b'], [1, 2], [1.5, someEvent.event_id], [1, someEvent.event_id, 1], [null, ''], {}, 'x', []],
      ...[
        [1, '-'.repeat(36)],
        [1, `${'0'.repeat(35)}-`],
        [1, someEvent.event_id.replace('0', 'g')],
        [1, "'"],
      ],
      ...[
        [2 ** 60, someEvent.event_id],
        ['summer', 1],
      ],
    ].map(cursorOf),
  )('refuses the cursor %s', async (cursor) => {
    const answer = await both(async ({ owner }) => {
      const { status, body } = await owner.call('listEvents', { query: { cursor } });
      return { status, body: { ...body, request_id: '' } };
    });
    expect(answer).toMatchObject(refusal(400, 'invalid_request'));
  });

  it.each([
    [NOW, ''],
    [Number.MAX_SAFE_INTEGER, someEvent.event_id],
    [Number.MIN_SAFE_INTEGER, someEvent.event_id],
    [NOW - DAY, 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  ])('continues from %j', async (...position) => {
    await both(async ({ owner }) => done(await owner.call('listEvents', { query: { cursor: cursorOf(position) } })));
  });
});

const withoutTime = ({ counted_at: _, ...answer }: Record<string, unknown>) => answer;
const spans = [{}, span, { game_id: 'game' }, { ...span, game_id: 'other' }, { game_id: 'none' }];

describe('the figures', () => {
  it.each([...spans, { activity: 'false' }])('of %j: counts by type and time, sessions and users', async (query) => {
    const stats = await both(async ({ owner }) =>
      withoutTime(done(await owner.call('eventStats', { query } as never))),
    );
    if (Object.keys(query).length === 0) expect(stats).toMatchObject({ events: EVENTS, complete: true });
  });

  it.each(spans)('of %j: from a link to sessions, claims and payments', async (query) => {
    const funnel = await both(async ({ owner }) => withoutTime(done(await owner.call('eventFunnel', { query }))));
    if (Object.keys(query).length > 0) return;
    const [first] = funnel.data as { claimers: number; payers: number; revenue: { amount: string } }[];
    expect(first?.claimers).toBeGreaterThan(5);
    expect(first?.payers).toBeGreaterThan(5);
    expect(Number(first?.revenue.amount)).toBeGreaterThan(50);
  });

  const STEPS = [
    [
      ['session_created', null],
      ['shop', 'opened'],
    ],
    [
      ['shop', null],
      ['shop', null],
      ['level', "it's"],
    ],
    [
      ['level', 'opened'],
      ['Kauf ü', null],
      ['shop', 'closed'],
      ['session_created', null],
    ],
  ];
  it.each(STEPS.flatMap((steps) => spans.map((query) => ({ steps: JSON.stringify(steps), ...query }))))(
    'of %j: people who did each step',
    async (query) => {
      for (const within of [{}, { within_hours: '5' }])
        await both(async ({ owner }) =>
          withoutTime(done(await owner.call('eventSteps', { query: { ...query, ...within } }))),
        );
    },
  );

  it('are counted without reports, so none can be cancelled', async () => {
    const params = { report_id: 'x'.repeat(43) };
    expect(shape(await onLog.owner.call('cancelEventReport', { params }))).toEqual(refusal(404, 'not_found'));
  });
});

it('events that do not fit the tracking plan are counted once', async () => {
  const plan_json = JSON.stringify({ properties: { plan: { properties: { good: true } } } });
  await both(async ({ owner }) =>
    done(await owner.call('saveTrackingPlan', { body: { game_id: 'planned', plan_json, version: 0 } })),
  );
  const planned = ['good', 'bad', 'bad'].map((event_sub_type) => ({
    ...sdkEvent(),
    ...{ game_id: 'planned', event_type: 'plan', event: { event_sub_type }, created_at: iso(NOW) },
  }));
  await sendBoth(planned);
  await sendBoth(planned);
  const { data } = await both(async ({ owner }) =>
    done(await owner.call('listPlanViolations', { query: { game_id: 'planned' } })),
  );
  expect(data).toEqual([expect.objectContaining({ event_type: 'plan', event_sub_type: 'bad', events: 2 })]);
});

it('a test key stores nothing', async () => {
  const count = () =>
    raw.rows(`SELECT (SELECT count() FROM ${raw.names.events}) AS events,
    (SELECT count() FROM ${raw.names.identities}) AS identities`);
  const before = await count();
  const event = { ...sdkEvent(), created_at: iso(NOW), anon_id: 'anon_of_test', user_details: { user_id: 'tester' } };
  await both(async ({ owner, url }) => {
    const { key } = done(await owner.call('createApiKey', { body: { name: 'Test', kind: 'server', is_test: true } }));
    const game = testClient(url, apiKey(key));
    const answers = [];
    for (let time = 0; time < 2; time += 1)
      answers.push(done(await game.call('gameEvent', { body: { id: 'test', events: [event] } })));
    return answers;
  });
  expect(await count()).toEqual(before);
  expect(await both((daemon) => pagesOf(daemon, { event_id: event.event_id }))).toMatchObject([{ data: [] }]);
});
