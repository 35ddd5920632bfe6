import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoints } from '../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../daemon/contract/endpoint.ts';
import { createBest } from '../../daemon/features/code-results/code-results-rules.ts';
import { addCode, runningCampaign } from '../support/http/campaigns.ts';
import { addEarner, paymentEvent, playerPays } from '../support/http/earnings.ts';
import { addMember } from '../support/http/staff.ts';
import { bearer, done, refusal, shape, type TestClient } from '../support/http/test-client.ts';
import { startTestDaemon, type TestDaemon } from '../support/world/daemon.ts';
import { STORY_DATABASES } from '../support/world/each-database.ts';

type CampaignResults = AnswerOf<Endpoints['listCampaignResults']>;
type Results = AnswerOf<Endpoints['listCodeResults']>;
const HOUR = 3_600_000;
const OCTOBER = { from: '2026-09-30T22:00:00Z', to: '2026-10-31T23:00:00Z' };

describe.each(STORY_DATABASES)('the results of codes on %s', (database) => {
  let daemon: TestDaemon;
  let now = Date.parse('2026-10-31T20:00:00Z');
  let autumn: number;
  let chess: number;
  beforeAll(async () => {
    daemon = await startTestDaemon({ database, clock: () => now });
    done(await daemon.owner.edit('changeSettings', { body: { time_zone: 'Europe/Berlin' } }));
    autumn = await runningCampaign(daemon, { name: 'Autumn' });
    chess = await runningCampaign(daemon, { name: 'Chess', games: ['chess'] });
    await addCode(daemon, autumn, 'GIFT');
    await addCode(daemon, chess, 'ROOK');
    await addCode(daemon, autumn, 'UNUSED');
    await addCode(daemon, autumn, 'CREW', { use_as_referral: 'Y' });
    for (const user_id of ['ann', 'ben', 'cid'])
      done(await daemon.server.call('redeem', { body: { user_id, code: 'GIFT' } }));
    done(await daemon.server.call('redeem', { body: { user_id: 'dan', code: 'ROOK' } }));
    await addEarner(daemon, 'eve', 'CREW', 'fan');
    await playerPays(daemon, 'ann', 5, now);
    await playerPays(daemon, 'fan', 20, now, { transaction_id: 'fan-1' });
    // In Berlin, November has begun.
    now += 4 * HOUR;
    await playerPays(daemon, 'ben', 100, now);
    const refund = paymentEvent('fan', -15, now, { transaction_id: 'fan-2', refund_of: 'fan-1' });
    done(await daemon.server.call('gameEvent', { body: { events: [refund] } }));
  });
  afterAll(() => daemon?.close());

  const results = async (query: object = {}): Promise<Results> =>
    done(await daemon.owner.call('listCodeResults', { query: { ...OCTOBER, ...query } }));
  const usd = (amount: string) => ({ amount, currency: 'USD' });

  it('are sums for a period, with the highest revenue first', async () => {
    const october = await results();
    expect(october).toMatchObject({ total: 3, time_zone: 'Europe/Berlin', from: '2026-09-30T22:00:00.000Z' });
    const [crew, gift, rook] = october.data;
    expect(crew).toMatchObject({ code_type: 'referral', creator_id: 'eve', claims: 1, revenue: usd('20.00') });
    expect(gift).toEqual({
      ...{ code_id: expect.any(Number), main_code_id: gift?.code_id, code: 'GIFT', code_type: 'redeem' },
      ...{ campaign_id: expect.any(Number), campaign_name: 'Autumn', creator_id: null, creator_name: null },
      ...{ claims: 3, payments: 1, revenue: usd('5.00'), refunds: usd('0.00') },
    });
    expect(rook).toMatchObject({ code: 'ROOK', campaign_name: 'Chess', claims: 1, payments: 0 });

    const both = await results({ to: '2026-11-01T05:00:00Z' });
    expect(both.data.map(({ claims, revenue, refunds }) => [claims, revenue.amount, refunds.amount])).toEqual([
      [3, '105.00', '0.00'],
      [1, '5.00', '15.00'],
      [1, '0.00', '0.00'],
    ]);
  });

  it('can be sorted, paged, limited to a campaign or a game, and saved as a CSV', async () => {
    const codesOf = async (query: object) =>
      (await results(query)).data.map(({ code, creator_id }) => creator_id ?? code);
    expect(await codesOf({ sort: '-claims' })).toEqual(['GIFT', 'ROOK', 'eve']);
    expect(await codesOf({ sort: '-refunds', to: '2026-11-01T05:00:00Z' })).toEqual(['eve', 'GIFT', 'ROOK']);
    expect(await codesOf({ campaign_id: chess })).toEqual(['ROOK']);
    expect(await codesOf({ page_size: 1, page: 2 })).toEqual(['GIFT']);
    expect(await codesOf({ game_id: 'chess' })).toEqual([]);
    // The payments name their game; the claims do not.
    expect(await codesOf({ game_id: 'game' })).toEqual(['eve', 'GIFT']);
    const asked = new URLSearchParams({ ...OCTOBER, format: 'csv', columns: 'code,claims,revenue.amount' });
    const path = `${daemon.url}/v1/admin/code-results?${asked}`;
    const csv = await (await fetch(path, { headers: bearer(daemon.ownerToken) })).text();
    expect(csv.split('\r\n').slice(2)).toEqual(['GIFT,3,5.00', 'ROOK,1,0.00', '']);
    expect(shape(await daemon.owner.call('listCodeResults', { query: { from: '2020-01-01T00:00:00Z' } }))).toEqual(
      refusal(400, 'invalid_request'),
    );
  });

  it('are added up for campaigns, in total and by day', async () => {
    const campaign_ids = `${autumn},${chess},999999,${autumn}`;
    const ask = async (client: TestClient, query: object = {}): Promise<CampaignResults> =>
      done(await client.call('listCampaignResults', { query: { campaign_ids, ...OCTOBER, ...query } }));
    const { data, ...span } = await ask(daemon.owner);
    expect(span).toEqual({
      ...{ from: '2026-09-30T22:00:00.000Z', to: '2026-10-31T23:00:00.000Z', step: 'day', time_zone: 'Europe/Berlin' },
    });
    expect(data.map(({ campaign_id, claims, revenue }) => [campaign_id, claims, revenue])).toEqual([
      [autumn, 4, usd('25.00')],
      [chess, 1, usd('0.00')],
    ]);
    expect(data[0]?.series).toHaveLength(31);
    expect(data[0]?.series.slice(-2)).toEqual([
      { at: '2026-10-29T23:00:00.000Z', claims: 0, revenue: usd('0.00') },
      { at: '2026-10-30T23:00:00.000Z', claims: 4, revenue: usd('25.00') },
    ]);
    // The payments name their game; the claims do not.
    expect((await ask(daemon.owner, { game_id: 'game' })).data).toMatchObject([{ claims: 0 }, { claims: 0 }]);

    const { ask: limited } = await addMember(daemon, 'viewer', ['chess']);
    expect((await ask(limited)).data.map(({ campaign_id }) => campaign_id)).toEqual([chess]);
    for (const bad of ['', '1,', '0', '1,two', '1'.repeat(16), Array.from({ length: 101 }, (_, n) => n + 1).join()])
      expect(shape(await daemon.owner.call('listCampaignResults', { query: { campaign_ids: bad } }))).toEqual(
        refusal(400, 'invalid_request'),
      );
  });

  it('show a person only the codes of their games', async () => {
    const { ask } = await addMember(daemon, 'finance', ['chess']);
    expect(done(await ask.call('listCodeResults', { query: OCTOBER })).data).toMatchObject([
      { code: 'ROOK', claims: 1 },
    ]);
    expect(shape(await ask.call('listCodeResults', { query: { game_id: 'go' } }))).toEqual(refusal(403, 'forbidden'));
  });
});

it('the list of the best results keeps the highest ones, in order', () => {
  const best = createBest('-claims', 3);
  const result = (codeId: number) => ({ codeId, claims: (codeId * 7) % 1000, payments: 0, revenue: 0n, refunds: 0n });
  for (let from = 0; from < 1000; from += 10) best.add(Array.from({ length: 10 }, (_, n) => result(from + n)));
  expect(best.inOrder().map(({ claims }) => claims)).toEqual([999, 998, 997]);
});
