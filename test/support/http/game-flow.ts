import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { faultsIn } from '../database/verify-books.ts';
import { type DatabaseKind, startTestDaemon, type TestDaemon } from '../world/daemon.ts';
import { BOTH_DATABASES, STORY_DATABASES } from '../world/each-database.ts';
import {
  addCode,
  type CampaignFields,
  type CampaignMove,
  type CodeFields,
  moveCampaign,
  newCampaign,
  runningCampaign,
} from './campaigns.ts';
import { addEarner, paymentEvent } from './earnings.ts';
import { done, type FieldsFor, iso, type TestClient } from './test-client.ts';

export const START = Date.UTC(2026, 0, 10);
export const MINUTE = 60_000;
export const DAY = 86_400_000;
export const CREATOR = '/v1/redemption-codes/creator';
export const USE = '/v1/redemption-codes/use';
export const EVENTS = '/v1/game/game-event';
const ANALYTICS = '/v1/redemption-codes/analytics';

export type GameFlow = ReturnType<typeof flowOf>;

/** Tests one subject of /v1 whose SQL is the same on both databases. Afterwards `verify` must find no difference. */
export const onGame = (subject: string, suite: (flow: GameFlow) => void) => playOn(STORY_DATABASES, subject, suite);

/** Tests one subject of /v1 in the same way on both databases. */
export const onEachGame = (subject: string, suite: (flow: GameFlow) => void) => playOn(BOTH_DATABASES, subject, suite);

function playOn(databases: readonly DatabaseKind[], subject: string, suite: (flow: GameFlow) => void) {
  describe.each(databases)(`${subject} through the API on %s`, (database) => {
    // The clock moves only by minutes, because a session lasts twelve hours.
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

/** Returns functions that call the API as a game's server and as staff. The daemon can start later. */
function flowOf(daemon: () => TestDaemon, clock: { now: number }) {
  const clientOf = (who: 'owner' | 'server'): TestClient => ({
    call: (...request) => daemon()[who].call(...request),
    edit: (...request) => daemon()[who].edit(...request),
    send: (...request) => daemon()[who].send(...request),
  });
  const staff = clientOf('owner');
  const game = clientOf('server');
  const parties = { owner: staff, server: game };
  let serial = 0;
  const unique = (name: string) => `${name}_${++serial}`;

  const spring = (change: CampaignFields) => ({
    name: 'Spring',
    starts_at: iso(START - DAY),
    ends_at: iso(START + 30 * DAY),
    commission_tiers: [
      { min_revenue: 0, percent: 10 },
      { min_revenue: 100, percent: 20 },
    ],
    ...change,
  });
  const newDraft = (change: CampaignFields = {}) => newCampaign(parties, spring(change));
  const running = (change: CampaignFields = {}) => runningCampaign(parties, spring(change));
  const move = async (campaignId: number, to: CampaignMove) => done(await moveCampaign(parties, campaignId, to));
  const newCode = (campaignId: number, change: CodeFields = {}) =>
    addCode(parties, campaignId, unique('CODE'), { name: 'A code', ...change });
  const newBase = (campaignId: number, change: CodeFields = {}) =>
    newCode(campaignId, { use_as_referral: 'Y', ...change });
  const changeCode = async (codeId: number, body: FieldsFor<'changeCode'>) =>
    done(await staff.edit('changeCode', { params: { code_id: codeId }, body }));
  const changeCreator = async (creatorId: string, body: FieldsFor<'changeCreator'>) =>
    done(await staff.edit('changeCreator', { params: { creator_id: creatorId }, body }));

  const create = (creator_id: string, redemption_code: string, change: object = {}) =>
    game.call('createCreatorCode', { body: { creator_id, redemption_code, ...change } });
  const redeem = (user_id: string, code: string) => game.call('redeem', { body: { user_id, code } });
  const validate = (user_id: string, code: string) => game.call('validate', { body: { user_id, code } });
  const payment = (user_id: string, amount: unknown, change: object = {}) =>
    paymentEvent(user_id, amount, clock.now, change);
  const pay = (events: unknown[], id?: string) => game.call('gameEvent', { body: { ...(id ? { id } : {}), events } });
  const analytics = async (query: string): Promise<Record<string, unknown>[]> =>
    done(await game.send('GET', `${ANALYTICS}?${query}`));
  /** Returns a player who redeemed a creator's code. */
  const linkedPlayer = async () => {
    const campaignId = await running();
    const base = await newBase(campaignId);
    const creator = unique('creator');
    const { code, user, linked } = await addEarner(parties, creator, base.code, unique('user'));
    expect(linked).toBe(true);
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
    parties,
    unique,
    newCampaign: newDraft,
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
