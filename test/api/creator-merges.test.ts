import { beforeAll, expect, it } from 'vitest';
import { onGame } from '../support/http/game-flow.ts';
import { csvBytes, payoutsOf, recordsOf } from '../support/http/payouts.ts';
import { bearer, done, refusal, shape, testClient } from '../support/http/test-client.ts';

onGame('the merge of two creators', (flow) => {
  const { daemon, staff, game, running, newBase, create, redeem, unique, changeCreator, analytics } = flow;
  const { join, earn, run, move, voidRun, statementOf, statementsOf, moneyOf } = payoutsOf(flow);

  beforeAll(() => daemon().runDueJobs());

  const preview = (creator_id: string, into: string) =>
    staff.call('previewCreatorMerge', { params: { creator_id }, query: { into } });
  const merge = (creator_id: string, into: string) =>
    staff.call('mergeCreator', { params: { creator_id }, body: { into } });
  const undo = (creator_id: string) => staff.call('undoCreatorMerge', { params: { creator_id } });
  const creatorOf = async (creator_id: string) => done(await staff.call('getCreator', { params: { creator_id } }));
  const openPage = async (creator_id: string) => {
    const { url } = done(await game.call('createCreatorLink', { params: { creator_id } }));
    const token = /#link=(.+)$/.exec(url)?.[1] ?? expect.unreachable();
    const opened = done(await testClient(daemon().url).call('openCreatorPage', { body: { token } }));
    return testClient(daemon().url, bearer(opened.token ?? expect.unreachable()));
  };
  /** Returns two creators of one campaign whose players have paid; each has reached only the first tier. */
  const twoEarners = async (fields: { minimum?: string } = {}) => {
    if (fields.minimum) done(await staff.edit('changeSettings', { body: { minimum_payout: fields.minimum } }));
    const campaignId = await running();
    const [old, kept] = [await join(campaignId), await join(campaignId)];
    await earn(old.user, 60);
    await earn(kept.user, 80);
    return { campaignId, old, kept };
  };

  it('pays the commission of both in one statement, line by line, and keeps the figures of each creator', async () => {
    const { campaignId, old, kept } = await twoEarners();
    await changeCreator(kept.creator, { payout_method: 'paypal', payout_address: 'kept@pay.example' });
    const before = await analytics(`creator_id=${old.creator}`);
    const shown = done(await preview(old.creator, kept.creator));
    expect(shown.creator).toMatchObject({ creator_id: old.creator, total_revenue: { amount: '60.00' } });
    expect(shown.into).toMatchObject({ creator_id: kept.creator, payout_address: 'kept@pay.example' });
    expect(shown.next_statements).toMatchObject({
      creator: { payable: { amount: '6.00' } },
      into: { payable: { amount: '8.00' } },
      merged: { payable: { amount: '14.00' }, carried_out: { amount: '0.00' }, carry_reason: null },
    });
    expect(done(await merge(old.creator, kept.creator))).toEqual({
      creator_id: old.creator,
      merged_into: kept.creator,
    });
    expect(await creatorOf(old.creator)).toMatchObject({ merged_into: { creator_id: kept.creator, can_undo: true } });
    expect(await creatorOf(kept.creator)).toMatchObject({
      ...{ number_of_codes: 2, number_of_claims: 2, total_revenue: { amount: '140.00' } },
      merged_creators: [{ creator_id: old.creator }],
    });
    await earn(old.user, 10);
    const { run_id } = await run({ campaign_id: campaignId });
    const statements = await statementsOf(run_id);
    expect(statements.map(({ creator_id }: { creator_id: string }) => creator_id)).toEqual([kept.creator]);
    // Each line keeps its own tier, although both together would have reached the second tier.
    expect(statements[0]).toMatchObject({
      ...{ payout_address: 'kept@pay.example', claims: 2, payments: 3, payable: { amount: '15.00' } },
      lines: [
        { creator_id: kept.creator, commission: { amount: '8.00' }, commission_tier: 10 },
        { creator_id: old.creator, commission: { amount: '7.00' }, commission_tier: 10 },
      ],
    });
    const { bytes } = await csvBytes(daemon(), run_id);
    expect(recordsOf(bytes)).toMatchObject([{ creator_id: kept.creator, payable: '15.00' }]);
    const [row] = await analytics(`creator_id=${old.creator}`);
    expect(row).toMatchObject({ ...before[0], total_revenue: 70, expected_payout: 7 });
    const [entry] = done(await staff.call('listAudit', { query: { action: 'creator.merge' } })).data;
    expect(entry).toMatchObject({ entity: 'creator', entity_id: old.creator, after: { merged_into: kept.creator } });
  });

  it('moves unpaid balances, debts and freezes, and applies the minimum to the sum', async () => {
    const { old, kept } = await twoEarners({ minimum: '10.00' });
    const first = await run();
    expect(await moneyOf(first.run_id, old.creator)).toEqual([6, 0, 0, 6, 'below_minimum']);
    expect(await moneyOf(first.run_id, kept.creator)).toEqual([8, 0, 0, 8, 'below_minimum']);
    done(await merge(old.creator, kept.creator));
    const second = await run();
    expect(await moneyOf(second.run_id, kept.creator)).toEqual([0, 14, 14, 0, null]);
    expect(await statementOf(second.run_id, old.creator)).toBeUndefined();
    const compared = done(
      await staff.call('getPayoutDifference', {
        params: { run_id: second.run_id },
        query: { to: first.run_id, q: old.creator },
      }),
    );
    expect(compared.data).toMatchObject([{ creator_id: old.creator, is_gone: true, merged_into: kept.creator }]);
    await earn(old.user, -60);
    await earn(kept.user, 20);
    await changeCreator(old.creator, { payout_hold: 'Under review' });
    const third = await run();
    expect(await statementOf(third.run_id, kept.creator)).toMatchObject({ hold_reason: 'Under review' });
    expect(await moneyOf(third.run_id, kept.creator)).toEqual([6, 0, 0, 6, 'held']);
    await changeCreator(old.creator, { payout_hold: null });
    done(await staff.edit('changeSettings', { body: { minimum_payout: '0.00' } }));
  });

  it('stops the approval of a run if one of the creators was frozen after the run was prepared', async () => {
    const { campaignId, old, kept } = await twoEarners();
    done(await merge(old.creator, kept.creator));
    const { run_id } = await run({ campaign_id: campaignId });
    await changeCreator(old.creator, { payout_hold: 'Under review' });
    expect(shape(await move(run_id, 'approve'))).toEqual(refusal(409, 'payouts_frozen'));
    await changeCreator(old.creator, { payout_hold: null });
    done(await move(run_id, 'approve'));
  });

  it('can be undone until a payout run begins, and again once that run is void', async () => {
    const { campaignId, old, kept } = await twoEarners();
    done(await merge(old.creator, kept.creator));
    expect(done(await undo(old.creator))).toMatchObject({ merged_into: null });
    expect(shape(await undo(old.creator))).toEqual(refusal(400, 'invalid_status_move'));
    done(await merge(old.creator, kept.creator));
    const { run_id } = await run({ campaign_id: campaignId });
    expect((await creatorOf(old.creator)).merged_into).toMatchObject({ can_undo: false });
    expect(shape(await undo(old.creator))).toEqual(refusal(409, 'merge_is_final'));
    done(await voidRun(run_id, 'Merged the wrong creator'));
    done(await undo(old.creator));
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, old.creator)).toEqual([6, 0, 6, 0, null]);
    expect(await moneyOf(next.run_id, kept.creator)).toEqual([8, 0, 8, 0, null]);
    const entries = done(await staff.call('listAudit', { query: { entity: 'creator', entity_id: old.creator } })).data;
    expect(entries.map(({ action }: { action: string }) => action)).toContain('creator.undo_merge');
  });

  it('is refused if one is already merged, if both are the same, or while payout details are pending', async () => {
    const { old, kept } = await twoEarners();
    const other = await join(await running());
    const page = await openPage(old.creator);
    const details = { method: 'paypal', address: 'old@pay.example', name: 'Ana' };
    done(await page.call('requestOwnPayoutDetails', { body: details }));
    for (const refused of [await preview(old.creator, kept.creator), await merge(old.creator, kept.creator)])
      expect(shape(refused)).toEqual(refusal(409, 'payout_details_waiting'));
    const query = { creator_id: old.creator, status: 'pending' as const };
    const [request] = done(await staff.call('listPayoutDetailRequests', { query })).data;
    const params = { request_id: request?.request_id ?? expect.unreachable() };
    done(await staff.call('rejectPayoutDetails', { params, body: { reason: 'Not hers' } }));
    done(await merge(old.creator, kept.creator));
    for (const [from, to] of [
      [old.creator, kept.creator],
      [old.creator, other.creator],
      [kept.creator, other.creator],
      [other.creator, old.creator],
    ] as const)
      expect(shape(await merge(from, to))).toEqual(refusal(409, 'creator_merged'));
    done(await merge(other.creator, kept.creator));
    expect((await creatorOf(kept.creator)).merged_creators).toHaveLength(2);
    expect(shape(await merge(kept.creator, kept.creator))).toEqual(refusal(400, 'invalid_request'));
    expect(shape(await preview(kept.creator, kept.creator))).toEqual(refusal(400, 'invalid_request'));
    expect(shape(await merge(unique('unknown'), kept.creator))).toEqual(refusal(404, 'not_found'));
    expect(shape(await merge(kept.creator, unique('unknown')))).toEqual(refusal(404, 'not_found'));
  });

  it('leaves one creator page, which the links of both open, and ends sessions that would show the wrong creator', async () => {
    const { campaignId, old, kept } = await twoEarners();
    const { run_id } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    const oldPage = await openPage(old.creator);
    expect(done(await preview(old.creator, kept.creator)).open_statements).toEqual([
      { run_id, payable: { amount: '6.00', currency: 'USD' } },
    ]);
    done(await merge(old.creator, kept.creator));
    expect(shape(await oldPage.call('getCreatorSession'))).toEqual(refusal(401, 'unauthorized'));
    const page = await openPage(old.creator);
    expect(done(await page.call('getCreatorSession'))).toMatchObject({ creator_id: kept.creator });
    const codes = done(await page.call('listOwnCodes'));
    expect(codes.data.map(({ code }: { code: string }) => code)).toEqual([kept.code, old.code]);
    expect(codes).toMatchObject({ total_commission: { amount: '14.00' } });
    expect(done(await page.call('getOwnFigures')).totals).toMatchObject({ revenue: { amount: '140.00' } });
    const { data } = done(await page.call('listOwnStatements'));
    expect(data.map(({ payable }: { payable: { amount: string } }) => payable.amount)).toEqual(['8.00', '6.00']);
    for (const { statement_id } of data) done(await page.call('listOwnStatementLines', { params: { statement_id } }));
    done(await undo(old.creator));
    expect(shape(await page.call('getCreatorSession'))).toEqual(refusal(401, 'unauthorized'));
    const after = await openPage(kept.creator);
    expect(done(await after.call('listOwnCodes')).data).toHaveLength(1);
  });

  it('gives both creators one rank on a leaderboard', async () => {
    const { campaignId, old, kept } = await twoEarners();
    const params = { campaign_id: campaignId };
    done(await staff.edit('changeCampaign', { params, body: { leaderboard: true } }));
    done(await merge(old.creator, kept.creator));
    const [board] = done(await (await openPage(kept.creator)).call('listOwnLeaderboards')).data;
    expect(board).toMatchObject({ creators: 1, own_claims: 2 });
  });

  it('does not let either of them redeem the other’s codes', async () => {
    const { old, kept } = await twoEarners();
    const third = await join(await running());
    const codeOf = async (creator: string) => {
      const base = await newBase(await running());
      return done(await create(creator, base.code)).code;
    };
    const codes = [await codeOf(old.creator), await codeOf(kept.creator), await codeOf(third.creator)];
    done(await merge(old.creator, kept.creator));
    done(await merge(third.creator, kept.creator));
    for (const code of codes)
      for (const user of [old.creator, kept.creator, third.creator])
        expect([code, user, shape(await redeem(user, code))]).toEqual([code, user, refusal(400, 'self_referral')]);
    // A player whose ID is only the beginning of a creator's ID is a different person.
    done(await redeem(kept.creator.slice(0, -1), codes[0] ?? ''));
    done(await undo(third.creator));
    done(await redeem(third.creator, codes[0] ?? ''));
  });
});
