import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { faultsIn } from '../database/campaigns.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../world/daemon.ts';
import { type Ask, apiKey, asking, bearer, done, iso } from './test-client.ts';

export const START = Date.UTC(2026, 0, 10);
export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const CREATOR = '/v1/redemption-codes/creator';
export const USE = '/v1/redemption-codes/use';
export const EVENTS = '/v1/game/game-event';
export const ANALYTICS = '/v1/redemption-codes/analytics';

export type GameFlow = ReturnType<typeof flowOf>;

/** Walks one subject of a game’s way through /v1 on each database, with every refusal on it; afterwards the books must balance (A6). */
export function onEachGame(subject: string, suite: (flow: GameFlow) => void) {
  describe.each<DatabaseKind>(['sqlite', 'postgres'])(`${subject} in the way of a game on %s`, (database) => {
    // Moved by minutes only: a session lasts twelve hours.
    const clock = { now: START };
    let daemon: TestDaemon;
    beforeAll(async () => {
      daemon = await startTestDaemon({ database, clock: () => clock.now });
    });
    afterAll(async () => {
      const faults = await faultsIn(daemon.db);
      await daemon.close();
      expect(faults).toEqual([]);
    });
    suite(flowOf(() => daemon, clock));
  });
}

/** What a game's server and its staff say to the daemon, once there is one. */
function flowOf(daemon: () => TestDaemon, clock: { now: number }) {
  const staff: Ask = (...request) => asking(daemon().url, bearer(daemon().ownerToken))(...request);
  const game: Ask = (...request) => asking(daemon().url, apiKey(daemon().serverKey))(...request);
  let serial = 0;
  const unique = (name: string) => `${name}_${++serial}`;

  const newCampaign = async (change: object = {}): Promise<number> => {
    const campaign = {
      name: 'Spring',
      starts_at: iso(START - DAY),
      ends_at: iso(START + 30 * DAY),
      commission_tiers: [
        { min_revenue: 0, percent: 10 },
        { min_revenue: 100, percent: 20 },
      ],
      ...change,
    };
    return done(await staff('POST', '/v1/admin/campaigns', campaign)).campaign_id;
  };
  const move = async (campaignId: number, to: 'publish' | 'pause' | 'archive') =>
    done(await staff('POST', `/v1/admin/campaigns/${campaignId}/${to}`));
  const running = async (change: object = {}) => {
    const campaignId = await newCampaign(change);
    await move(campaignId, 'publish');
    return campaignId;
  };
  const newCode = async (campaignId: number, change: object = {}) =>
    done(
      await staff('POST', `/v1/admin/campaigns/${campaignId}/codes`, {
        code: unique('CODE'),
        name: 'A code',
        root_url: 'https://game.example/redeem',
        rewards_json: '{"gold":1}',
        ...change,
      }),
    );
  const newBase = (campaignId: number, change: object = {}) => newCode(campaignId, { use_as_referral: 'Y', ...change });
  const changeCode = async (codeId: number, change: object) =>
    done(await staff('PATCH', `/v1/admin/codes/${codeId}`, change));
  const changeCreator = async (creatorId: string, change: object) =>
    done(await staff('PATCH', `/v1/admin/creators/${creatorId}`, change));

  const create = (creator_id: string, redemption_code: string, change: object = {}) =>
    game('POST', CREATOR, { creator_id, redemption_code, ...change });
  const redeem = (user_id: string, code: string) => game('POST', `${USE}/redeem`, { user_id, code });
  const validate = (user_id: string, code: string) => game('POST', `${USE}/validate`, { user_id, code });
  const payment = (user_id: string, amount: unknown, change: object = {}) => ({
    event_type: 'payment',
    created_at: iso(clock.now),
    game_id: 'game',
    event: { user_id, amount },
    ...change,
  });
  const pay = (events: unknown[], id?: string) => game('POST', EVENTS, { ...(id ? { id } : {}), events });
  const analytics = async (query: string): Promise<Record<string, unknown>[]> =>
    done(await game('GET', `${ANALYTICS}?${query}`));
  /** A player who used a creator's code. */
  const linkedPlayer = async () => {
    const campaignId = await running();
    const base = await newBase(campaignId);
    const creator = unique('creator');
    const { code } = done(await create(creator, base.code));
    const user = unique('user');
    expect(done(await redeem(user, code)).linked).toBe(true);
    const figures = async () => (await analytics(`creator_id=${creator}`))[0];
    return { campaignId, base, creator, code, user, figures };
  };
  const sdkEvent = (change: object = {}) => ({
    event_type: 'shop',
    event: { event_sub_type: 'opened', event_details: { any: ['thing'] } },
    game_id: 'game',
    created_at: iso(clock.now),
    session_id: randomUUID(),
    event_id: randomUUID(),
    anon_id: 'anon_1',
    user_details: { user_id: 'anon_1' },
    app_details: {},
    ...change,
  });

  return {
    daemon,
    clock,
    staff,
    game,
    unique,
    newCampaign,
    move,
    running,
    newCode,
    newBase,
    changeCode,
    changeCreator,
    create,
    redeem,
    validate,
    payment,
    pay,
    analytics,
    linkedPlayer,
    sdkEvent,
  };
}
