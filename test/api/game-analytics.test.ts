import { expect, it } from 'vitest';
import { onEachGame } from '../support/http/game-flow.ts';
import { done, queryOf, refusal, shape } from '../support/http/test-client.ts';

onEachGame('analytics', (flow) => {
  const { game, unique } = flow;
  const { running, newCode, newBase } = flow;
  const { create, redeem, payment, pay, analytics, linkedPlayer } = flow;

  it('of a creator list the codes newest first, page by page, and can be limited to a campaign', async () => {
    const creator = unique('creator');
    const made: { code: string; campaign_id: number }[] = [];
    for (let n = 0; n < 3; n += 1) made.unshift(done(await create(creator, (await newBase(await running())).code)));
    const user = unique('user');
    for (const { code } of made) done(await redeem(user, code));
    done(await pay([payment(user, 12.34)]));
    const all = await analytics(`creator_id=${creator}`);
    expect(all.map(({ code }) => code)).toEqual(made.map(({ code }) => code));
    for (const row of all) expect(row).toMatchObject({ code_type: 'referral', number_of_claims: 1 });
    // There is one accrual for all the codes: 10% of 12.34.
    expect(all.reduce((sum, row) => sum + Number(row.total_revenue), 0)).toBe(12.34);
    expect(all.reduce((sum, row) => sum + Number(row.expected_payout), 0)).toBe(1.23);
    expect(Object.keys(all[0] ?? {}).sort()).toEqual([
      'campaign_id',
      'code',
      'code_type',
      'commission_tier',
      'expected_payout',
      'number_of_claims',
      'total_revenue',
    ]);
    const one = made[1];
    expect(await analytics(`creator_id=${creator}&campaign_id=${one?.campaign_id}`)).toEqual([all[1]]);
    expect(await analytics(`creator_id=${creator}&page_size=2`)).toEqual(all.slice(0, 2));
    expect(await analytics(`creator_id=${creator}&page_size=2&page=2`)).toEqual(all.slice(2));
    expect(await analytics(`creator_id=${creator}&page_size=2&page=3`)).toEqual([]);
    expect(await analytics(`creator_id=${creator}&campaign_id=999999`)).toEqual([]);
  });

  it('of the manager list base codes with the sums of their creator codes', async () => {
    const { campaignId, base, user, code: own } = await linkedPlayer();
    const plain = await newCode(campaignId);
    const rival = done(await create(unique('creator'), base.code));
    const other = unique('user');
    done(await redeem(other, rival.code));
    done(await pay([payment(user, 1.5), payment(other, 2.25)]));
    const rows = await analytics(`creator_id=0&campaign_id=${campaignId}`);
    const nothing = { commission_tier: 0, expected_payout: 0, campaign_id: campaignId };
    expect(rows).toEqual([
      { ...nothing, code: plain.code, code_type: 'redeem', number_of_claims: 0, total_revenue: 0 },
      { ...nothing, code: base.code, code_type: 'referral', number_of_claims: 2, total_revenue: 3.75 },
    ]);
    expect(rows.map(({ code }) => code)).not.toContain(own);
    expect(await analytics(`creator_id=0&campaign_id=${campaignId}&page=2&page_size=1`)).toEqual([rows[1]]);
    expect((await analytics('creator_id=0&page_size=3')).length).toBe(3);
    expect((await analytics('creator_id=0')).length).toBeGreaterThan(3);
  });

  it('of an unknown creator are an empty list; a faulty query is refused', async () => {
    expect(await analytics('creator_id=unknown')).toEqual([]);
    for (const query of ['', 'creator_id=', 'creator_id=a&page=0', 'creator_id=a&page_size=101', 'creator_id=a&x=1'])
      expect(shape(await game.call('analytics', { query: queryOf(query) })), query).toEqual(
        refusal(400, 'invalid_request'),
      );
  });
});
