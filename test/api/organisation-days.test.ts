import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookEvents } from '../../daemon/contract/webhook-events.ts';
import { prepareDailyResults } from '../../daemon/features/daily-results/prepare-daily-results.ts';
import { findPeriod } from '../../daemon/jobs/period-rules.ts';
import { HOUR_MS } from '../../daemon/lib/clock.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { keepSessions } from '../support/http/staff.ts';
import { done, iso, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';

const START = Date.UTC(2026, 4, 9, 10);
const KATHMANDU = 'Asia/Kathmandu';
/** Times of claims and payments around midnight in Lord Howe (13:30 UTC), in Kathmandu (18:15 UTC) and in UTC. */
const PLAYED = [
  ...['2026-05-10T13:29:59.999Z', '2026-05-10T13:30:00.000Z', '2026-05-10T18:14:59.999Z', '2026-05-10T18:15:00.000Z'],
  ...['2026-05-10T23:59:59.999Z', '2026-05-11T00:00:00.000Z', '2026-05-11T18:10:00.000Z'],
];

describe.each(['sqlite', 'postgres'] as const)('days of the organisation on %s', (database) => {
  const clock = { now: START };
  let daemon: TestDaemon;
  let staff: TestClient;
  let game: TestClient;

  const moveTo = async (instant: number) => {
    await keepSessions(daemon, instant + HOUR_MS);
    clock.now = instant;
  };
  const setZone = async (time_zone: string) => {
    // The clock moves on, because the daemon can repeat an earlier response for a short time.
    await moveTo(clock.now + 10_000);
    done(await staff.edit('changeSettings', { body: { time_zone } }));
  };
  const pointsOf = async (path: string, figure: 'claims' | 'payments' | 'events') => {
    const { series } = done(await staff.send('GET', path));
    return (series as Record<string, number | string>[])
      .filter((point) => point[figure] !== 0)
      .map((point) => [String(point.at).slice(5, 16), point[figure]]);
  };
  const told = async () => {
    const rows = await daemon.db.read(({ db, t }) => db.select().from(t.outbox).orderBy(t.outbox.outbox_id));
    return rows
      .filter(({ event_type }) => event_type === 'creator.daily_result')
      .map(({ body }) => webhookEvents['creator.daily_result'].parse(JSON.parse(body).data))
      .map(({ date, day }) => [date, day.claims, day.payments, day.revenue.amount]);
  };
  /** Returns what the job would send for these dates if it had not sent anything yet. */
  const toldAnew = async (zone: string, dates: readonly string[]) => {
    await daemon.db.write(({ db, t }) => db.delete(t.outbox));
    for (const date of dates) {
      const { from, to } = findPeriod({ every: 'day', hour: 8 }, zone, date) ?? expect.unreachable();
      await prepareDailyResults(daemon.db, { date, from, to }, clock.now);
    }
    return told();
  };

  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => clock.now });
    staff = daemon.owner;
    game = daemon.server;
    await moveTo(START);
    done(await staff.edit('changeSettings', { body: { time_zone: KATHMANDU } }));
    const times = { starts_at: iso(START - HOUR_MS), ends_at: iso(START + 1000 * HOUR_MS) };
    const campaignId = await runningCampaign(daemon, { name: 'May', ...times, commission_tiers: undefined });
    await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
    const wish = { creator_id: 'ann', redemption_code: 'BASE', display_name: 'Ann' };
    const { code } = done(await game.call('createCreatorCode', { body: wish }));
    done(await staff.edit('changeCreator', { params: { creator_id: 'ann' }, body: { email: 'ann@mail.example' } }));
    await daemon.runDueJobs();
    for (const [index, instant] of PLAYED.entries()) {
      await moveTo(Date.parse(instant));
      const user_id = `u${index}`;
      done(await game.call('redeem', { body: { user_id, code } }));
      const common = { created_at: instant, game_id: 'game' };
      const payment = { event_type: 'payment', ...common, event: { user_id, amount: 1 } };
      const event = {
        event_id: `0193c5a0-0000-7000-8000-${String(index).padStart(12, '0')}`,
        ...{ event_type: 'shop', ...common, event: { event_sub_type: 'opened' } },
        ...{ session_id: '3f2b8c1e-1111-4222-8333-444455556666', user_details: { user_id }, app_details: {} },
      };
      done(await game.call('gameEvent', { body: { events: [payment] } }));
      done(await game.call('gameEvent', { body: { events: [event] } }));
    }
  });
  afterAll(() => daemon?.close());

  const DAYS = '?from=2026-05-09T18:15:00Z&to=2026-05-13T00:00:00Z';
  const HOURS = '?from=2026-05-10T17:30:00Z&to=2026-05-10T18:20:00Z';

  it('begin in Kathmandu at a quarter past the hour in UTC, in figures and in a creator’s results', async () => {
    const days = [
      ['05-09T18:15', 3],
      ['05-10T18:15', 4],
    ];
    expect(await pointsOf(`/v1/admin/dashboard${DAYS}`, 'claims')).toEqual(days);
    expect(await pointsOf(`/v1/admin/dashboard${DAYS}`, 'payments')).toEqual(days);
    expect(await pointsOf(`/v1/admin/events/stats${DAYS}`, 'events')).toEqual(days);
    const hours = done(await staff.send('GET', `/v1/admin/dashboard${HOURS}`));
    expect([hours.from, hours.to, hours.step]).toEqual([
      '2026-05-10T17:15:00.000Z',
      '2026-05-10T19:15:00.000Z',
      'hour',
    ]);
    expect(hours.series.map((point: { claims: number }) => point.claims)).toEqual([1, 1]);
    expect([hours.totals.claims, hours.previous.claims]).toEqual([2, 0]);
    await moveTo(Date.parse('2026-05-12T02:15:00Z'));
    await daemon.runDueJobs();
    expect(await told()).toEqual([
      ...[['2026-05-09', 0, 0, '0.00']],
      ...[['2026-05-10', 3, 3, '3.00']],
      ...[['2026-05-11', 4, 4, '4.00']],
    ]);
  });

  it('follow Lord Howe Island’s clock, with the same rows, once it is the organisation’s time zone', async () => {
    await setZone('Australia/Lord_Howe');
    const days = [
      ['05-09T13:30', 1],
      ['05-10T13:30', 5],
      ['05-11T13:30', 1],
    ];
    expect(await pointsOf(`/v1/admin/dashboard${DAYS}`, 'claims')).toEqual(days);
    expect(await pointsOf(`/v1/admin/events/stats${DAYS}`, 'events')).toEqual(days);
    expect(await pointsOf(`/v1/admin/dashboard${HOURS}`, 'payments')).toEqual([['05-10T17:30', 2]]);
    expect(await toldAnew('Australia/Lord_Howe', ['2026-05-10', '2026-05-11', '2026-05-12'])).toEqual([
      ...[['2026-05-10', 1, 1, '1.00']],
      ...[['2026-05-11', 5, 5, '5.00']],
      ...[['2026-05-12', 1, 1, '1.00']],
    ]);
  });

  it('follow UTC once it is the organisation’s time zone', async () => {
    await setZone('UTC');
    const days = [
      ['05-10T00:00', 5],
      ['05-11T00:00', 2],
    ];
    expect(await pointsOf(`/v1/admin/dashboard${DAYS}`, 'claims')).toEqual(days);
    expect(await pointsOf(`/v1/admin/events/stats${DAYS}`, 'events')).toEqual(days);
    expect(await pointsOf(`/v1/admin/dashboard${HOURS}`, 'claims')).toEqual([['05-10T18:00', 2]]);
    expect(await toldAnew('UTC', ['2026-05-10', '2026-05-11'])).toEqual([
      ...[['2026-05-10', 5, 5, '5.00']],
      ...[['2026-05-11', 2, 2, '2.00']],
    ]);
  });
});
