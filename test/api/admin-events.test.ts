import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_LOOKED_AT } from '../../daemon/features/sdk-events/event-list-store.ts';
import { startOfQuarter } from '../../daemon/lib/clock.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { done, iso, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const START = Date.UTC(2026, 0, 10, 12);
const SECOND = 1000;
const SESSION = '3f2b8c1e-1111-4222-8333-444455556666';

describe.each(STORY_DATABASES)('SDK events in the Portal on %s', (database) => {
  const clock = { now: START };
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => clock.now });
    staff = daemon.owner;
    game = daemon.server;
  });
  afterAll(() => daemon?.close());

  const send = async (...changes: object[]) =>
    done(
      await game.call('gameEvent', {
        body: {
          events: changes.map((change) => ({
            event_type: 'shop',
            event: { event_sub_type: 'opened', event_details: { label: 'menu' } },
            game_id: 'game',
            created_at: iso(clock.now),
            session_id: SESSION,
            event_id: randomUUID(),
            anon_id: 'anon_1',
            user_details: { user_id: 'anon_1' },
            app_details: { platform_id: 'web' },
            ...change,
          })),
        },
      }),
    );
  const list = async (query = '') => done(await staff.send('GET', `/v1/admin/events${query}`));
  /** Reads all pages in order. */
  async function all(query: string): Promise<{ created_at: string; event_id: string }[][]> {
    const pages = [];
    for (let cursor = ''; ; ) {
      const page = await list(`?${query}${cursor}`);
      pages.push(page.data);
      if (page.next_cursor === null) return pages;
      cursor = `&cursor=${page.next_cursor}`;
    }
  }

  it('are listed newest first, page by page, each once', async () => {
    expect(await list()).toEqual({ data: [], next_cursor: null });
    await send(...Array.from({ length: 7 }, (_, n) => ({ created_at: iso(START - (n % 3) * SECOND) })));
    const pages = await all('limit=2');
    expect(pages.map((page) => page.length)).toEqual([2, 2, 2, 1]);
    const rows = pages.flat();
    const order = rows.map(({ created_at, event_id }) => `${created_at} ${event_id}`);
    expect(order).toEqual(order.toSorted().reverse());
    expect(new Set(order).size).toBe(7);
  });

  it('show what the client sent', async () => {
    const utms = { utm_source: 'mail' };
    await send({
      event_type: 'login',
      event: { event_sub_type: 'user_login' },
      service_referral_link: 'link-1',
      user_details: { user_id: 'u1', level: 3 },
      utms,
    });
    const { data } = await list('?event_type=login');
    expect(data).toEqual([
      {
        event_id: expect.any(String),
        created_at: iso(clock.now),
        received_at: iso(clock.now),
        game_id: 'game',
        event_type: 'login',
        event_sub_type: 'user_login',
        session_id: SESSION,
        anon_id: 'anon_1',
        user_id: 'u1',
        referral_link: 'link-1',
        event_details: null,
        user_details: { user_id: 'u1', level: 3 },
        app_details: { platform_id: 'web' },
        utms,
      },
    ]);
  });

  it('can be filtered by each of their fields, and by time', async () => {
    const session_id = randomUUID();
    await send(
      { game_id: 'other' },
      { event: { event_sub_type: 'closed' } },
      { session_id },
      { anon_id: 'anon_2', user_details: { user_id: 'anon_2' } },
    );
    const count = async (query: string) => (await list(`?limit=100&${query}`)).data.length;
    expect(await count('game_id=other')).toBe(1);
    expect(await count('event_type=shop&event_sub_type=closed')).toBe(1);
    expect(await count(`session_id=${session_id}`)).toBe(1);
    expect(await count('anon_id=anon_2')).toBe(1);
    // These are the user's own event, and those from anon_1 in the game where anon_1 was identified as this user.
    expect(await count('user_id=u1')).toBe(1 + 9);
    expect(await count('user_id=unknown')).toBe(0);
    expect(await count(`from=${iso(START - SECOND)}&to=${iso(START)}`)).toBe(2);
    expect(await count(`game_id=game&to=${iso(START - SECOND)}`)).toBe(2);
  });

  it('cannot be listed with a cursor from another list', async () => {
    for (const cursor of [
      'x',
      Buffer.from('[1]').toString('base64url'),
      Buffer.from('["a","b"]').toString('base64url'),
      Buffer.from(JSON.stringify([1, '-'.repeat(36)])).toString('base64url'),
    ])
      expect(shape(await staff.call('listEvents', { query: { cursor } }))).toEqual(refusal(400, 'invalid_request'));
  });

  it('are counted by type and time, with their sessions and users', async () => {
    const stats = done(await staff.call('eventStats'));
    expect(stats).toMatchObject({
      step: 'day',
      events: 12,
      types: [
        { event_type: 'shop', event_sub_type: 'opened', events: 10 },
        { event_type: 'login', event_sub_type: 'user_login', events: 1 },
        { event_type: 'shop', event_sub_type: 'closed', events: 1 },
      ],
      // anon_1 was identified as u1.
      ...{ complete: true, counted_at: iso(clock.now), report: null },
      activity: { sessions: 2, users: 2 + 1 },
    });
    expect(stats.series.at(-1)).toEqual({ at: '2026-01-10T00:00:00.000Z', events: 12 });
    const hours = `from=${iso(START - 3_600_000)}&to=${iso(START + 3_600_000)}`;
    const other = done(await staff.send('GET', `/v1/admin/events/stats?game_id=other&${hours}`));
    expect(other).toMatchObject({ step: 'hour', events: 1, activity: { sessions: 1, users: 1 } });
    expect(other.series.map((point: { events: number }) => point.events)).toEqual([0, 1]);
  });

  it('show how a link leads to sessions, claims and payments', async () => {
    const times = { starts_at: iso(START - 1), ends_at: iso(START + 10 ** 9) };
    const campaignId = await runningCampaign(daemon, { ...times, commission_tiers: undefined });
    await addCode(daemon, campaignId, 'GIFT');
    const session = (anon_id: string, link: string, user_id = anon_id) => ({
      ...{ event_type: 'session_created', anon_id, session_id: randomUUID(), user_details: { user_id } },
      service_referral_link: link,
    });
    await send(session('anon_a', 'link-2'), session('anon_a', 'link-2', 'ann'), session('anon_b', 'link-2'));
    await send(session('anon_c', 'link-3'));
    done(await game.call('redeem', { body: { user_id: 'ann', code: 'GIFT' } }));
    const payment = { event_type: 'payment', created_at: iso(START), game_id: 'game' };
    const paid = [7.5, 2.5, -1].map((amount) => ({ ...payment, event: { user_id: 'ann', amount } }));
    done(await game.call('gameEvent', { body: { events: paid } }));
    const funnel = done(await staff.call('eventFunnel'));
    const zero = { amount: '0.00', currency: 'USD' };
    expect(funnel.complete).toBe(true);
    expect(funnel.data).toEqual([
      {
        ...{ referral_link: 'link-2', sessions: 3, users: 2, claimers: 1, payers: 1 },
        revenue: { amount: '9.00', currency: 'USD' },
      },
      { referral_link: 'link-1', sessions: 1, users: 1, claimers: 0, payers: 0, revenue: zero },
      { referral_link: 'link-3', sessions: 1, users: 1, claimers: 0, payers: 0, revenue: zero },
    ]);
    const elsewhere = done(await staff.call('eventFunnel', { query: { game_id: 'other' } }));
    expect(elsewhere.data).toEqual([]);
  });

  it('are searched in bounded steps, and the next page continues the search', async () => {
    const many = MAX_LOOKED_AT + 500;
    const row = (n: number) => ({
      ...{ created_at: START - 86_400_000 - n, received_at: START, game_id: 'bulk', event_type: 't' },
      ...{ event_sub_type: n === many - 1 ? 'rare' : 's', session_id: SESSION, payload: '{}' },
      event_id: `0193c5a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    });
    for (let from = 0; from < many; from += 500)
      await daemon.db.write(({ db, t }) =>
        db.insert(t.sdk_events).values(Array.from({ length: 500 }, (_, n) => row(from + n))),
      );
    const hours = new Map<number, number>();
    for (let n = 0; n < many; n += 1) {
      const hour = startOfQuarter(row(n).created_at);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    }
    await daemon.db.write(async ({ db, t }) => {
      const type = { game_id: 'bulk', event_type: 't', slot: 0 };
      for (const [hour, events] of hours) {
        const rare = startOfQuarter(row(many - 1).created_at) === hour ? 1 : 0;
        if (rare) await db.insert(t.sdk_event_hours).values({ ...type, event_sub_type: 'rare', hour, events: 1 });
        await db.insert(t.sdk_event_hours).values({ ...type, event_sub_type: 's', hour, events: events - rare });
      }
    });
    const pages = await all('event_sub_type=rare&to=2026-01-09T12:00:00.001Z');
    expect(pages.map((page) => page.length)).toEqual([0, 1]);
    const stats = done(await staff.call('eventStats', { query: { to: '2026-01-09T13:00:00Z' } }));
    expect(stats.events).toBe(many);
    // The daemon counts this many events in a separate thread.
    expect(stats).toMatchObject({
      complete: true,
      activity: { sessions: 1, users: 0, by_session: [{ events: many }] },
    });
  });

  it('are counted as a funnel: users who did each step after the previous one', async () => {
    const step = (minute: number, sub: string, anon_id: string, user_id = anon_id, change: object = {}) => ({
      ...{ event_type: 'trail', event: { event_sub_type: sub }, anon_id, user_details: { user_id } },
      ...{ created_at: iso(START - 86_400_000 + minute * 60_000), ...change },
    });
    await send(
      // The user signs in between the steps: one user with two IDs.
      ...[step(0, 'seen', 'anon_x'), step(1, 'tried', 'anon_x', 'xena'), step(2, 'bought', 'anon_y', 'xena')],
      // The steps come in the wrong order; then the second step comes again, but late.
      ...[step(0, 'tried', 'anon_z'), step(1, 'seen', 'anon_z'), step(200, 'tried', 'anon_z')],
      // A second start counts for the steps that follow it.
      ...[step(0, 'seen', 'anon_w'), step(300, 'seen', 'anon_w'), step(310, 'tried', 'anon_w')],
      step(5, 'seen', 'anon_v', 'anon_v', { game_id: 'other' }),
    );
    const trail = ['seen', 'tried', 'bought'].map((sub) => ['trail', sub]);
    const counted = async (steps: (string | null)[][], query = {}) =>
      done(await staff.call('eventSteps', { query: { steps: JSON.stringify(steps), ...query } })).steps;
    const users = async (steps: (string | null)[][], query = {}) =>
      (await counted(steps, query)).map((row: { users: number }) => row.users);
    expect(await users(trail)).toEqual([4, 3, 1]);
    expect(await users(trail, { within_hours: '1' })).toEqual([4, 2, 1]);
    // The second step came after 1, 199 and 10 minutes. With a limit of an hour, the 199 minutes do not count.
    const minutes = async (query = {}) =>
      (await counted(trail, query)).map(({ median_ms, p90_ms }: Record<string, number | null>) =>
        [median_ms, p90_ms].map((ms) => ms && ms / 60_000),
      );
    const [none, one] = [
      [null, null],
      [1, 1],
    ];
    expect(await minutes()).toEqual([none, [10, 199], one]);
    expect(await minutes({ within_hours: '1' })).toEqual([none, [10, 10], one]);
    expect(await minutes({ from: iso(START) })).toEqual([none, none, none]);
    expect(await users(trail, { game_id: 'game' })).toEqual([3, 3, 1]);
    expect(await users(trail, { from: iso(START) })).toEqual([0, 0, 0]);
    // A step without a sub-type accepts any sub-type, and one event does not count for two steps.
    expect(
      await users([
        ['trail', null],
        ['trail', null],
        ['trail', 'bought'],
      ]),
    ).toEqual([4, 3, 1]);
    for (const steps of [
      '',
      'x',
      '[["trail",null]]',
      '[["trail"],["trail"]]',
      JSON.stringify(Array(7).fill(['a', null])),
    ])
      expect(shape(await staff.call('eventSteps', { query: { steps } }))).toEqual(refusal(400, 'invalid_request'));
  });
});
