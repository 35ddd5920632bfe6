import { describe, expect, it } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { findLeakSigns } from '../../daemon/features/leak-signs/find-leak-signs.ts';
import { DAY_MS, HOUR_MS } from '../../daemon/lib/clock.ts';
import { addCode, addCreatorCode, runningCampaign } from '../support/http/campaigns.ts';
import { paymentEvent } from '../support/http/earnings.ts';
import { sdkEvent } from '../support/http/sdk-event.ts';
import { addMember, keepSessions } from '../support/http/staff.ts';
import { done, iso, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

type Sign = AnswerOf<Endpoints['listLeakSigns']>['data'][number];
type Evidence = AnswerOf<Endpoints['getLeakSign']>;

const kindsOf = (signs: readonly Pick<Sign, 'kind'>[]) => signs.map(({ kind }) => kind).toSorted();

/** Noon of the first day. The test day is the eighth. */
const START = Date.UTC(2026, 5, 1, 12);
const DAYS_BEFORE = 7;
const TEST_DAY = START + DAYS_BEFORE * DAY_MS;

describe.each(STORY_DATABASES)('signs of leaks on %s', (database) => {
  const start = async () => {
    const clock = { now: START };
    const daemon = await startTestDaemon({ database, clock: () => clock.now });
    const moveTo = async (instant: number) => {
      await keepSessions(daemon, instant + HOUR_MS);
      clock.now = instant;
    };
    let players = 0;
    const redeem = async (code: string, count: number, prefix = 'p') => {
      const users = Array.from({ length: count }, () => `${prefix}${++players}`);
      await Promise.all(users.map((user_id) => daemon.server.call('redeem', { body: { user_id, code } })));
      return users;
    };
    const send = async (events: object[]) => done(await daemon.server.call('gameEvent', { body: { events } }));
    const land = (link: string, count: number) =>
      send(
        Array.from({ length: count }, () => ({
          ...sdkEvent(),
          ...{ event_type: 'session_created', event: { event_sub_type: 'session_created' } },
          ...{ created_at: iso(clock.now), service_referral_link: link },
        })),
      );
    const pay = (users: readonly string[], sign: 1 | -1) =>
      send(
        users.map((user, at) =>
          paymentEvent(user, sign * 10, clock.now, {
            transaction_id: `${user} ${sign}`,
            ...(sign === -1 ? { refund_of: `${user} 1` } : {}),
            event: { user_id: user, amount: sign * (10 + at) },
          }),
        ),
      );
    const signs = async (query = {}): Promise<Sign[]> => done(await daemon.owner.call('listLeakSigns', { query })).data;
    return { clock, daemon, moveTo, redeem, land, pay, signs };
  };

  it('are found with their evidence, listed as tasks, and marked as seen', async () => {
    const w = await start();
    const { daemon, moveTo, redeem, land, pay, signs } = w;
    const campaignId = await runningCampaign(daemon);
    const quiet = await addCode(daemon, campaignId, 'QUIET');
    const forOne = await addCode(daemon, campaignId, 'FOR-ONE', { usage_limit: 1 });
    const base = await addCode(daemon, campaignId, 'CREW', { use_as_referral: 'Y' });
    const ann = await addCreatorCode(daemon, 'ann', 'CREW');
    const payers = await redeem('QUIET', 6, 'payer');
    await pay(payers, 1);
    await daemon.runDueJobs();
    for (let day = 0; day < DAYS_BEFORE; day += 1) {
      await moveTo(START + day * DAY_MS);
      await redeem('QUIET', 1);
      await redeem(ann.code, 4);
      await land(`https://play.example/?code=${ann.code.toLowerCase()}`, 3);
    }
    await moveTo(TEST_DAY);
    await redeem('QUIET', 30);
    await redeem(ann.code, 29);
    await land(ann.code, 1);
    await land('friend-of-payer1', 1);
    await redeem('FOR-ONE', 7);
    await pay(payers, -1);
    expect(await signs()).toEqual([]);

    await moveTo(TEST_DAY + 17 * HOUR_MS);
    await daemon.runDueJobs();
    const found = await signs();
    const common = { campaign_id: campaignId, day: iso(TEST_DAY - 12 * HOUR_MS), seen: null };
    const ofCode = (code: { code_id: number; code: string }) => ({ code_id: code.code_id, code: code.code });
    const inOrder = found.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    expect(inOrder.map(({ sign_id: _, ...sign }) => sign)).toEqual([
      { ...common, ...ofCode(quiet), main_code_id: quiet.code_id, kind: 'burst', measured: 30, usual: 1 },
      { ...common, ...ofCode(ann), main_code_id: base.code_id, kind: 'no_landings', measured: 29, usual: 1 },
      { ...common, ...ofCode(quiet), main_code_id: quiet.code_id, kind: 'refunds', measured: 6, usual: 0 },
      { ...common, ...ofCode(forOne), main_code_id: forOne.code_id, kind: 'shared', measured: 6, usual: 0 },
    ]);
    // Links that do not belong to a code might name players, so they are not stored.
    const kept = await daemon.db.read(({ db, t }) =>
      db.selectDistinct({ link: t.link_landings.link }).from(t.link_landings),
    );
    expect(kept).toEqual([{ link: ann.code }]);
    const idOf = (kind: string) => Number(found.find((sign) => sign.kind === kind)?.sign_id);
    const evidence = async (kind: string): Promise<Evidence> =>
      done(await daemon.owner.call('getLeakSign', { params: { sign_id: idOf(kind) } }));

    const burst = await evidence('burst');
    expect(burst.days).toHaveLength(29);
    expect(burst.days.slice(-3).map(({ claims }) => claims)).toEqual([1, 1, 30]);
    expect([burst.tries, burst.refunds]).toEqual([[], []]);
    const landings = (await evidence('no_landings')).days.slice(-2);
    expect(landings).toMatchObject([
      { claims: 4, landings: 3 },
      { claims: 29, landings: 1 },
    ]);
    const { tries } = await evidence('shared');
    expect(tries).toHaveLength(6);
    expect(tries[0]).toMatchObject({ tries: 1, last_at: iso(TEST_DAY) });
    const { refunds, days } = await evidence('refunds');
    expect(refunds.map(({ user_id }) => user_id)).toEqual(payers);
    expect(refunds[1]).toMatchObject({ transaction_id: `${payers[1]} -1`, amount: { amount: '-11.00' } });
    expect(days.at(-1)?.refunds.amount).toBe('75.00');

    const day = { from: TEST_DAY - 12 * HOUR_MS, to: TEST_DAY + 12 * HOUR_MS };
    await findLeakSigns(daemon.db, day, { zone: 'UTC' });
    expect(await signs()).toEqual(found);
    expect(await signs({ code_id: base.code_id })).toMatchObject([{ kind: 'no_landings' }]);
    expect(await signs({ kind: 'shared', campaign_id: campaignId })).toHaveLength(1);
    expect(await signs({ campaign_id: campaignId + 1 })).toEqual([]);

    const toDo = async (): Promise<Sign[]> => {
      w.clock.now += 6000;
      return done(await daemon.owner.call('dashboard', {})).to_do.leak_signs;
    };
    expect(kindsOf(await toDo())).toEqual(['burst', 'no_landings', 'refunds', 'shared']);
    const see = (kind: string) => daemon.owner.call('markLeakSignSeen', { params: { sign_id: idOf(kind) } });
    const seen = done(await see('burst')).seen;
    expect(seen).toEqual({ at: iso(w.clock.now), by: expect.any(String) });
    w.clock.now += 1000;
    expect(done(await see('burst')).seen).toEqual(seen);
    done(await see('no_landings'));
    expect(kindsOf(await toDo())).toEqual(['refunds', 'shared']);
    expect(await signs({ open: 'true' })).toHaveLength(2);
    const audit = done(await daemon.owner.call('listAudit', { query: { limit: '2' } })).data;
    expect(audit).toMatchObject([
      { action: 'creator_code.see_leak_sign', entity_id: String(ann.code_id) },
      { action: 'code.see_leak_sign', entity_id: String(quiet.code_id), after: { sign: 'burst' } },
    ]);

    // After a week, a sign is no longer a task.
    await moveTo(TEST_DAY + 8 * DAY_MS);
    expect(await toDo()).toEqual([]);
    const unknown = await daemon.owner.call('getLeakSign', { params: { sign_id: 999 } });
    expect(shape(unknown)).toEqual(refusal(404, 'not_found'));
    await daemon.close();
  });

  it('are shown only to staff who may see the code’s games', async () => {
    const { daemon, moveTo, redeem, signs } = await start();
    const campaignId = await runningCampaign(daemon, { games: ['chess'] });
    await addCode(daemon, campaignId, 'FOR-ONE', { usage_limit: 1 });
    await redeem('FOR-ONE', 6);
    await daemon.runDueJobs();
    await moveTo(START + 17 * HOUR_MS);
    await daemon.runDueJobs();
    const [sign] = await signs();
    expect(sign).toMatchObject({ kind: 'shared', measured: 5 });
    const params = { sign_id: Number(sign?.sign_id) };
    for (const [games, status] of [
      [['chess'], 200],
      [['go'], 404],
    ] as const) {
      const { ask } = await addMember(daemon, 'live_ops', [...games]);
      expect((await ask.call('getLeakSign', { params })).status).toBe(status);
      expect((await ask.call('markLeakSignSeen', { params })).status).toBe(status);
      expect(done(await ask.call('listLeakSigns', {})).total).toBe(status === 200 ? 1 : 0);
    }
    await daemon.close();
  });
});
