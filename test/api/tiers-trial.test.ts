import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { trialOut } from '../../daemon/contract/admin/tiers-trial.ts';
import { DAY, MINUTE, onGame } from '../support/http/game-flow.ts';
import { payoutsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { type BodyFor, done, iso, refusal, shape } from '../support/http/test-client.ts';

type Trial = Omit<Extract<BodyFor<'dryRunPayouts'>, { kind: 'trial' }>, 'kind'>;

onGame('a trial of other tiers', (flow) => {
  const { staff, running, newCampaign, changeCreator, daemon, clock } = flow;
  const { join, earn, run, statementsOf } = payoutsOf(flow);

  const ask = (body: Trial, who = staff) => who.call('dryRunPayouts', { body: { kind: 'trial', ...body } });
  const tryTiers = async (body: Trial) => done(await ask(body)) as z.output<typeof trialOut>;
  /** Returns the revenue, stored commission, trial commission and difference for each creator and in total. */
  const figuresOf = ({ totals, creators }: Awaited<ReturnType<typeof tryTiers>>) => {
    const amounts = (row: Omit<typeof totals, 'creators'>) =>
      [row.revenue, row.commission, row.trial_commission, row.difference].map(({ amount }) => Number(amount));
    return { all: amounts(totals), ...Object.fromEntries(creators.data.map((row) => [row.creator_id, amounts(row)])) };
  };
  const pass = () => {
    clock.now += MINUTE;
  };

  it('shows the stored commission, the trial and the difference for each creator, and stores nothing', async () => {
    const campaignId = await running();
    const [ann, bea, own] = [await join(campaignId), await join(campaignId), await join(campaignId)];
    await changeCreator(own.creator, { commission_percent: 5, display_name: 'Own' });
    await earn(ann.user, 60, { transaction_id: 'early' });
    pass();
    const from = iso(clock.now);
    await earn(ann.user, 50);
    await earn(ann.user, -10, { refund_of: 'early' });
    await earn(bea.user, 40);
    await earn(own.user, 100);
    pass();
    const to = iso(clock.now);
    await earn(bea.user, 1000);
    const before = await daemon().db.read(({ db, t }) => db.select().from(t.commission_terms));
    const tiers = [{ min_revenue: 50, percent: 30 }];
    const trial = await tryTiers({ campaign_id: campaignId, tiers, from, to });
    expect(trial).toMatchObject({
      ...{ campaign_id: campaignId, campaign_name: 'Spring', from, to },
      tiers_in_force: [
        { min_revenue: 0, percent: 10 },
        { min_revenue: 100, percent: 20 },
      ],
      totals: { creators: 3, revenue: { amount: '180.00', currency: 'USD' } },
    });
    // Ann had already earned 6.00, which is deducted. Stored: 20% of 100.00. Trial: 20% of the remaining 50.00 of the
    // early payment, and 30% of 50.00.
    expect(figuresOf(trial)).toEqual({
      all: [180, 23, 24, 1],
      [ann.creator]: [40, 14, 19, 5],
      [bea.creator]: [40, 4, 0, -4],
      [own.creator]: [100, 5, 5, 0],
    });
    expect(trial.creators.data.map(({ creator_id, creator_name }) => [creator_id, creator_name])).toEqual([
      [ann.creator, null],
      [bea.creator, null],
      [own.creator, 'Own'],
    ]);
    expect(await daemon().db.read(({ db, t }) => db.select().from(t.commission_terms))).toEqual(before);
    const second = await tryTiers({ campaign_id: campaignId, tiers, from, to, page: 2, page_size: 2 });
    expect(second.creators).toMatchObject({ data: [{ creator_id: own.creator }], page: 2, page_size: 2, total: 3 });
    expect(second.totals).toEqual(trial.totals);
  });

  it('returns the stored commission with the terms in force, even if the tiers have changed', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    const edit = (percent: number) =>
      staff.edit('changeCampaign', {
        params: { campaign_id: campaignId },
        body: { commission_tiers: [{ min_revenue: 0, percent }] },
      });
    const instants = [iso(clock.now)];
    const stored: number[] = [];
    const settle = async () => {
      pass();
      const [statement] = await statementsOf((await run({ campaign_id: campaignId })).run_id);
      stored.push(Number(statement?.commission.amount));
      instants.push(iso(clock.now));
    };
    await earn(user, 60.5, { transaction_id: 'first' });
    done(await edit(7.25));
    await earn(user, 70.3);
    await settle();
    await changeCreator(creator, { commission_percent: 1.25 });
    await earn(user, 33.33);
    await earn(user, -50, { refund_of: 'first' });
    await settle();
    for (const [at, commission] of stored.entries()) {
      const period = { from: instants[at], to: instants[at + 1] };
      const figures = figuresOf(await tryTiers({ campaign_id: campaignId, ...period }));
      expect(figures.all).toEqual([expect.any(Number), commission, commission, 0]);
      // These tiers were in force for the whole second period, in which the creator had a percentage of their own.
      if (at === 1) {
        const tiers = [{ min_revenue: 0, percent: 7.25 }];
        expect(figuresOf(await tryTiers({ campaign_id: campaignId, tiers, ...period }))).toEqual(figures);
      }
    }
    expect(stored[0]).toBeGreaterThan(0);
    expect(stored[1]).toBeLessThan(0);
  });

  it('covers the last 90 days by default, and nothing in a campaign without payments', async () => {
    const campaignId = await newCampaign({ commission_tiers: null });
    const empty = await tryTiers({ campaign_id: campaignId });
    expect(empty).toMatchObject({
      ...{ from: iso(clock.now - 90 * DAY), to: iso(clock.now), tiers_in_force: [] },
      totals: { creators: 0, revenue: { amount: '0.00' }, difference: { amount: '0.00' } },
      creators: { data: [], total: 0 },
    });
  });

  it('refuses invalid requests, unknown campaigns and roles that may not see payouts', async () => {
    const campaign_id = await running();
    const faultsOf = async (body: object) => {
      const answer = await staff.send('POST', '/v1/admin/payout-runs/dry-run', body);
      return [answer.status, ...(answer.body.errors ?? []).map((fault: { detail: string }) => fault.detail)];
    };
    const trial = { kind: 'trial', campaign_id };
    const tiers = (count: number, step = 1) =>
      Array.from({ length: count }, (_, at) => ({ min_revenue: 100 + at * step, percent: 10 }));
    expect(await faultsOf({ ...trial, tiers: tiers(2, -1) })).toEqual([
      400,
      'tiers must be in ascending order of min_revenue',
    ]);
    expect(await faultsOf({ ...trial, tiers: [] })).toEqual([400, 'tiers must not be empty']);
    expect(await faultsOf({ ...trial, tiers: tiers(101) })).toEqual([400, 'tiers must have at most 50 entries']);
    const [from, to] = [iso(clock.now), iso(clock.now - DAY)];
    expect(await faultsOf({ ...trial, from, to })).toEqual([400, 'from must be earlier than to']);
    expect(await faultsOf({ ...trial, from: to, to })).toEqual([400, 'from must be earlier than to']);
    expect(await faultsOf({ kind: 'trial' })).toEqual([400, 'campaign_id is required']);
    expect(await faultsOf({ kind: 'monthly' })).toEqual([400, 'kind must be one of manual, trial']);
    expect(await faultsOf({ kind: 'manual', campaign_id, tiers: tiers(1) })).toEqual([
      400,
      'tiers is not a known field',
    ]);
    expect(shape(await ask({ campaign_id: 999_999 }))).toEqual(refusal(404, 'not_found'));
    const liveOps = await addMember(daemon(), 'live_ops');
    expect(shape(await ask({ campaign_id }, liveOps.ask))).toEqual(refusal(403, 'forbidden'));
    const finance = await addMember(daemon(), 'finance');
    expect((await ask({ campaign_id }, finance.ask)).status).toBe(200);
  });
});
