import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { keepSessions } from '../support/http/staff.ts';
import { apiKey, bearer, done, iso, refusal, shape, type TestClient, testClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';
import { runSql } from '../support/world/sql.ts';

const START = Date.UTC(2026, 2, 27, 22, 30);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const usd = (amount: string) => ({ amount, currency: 'USD' });
const nothing = {
  ...{ claims: 0, payments: 0 },
  ...{ revenue: usd('0.00'), refunds: usd('0.00'), creator_revenue: usd('0.00'), commission: usd('0.00') },
};
const nothingToDo = {
  campaigns_ending: [],
  codes_near_limit: [],
  low_key_pools: [],
  leak_signs: [],
  moderation: null,
  payout_runs: [],
  payout_details: [],
  webhooks: [],
  jobs: [],
  missing_rates: [],
  old_rates: [],
  rate_corrections: [],
};

describe.each(STORY_DATABASES)('the dashboard on %s', (database) => {
  const clock = { now: START };
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => clock.now });
    staff = daemon.owner;
    game = daemon.server;
    done(await staff.edit('changeSettings', { body: { time_zone: 'Europe/Madrid' } }));
  });
  afterAll(() => daemon?.close());

  const dashboard = async (query = '') => done(await staff.send('GET', `/v1/admin/dashboard${query}`));
  const campaign = (name: string) =>
    runningCampaign(daemon, {
      ...{ name, starts_at: iso(START - DAY), ends_at: iso(START + 100 * DAY), commission_tiers: undefined },
    });
  const code = (campaignId: number, value: string, use_as_referral: 'Y' | 'N') =>
    addCode(daemon, campaignId, value, { use_as_referral });
  const redeem = (user_id: string, value: string) => game.call('redeem', { body: { user_id, code: value } });
  const pay = async (user_id: string, amount: number, change: object = {}) =>
    done(
      await game.call('gameEvent', {
        body: {
          events: [
            {
              event_type: 'payment',
              created_at: iso(clock.now),
              game_id: 'game',
              event: { user_id, amount },
              ...change,
            },
          ],
        },
      }),
    );

  let referral: number;
  let gifts: number;
  it('is empty at first', async () => {
    const first = await dashboard();
    expect(first).toMatchObject({ step: 'day', totals: nothing, previous: nothing, active_campaigns: 0, creators: 0 });
    expect(first.series).toHaveLength(30);
    expect([first.campaigns, first.creators_top, first.refused]).toEqual([[], [], []]);
    expect([first.refused_before, first.to_do]).toEqual([0, nothingToDo]);
  });

  it('shows all figures, to the cent', async () => {
    referral = await campaign('Referral');
    gifts = await campaign('Gifts');
    await code(referral, 'BASE', 'Y');
    await code(gifts, 'GIFT', 'N');
    const create = { creator_id: 'ann', redemption_code: 'BASE', display_name: 'Ann' };
    const ann = done(await game.call('createCreatorCode', { body: create })).code;
    done(await game.call('createCreatorCode', { body: { ...create, creator_id: 'ben', code: 'BEN-CODE' } }));
    for (const user of ['u1', 'u2']) done(await redeem(user, ann));
    for (const user of ['u1', 'u2', 'u3']) done(await redeem(user, 'GIFT'));
    await redeem('u1', 'GIFT');
    await redeem('u1', 'NO-SUCH');
    // A validate request does not count as a refused redeem request.
    for (const code of ['GIFT', 'NO-SUCH']) await game.call('validate', { body: { user_id: 'u1', code } });
    await pay('u1', 10.1, { transaction_id: 't1' });
    await pay('u3', 5);
    await pay('u1', -0.1, { refund_of: 't1' });
    clock.now += 1000;
    const all = await dashboard();
    expect(all).toMatchObject({
      totals: { claims: 5, payments: 3, revenue: usd('15.00'), refunds: usd('0.10'), creator_revenue: usd('10.00') },
      previous: nothing,
      active_campaigns: 2,
      pending_creator_codes: 1,
      creators: 2,
      campaigns: [
        { campaign_id: gifts, name: 'Gifts', claims: 3, revenue: usd('15.00'), creator_revenue: usd('0.00') },
        { campaign_id: referral, name: 'Referral', claims: 2, revenue: usd('10.00'), creator_revenue: usd('10.00') },
      ],
      creators_top: [{ creator_id: 'ann', display_name: 'Ann', claims: 2, revenue: usd('10.00') }],
      refused: [
        { reason: 'already_redeemed', tries: 1 },
        { reason: 'code_not_found', tries: 1 },
      ],
    });
    expect(all.series.at(-1)).toEqual({
      at: '2026-03-26T23:00:00.000Z',
      claims: 5,
      payments: 3,
      revenue: usd('15.00'),
      creator_revenue: usd('10.00'),
    });
  });

  it('can show a single campaign', async () => {
    const one = await dashboard(`?campaign_id=${referral}`);
    const [revenue, refunds, creator_revenue, commission] = ['10.00', '0.10', '10.00', '0.00'].map(usd);
    expect(one.totals).toEqual({ claims: 2, payments: 2, revenue, refunds, creator_revenue, commission });
    expect(one.campaigns.map((row: { name: string }) => row.name)).toEqual(['Referral']);
    const other = await dashboard(`?campaign_id=${gifts}`);
    // This campaign has only redeem codes, so nothing accrues to a creator.
    expect(other.totals).toEqual({ ...nothing, claims: 3, payments: 3, revenue: usd('15.00'), refunds });
    expect(other.creators_top).toEqual([]);
    expect(shape(await staff.call('dashboard', { query: { campaign_id: 999999 } }))).toEqual(refusal(404, 'not_found'));
  });

  it('splits a period into days in the organisation’s zone; a day has 23 hours when clocks go forward', async () => {
    for (const at of ['2026-03-28T22:59', '2026-03-28T23:00', '2026-03-29T21:59', '2026-03-29T22:00']) {
      const instant = Date.parse(`${at}:00Z`);
      await keepSessions(daemon, instant + DAY);
      clock.now = instant;
      await pay('u9', 1);
    }
    const { step, series } = await dashboard('?from=2026-03-26T23:00:00Z&to=2026-03-30T22:00:00Z');
    expect(step).toBe('day');
    expect(series.map((point: { at: string; payments: number }) => [point.at, point.payments])).toEqual([
      ['2026-03-26T23:00:00.000Z', 3],
      ['2026-03-27T23:00:00.000Z', 1],
      ['2026-03-28T23:00:00.000Z', 2],
      ['2026-03-29T22:00:00.000Z', 1],
    ]);
    const hours = await dashboard('?from=2026-03-28T22:00:00Z&to=2026-03-29T00:00:00Z');
    expect([hours.step, hours.series.map((point: { payments: number }) => point.payments)]).toEqual(['hour', [1, 1]]);
    const after = await dashboard('?from=2026-03-29T00:00:00Z&to=2026-03-31T00:00:00Z');
    expect([after.totals.payments, after.previous.payments]).toEqual([2, 5]);
  });

  it('refuses an invalid period and one that is too long', async () => {
    for (const query of ['?from=2026-03-02&to=2026-03-02', '?from=2024-01-01&to=2026-01-01', '?from=2027-01-01'])
      expect(shape(await staff.send('GET', `/v1/admin/dashboard${query}`)), query).toEqual(
        refusal(400, 'invalid_request'),
      );
  });

  it('responds with 304 while nothing changes, and is computed at most once a second', async () => {
    clock.now += 10_000;
    const ask = async (tag?: string) => {
      const headers = { ...bearer(daemon.ownerToken), ...(tag === undefined ? {} : { 'If-None-Match': tag }) };
      const response = await fetch(`${daemon.url}/v1/admin/dashboard`, { headers });
      const text = await response.text();
      return { status: response.status, text, tag: response.headers.get('etag') ?? '', headers: response.headers };
    };
    const first = await ask();
    expect(first.tag).toMatch(/^"[0-9a-f]{32}"$/);
    const unchanged = await ask(first.tag);
    expect([unchanged.status, unchanged.text, unchanged.tag]).toEqual([304, '', first.tag]);
    expect(unchanged.headers.get('content-type')).toBeNull();
    expect(unchanged.headers.get('content-length')).toBeNull();
    expect(unchanged.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect((await ask(`"other", W/${first.tag}`)).status).toBe(304);
    await pay('u9', 1);
    expect((await ask(first.tag)).status).toBe(304);
    clock.now += 1000;
    const changed = await ask(first.tag);
    expect(changed.status).toBe(200);
    expect(JSON.parse(changed.text).totals.payments).toBe(JSON.parse(first.text).totals.payments + 1);
  });

  it('sums the rows of every daemon', async () => {
    const before = await dashboard('?from=2026-03-27');
    const columns = 'campaign_id, hour, game_id, slot, claims, payments, revenue, refunds, creator_revenue';
    const row = `0, ${START - (START % HOUR)}, '', 9, 4, 0, 0, 0, 0`;
    await runSql(daemon.databaseUrl, `insert into campaign_hours (${columns}) values (${row})`);
    clock.now += 1000;
    expect((await dashboard('?from=2026-03-27')).totals.claims).toBe(before.totals.claims + 4);
    await runSql(daemon.databaseUrl, 'delete from campaign_hours where slot = 9');
  });

  it('can show a single game: its payments, and the claims and attempts made with its keys', async () => {
    const { key } = done(await staff.call('createApiKey', { body: { name: 'b', kind: 'server', game_id: 'game_b' } }));
    const gameB = testClient(daemon.url, apiKey(key));
    const all = await dashboard();
    done(await gameB.call('redeem', { body: { user_id: 'u4', code: 'GIFT' } }));
    await gameB.call('redeem', { body: { user_id: 'u4', code: 'GIFT' } });
    await pay('u1', 2, { game_id: 'game_b' });
    clock.now += 1000;
    const [one, other, none] = [
      await dashboard('?game_id=game_b'),
      await dashboard('?game_id=game'),
      await dashboard('?game_id=x'),
    ];
    expect(one).toMatchObject({
      totals: { claims: 1, payments: 1, revenue: usd('2.00'), creator_revenue: usd('2.00') },
      campaigns: [
        { name: 'Gifts', claims: 1, revenue: usd('2.00') },
        { name: 'Referral', claims: 0, revenue: usd('2.00') },
      ],
      creators_top: [{ creator_id: 'ann', revenue: usd('2.00') }],
      refused: [{ reason: 'already_redeemed', tries: 1 }],
    });
    expect(other.totals.claims).toBe(0);
    expect(other.totals.payments).toBe(all.totals.payments);
    expect([none.totals, none.campaigns, none.creators_top, none.refused]).toEqual([nothing, [], [], []]);
  });
});
