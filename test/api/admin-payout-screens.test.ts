import { beforeAll, expect, it } from 'vitest';
import { onGame } from '../support/http/game-flow.ts';
import { payoutsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done, queryOf } from '../support/http/test-client.ts';

onGame('the data for payout screens', (flow) => {
  const { staff, running, newCampaign, changeCreator, daemon } = flow;
  const { join, earn, run, move, voidRun } = payoutsOf(flow);

  beforeAll(() => daemon().runDueJobs());

  it('names the steps that the caller may take, and says why the others are not allowed', async () => {
    const campaignId = await running();
    const { user } = await join(campaignId);
    await earn(user, 100);
    done(await staff.edit('changeSettings', { body: { two_person_payouts: true } }));
    const other = await addMember(daemon(), 'finance');
    const older = await run({ campaign_id: campaignId });
    const newer = await run({ campaign_id: campaignId });
    const movesOf = async (runId: number, ask = staff) =>
      done(await ask.call('getPayoutRun', { params: { run_id: runId } })).moves;
    const shut = 'invalid_status_move';
    expect(await movesOf(older.run_id)).toEqual({
      ...{ approve: 'second_person_needed', export: shut, pay: shut, void: 'newer_run' },
    });
    expect(await movesOf(newer.run_id, other.ask)).toEqual({ approve: null, export: shut, pay: shut, void: null });
    done(await other.ask.call('approvePayoutRun', { params: { run_id: newer.run_id } }));
    expect(await movesOf(newer.run_id)).toEqual({ approve: shut, export: null, pay: shut, void: null });
    done(await voidRun(newer.run_id, 'No.'));
    expect(await movesOf(newer.run_id)).toEqual({ approve: shut, export: shut, pay: shut, void: shut });
    expect(await movesOf(older.run_id)).toMatchObject({ void: null });
    done(await staff.edit('changeSettings', { body: { two_person_payouts: false } }));
    expect(await movesOf(older.run_id)).toMatchObject({ approve: null });
  });

  it('lists statements sorted and filtered, and shows which files are ZIPs', async () => {
    const campaignId = await running({ name: 'Sorted' });
    const joined = [await join(campaignId), await join(campaignId), await join(campaignId)];
    const [a, b, c] = joined.map(({ creator }) => creator) as [string, string, string];
    const paypal = { payout_method: 'paypal', payout_address: 'x@example.test' };
    await changeCreator(a, { display_name: 'zoe', ...paypal });
    await changeCreator(b, { display_name: 'Adam', payout_method: 'paypal', payout_address: '  ' });
    await changeCreator(c, { display_name: 'mia', ...paypal });
    for (const [at, { user }] of joined.entries()) await earn(user, 30 - at * 10);
    const made = await run({ campaign_id: campaignId });
    expect(made).toMatchObject({ campaign_name: 'Sorted', csv_zipped: ['paypal'] });
    const creators = async (query: string) =>
      done(
        await staff.call('getPayoutRun', {
          params: { run_id: made.run_id },
          query: queryOf(query),
        }),
      ).statements.data.map((row: { creator_name: string }) => row.creator_name);
    expect(await creators('')).toEqual(['zoe', 'Adam', 'mia']);
    expect(await creators('sort=payable')).toEqual(['mia', 'Adam', 'zoe']);
    expect(await creators('sort=creator')).toEqual(['Adam', 'mia', 'zoe']);
    expect(await creators('sort=-creator')).toEqual(['zoe', 'mia', 'Adam']);
    expect(await creators('missing_details=true')).toEqual(['Adam']);
    expect(await creators('missing_details=false')).toEqual(['zoe', 'mia']);
    expect(await creators('voided=true')).toEqual([]);
    expect((await staff.send('GET', `/v1/admin/payout-runs/${made.run_id}?sort=name`)).status).toBe(400);
    for (const to of ['approve', 'mark-exported'] as const) done(await move(made.run_id, to));
    const { statements } = done(
      await staff.call('getPayoutRun', { params: { run_id: made.run_id }, query: { q: 'mia' } }),
    );
    const [{ statement_id }] = statements.data;
    done(
      await staff.call('voidPayoutStatement', {
        params: { run_id: made.run_id, statement_id },
        body: { reason: 'It came back.' },
      }),
    );
    expect(await creators('voided=true')).toEqual(['mia']);
    expect(await creators('voided=false')).toEqual(['zoe', 'Adam']);
    const { data } = done(await staff.call('listPayoutRuns', { query: { page_size: 1 } }));
    expect(data[0]).toMatchObject({ run_id: made.run_id, campaign_name: 'Sorted' });
  });

  it('includes the campaigns that finance can choose from: all except drafts', async () => {
    const name = flow.unique('Choice');
    const live = await running({ name });
    await newCampaign({ name });
    const finance = await addMember(daemon(), 'finance');
    const listed = done(await staff.call('listPayoutCampaigns', { query: { q: name } }));
    expect(listed).toEqual(done(await finance.ask.call('listPayoutCampaigns', { query: { q: name } })));
    expect(listed).toMatchObject({ total: 1, data: [{ campaign_id: live, name, ends_at: expect.any(String) }] });
  });
});
