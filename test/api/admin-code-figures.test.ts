import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner, playerPays } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { done, pointersOf, queryOf, refusal, shape } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

const HOUR_MS = 3_600_000;

describe.each(STORY_DATABASES)('the figures on %s', (database) => {
  let daemon: TestDaemon;
  let now: number;
  let campaignId: number;
  let gift: number;
  beforeAll(async () => {
    now = Date.parse('2026-05-10T12:00:00Z');
    daemon = await startTestDaemon({ database, clock: () => now });
    done(await daemon.owner.edit('changeSettings', { body: { time_zone: 'Europe/Berlin' } }));
    campaignId = await runningCampaign(daemon, {
      starts_at: '2026-01-01T00:00:00Z',
      commission_tiers: [
        { min_revenue: 0, percent: 10 },
        { min_revenue: 50, percent: 20 },
      ],
    });
    gift = (await addCode(daemon, campaignId, 'GIFT', { usage_limit: 3 })).code_id;
  });
  afterAll(() => daemon?.close());

  const figures = async (codeId: number, query = '') =>
    done(await daemon.owner.call('getCodeFigures', { params: { code_id: codeId }, query: queryOf(query) }));
  const redeem = (user_id: string, code: string) => daemon.server.call('redeem', { body: { user_id, code } });
  const usd = (amount: string) => ({ amount, currency: 'USD' });

  it('of a code are a series of claims and revenue, and the refusals in the period', async () => {
    done(await redeem('ann', 'GIFT'));
    done(await redeem('ben', 'gift'));
    await playerPays(daemon, 'ann', 12.5, now);
    // It is past midnight in Berlin, and the owner's session is still valid.
    now += 11 * HOUR_MS;
    done(await redeem('cid', 'GIFT'));
    expect((await redeem('ann', ' Gift ')).status).toBe(409);
    expect((await redeem('dan', 'gift')).status).toBe(400);
    expect((await redeem('eve', 'GIFT')).status).toBe(400);
    // A validate request does not count as a refused redeem request.
    await daemon.server.call('validate', { body: { user_id: 'fay', code: 'GIFT' } });
    await redeem('ann', 'GIFT-2');
    const days = await figures(gift, 'from=2026-05-04T22:00:00Z&to=2026-05-12T00:00:00Z');
    expect(days).toMatchObject({ step: 'day', time_zone: 'Europe/Berlin', from: '2026-05-04T22:00:00.000Z' });
    expect(days.totals).toEqual({ claims: 3, payments: 1, revenue: usd('12.50'), refunds: usd('0.00') });
    expect(days.series.filter((point: { claims: number }) => point.claims > 0)).toEqual([
      { at: '2026-05-09T22:00:00.000Z', claims: 2, payments: 1, revenue: usd('12.50') },
      { at: '2026-05-10T22:00:00.000Z', claims: 1, payments: 0, revenue: usd('0.00') },
    ]);
    expect(days.series).toHaveLength(8);
    expect(days.refused).toEqual([
      { reason: 'limit_reached', tries: 2 },
      { reason: 'already_redeemed', tries: 1 },
    ]);
    expect(days.creators).toBeNull();
    const hours = await figures(gift, 'from=2026-05-10T00:00:00Z&to=2026-05-10T23:00:00Z');
    expect(hours).toMatchObject({ step: 'hour', totals: { claims: 2 }, refused: [] });
    expect(hours.series.find((point: { claims: number }) => point.claims > 0)).toMatchObject({
      at: '2026-05-10T12:00:00.000Z',
    });
    expect((await figures(gift)).totals.claims).toBe(3);
  });

  it('of a referral code are those of its creator codes, with the creators sorted by claims', async () => {
    const base = await addCode(daemon, campaignId, 'BASE', { use_as_referral: 'Y' });
    const second = await addCode(daemon, campaignId, 'SECOND', { use_as_referral: 'Y' });
    const kim = await addEarner(daemon, 'kim', 'BASE', 'fan1');
    const lee = await addEarner(daemon, 'lee', 'BASE', 'fan2');
    const other = await addEarner(daemon, 'kim', 'SECOND', 'fan3');
    done(await redeem('fan4', lee.code));
    now += 1000;
    await playerPays(daemon, 'fan1', 40, now);
    await playerPays(daemon, 'fan2', 30, now);
    await playerPays(daemon, 'fan3', 20, now);
    expect((await redeem('fan5', 'base')).body.code).toBe('referral_base_not_redeemable');
    expect((await redeem('kim', kim.code.toLowerCase())).body.code).toBe('self_referral');
    const lees = { display_name: 'Lee', status: 'suspended' as const };
    done(await daemon.owner.edit('changeCreator', { params: { creator_id: 'lee' }, body: lees }));
    const found = await figures(base.code_id);
    expect(found.totals).toMatchObject({ claims: 3, revenue: usd('70.00') });
    expect(found.refused).toEqual([
      { reason: 'referral_base_not_redeemable', tries: 1 },
      { reason: 'self_referral', tries: 1 },
    ]);
    const row = { status: 'approved', code_id: expect.any(Number) };
    expect(found.creators).toEqual({
      total: 2,
      data: [
        {
          ...row,
          creator_id: 'lee',
          display_name: 'Lee',
          creator_status: 'suspended',
          code: lee.code,
          claims: 2,
          revenue: usd('30.00'),
          commission: usd('3.00'),
        },
        // The revenue in the whole campaign, 60, reaches the second tier.
        {
          ...row,
          creator_id: 'kim',
          display_name: null,
          creator_status: 'active',
          code: kim.code,
          claims: 1,
          revenue: usd('40.00'),
          commission: usd('8.00'),
        },
      ],
    });
    const analytics = done(await daemon.server.call('analytics', { query: { creator_id: 'kim' } }));
    const expected = analytics.find(({ code }: { code: string }) => code === kim.code).expected_payout;
    expect(expected).toBe(8);
    expect((await figures(second.code_id)).creators).toMatchObject({ total: 1, data: [{ code: other.code }] });
  });

  it('of a creator are those of all their codes, regardless of what the creator earns with them', async () => {
    const ofCreator = (creator_id: string, query = '') =>
      daemon.owner.call('getCreatorFigures', { params: { creator_id }, query: queryOf(query) });
    const kim = done(await ofCreator('kim', 'from=2026-05-10T00:00:00Z&to=2026-05-10T23:59:00Z'));
    expect(kim).toMatchObject({
      ...{ step: 'hour', time_zone: 'Europe/Berlin' },
      totals: { claims: 2, payments: 2, revenue: usd('60.00'), refunds: usd('0.00') },
    });
    expect(kim.series.filter(({ claims }: { claims: number }) => claims > 0)).toEqual([
      { at: '2026-05-10T23:00:00.000Z', claims: 2, payments: 2, revenue: usd('60.00') },
    ]);
    expect(done(await ofCreator('kim', 'from=2026-05-09&to=2026-05-10')).totals.claims).toBe(0);
    expect(shape(await ofCreator('ann'))).toEqual(refusal(404, 'not_found'));
    expect(shape(await ofCreator('kim', 'from=2026-05-10&to=2026-05-09'))).toEqual(refusal(400, 'invalid_request'));
    // A person who is limited to a game sees the creator, but not the claims in campaigns of other games.
    const itsCampaign = await runningCampaign(daemon, { starts_at: '2026-01-01T00:00:00Z', games: ['chess'] });
    await addCode(daemon, itsCampaign, 'ROOK', { use_as_referral: 'Y' });
    const body = { creator_id: 'kim', redemption_code: 'ROOK' };
    done(await daemon.server.call('createCreatorCode', { body }));
    const limited = await addMember(daemon, 'finance', ['chess']);
    const seen = await limited.ask.call('getCreatorFigures', { params: { creator_id: 'kim' }, query: {} });
    expect(done(seen).totals.claims).toBe(0);
  });

  it('of a referral code name the 50 creators with the most claims, and count all creators', {
    timeout: 60_000,
  }, async () => {
    const base = await addCode(daemon, campaignId, 'CROWD', { use_as_referral: 'Y' });
    for (let at = 0; at < 53; at += 1) {
      const body = { creator_id: `crowd-${at}`, redemption_code: 'CROWD' };
      const { code } = done(await daemon.server.call('createCreatorCode', { body }));
      if (at === 52) done(await redeem('a fan', code));
    }
    const { creators } = await figures(base.code_id);
    expect([creators.total, creators.data.length, creators.data[0].creator_id]).toEqual([53, 50, 'crowd-52']);
  });

  it('are refused for a creator code, an unknown code and an invalid period', async () => {
    const ask = (codeId: number, query = '') =>
      daemon.owner.call('getCodeFigures', { params: { code_id: codeId }, query: queryOf(query) });
    expect(shape(await ask(999_999))).toEqual(refusal(404, 'not_found'));
    const [creatorCode] = done(await daemon.owner.call('listAllCreatorCodes', { query: {} })).data;
    expect(shape(await ask(creatorCode.code_id))).toEqual(refusal(404, 'not_found'));
    const backwards = await ask(gift, 'from=2026-05-10&to=2026-05-09');
    expect(shape(backwards)).toEqual(refusal(400, 'invalid_request'));
    expect(pointersOf(backwards)).toEqual(['#/query/from']);
    expect(shape(await ask(gift, 'from=2020-01-01&to=2026-01-01'))).toEqual(refusal(400, 'invalid_request'));
  });
});
