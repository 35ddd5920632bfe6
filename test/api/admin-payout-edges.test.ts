import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { startRun } from '../../daemon/features/payouts/run/start-run.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { onGame } from '../support/http/game-flow.ts';
import { csvBytes, payoutsOf, recordsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done, queryOf, refusal, shape } from '../support/http/test-client.ts';
import { runSql } from '../support/world/sql.ts';

const MOST = '9999999999999.99';

onGame('edge cases of payouts', (flow) => {
  const { staff, running, changeCreator, daemon, clock, pay, payment, unique } = flow;
  const { join, earn, run, move, voidRun, statementOf, moneyOf } = payoutsOf(flow);
  beforeAll(() => daemon().runDueJobs());
  const frozenOf = async (run_id: number) => done(await staff.call('getPayoutRun', { params: { run_id } })).frozen;

  /** Reads a response as text, because a JavaScript number would lose the last digits. */
  const textOf = async (path: string, headers: Record<string, string>) =>
    (await fetch(`${daemon().url}${path}`, { headers })).text();
  const analyticsOf = (creator: string) =>
    textOf(`/v1/redemption-codes/analytics?creator_id=${creator}`, { 'X-API-Key': daemon().serverKey });

  it('eleven payments of the largest amount are paid out to the cent', async () => {
    const campaignId = await running({ commission_tiers: [{ min_revenue: 0, percent: 33.33 }] });
    const { creator, user } = await join(campaignId);
    const small = await join(campaignId);
    await earn(small.user, 10);
    const before = done(await staff.call('dashboard')).totals.revenue.amount;
    for (let at = 0; at < 11; at += 1) await earn(user, Number(MOST));
    clock.now += 1000;
    const { totals } = done(await staff.call('dashboard'));
    const paid = 11n * 999_999_999_999_999n;
    expect(minorOf(totals.revenue.amount) - minorOf(before)).toBe(paid);
    expect(await analyticsOf(creator)).toContain('"total_revenue":109999999999999.89,');
    const { run_id } = await run({ campaign_id: campaignId });
    // The commission is 33.33% of the revenue, rounded half to even.
    const statement = await statementOf(run_id, creator);
    expect(statement).toMatchObject({
      revenue: { amount: '109999999999999.89' },
      payable: { amount: '36662999999999.96' },
    });
    expect(await moneyOf(run_id, small.creator)).toEqual([3.33, 0, 3.33, 0, null]);
    const rows = recordsOf((await csvBytes(daemon(), run_id)).bytes);
    expect(rows.find((row) => row.creator_id === creator)).toMatchObject({ payable: '36662999999999.96' });
    expect(await faultsIn(daemon().db)).toEqual([]);
    for (let at = 0; at < 10; at += 1) await earn(user, -Number(MOST));
    const next = await run({ campaign_id: campaignId });
    expect((await statementOf(next.run_id, creator)).commission.amount).toBe('-33329999999999.96');
    expect(await faultsIn(daemon().db)).toEqual([]);
  });

  it('only the payment that would raise a sum above 2^62 is refused', async () => {
    const most = payment(unique('whale'), Number(MOST));
    const over = 2n ** 62n / 999_999_999_999_999n - 11n;
    for (let left = Number(over); left > 0; left -= 1000)
      done(await pay(Array.from({ length: Math.min(1000, left) }, () => most)));
    const small = payment(unique('minnow'), 1);
    const refused = await pay([small, most]);
    expect(shape(refused)).toEqual(refusal(400, 'amount_out_of_range'));
    expect(refused.body.errors[0].pointer).toBe('/events/1/event/amount');
    expect(done(await pay([small])).accepted).toBe(1);
    clock.now += 1000;
    const { totals } = done(await staff.call('dashboard'));
    expect(minorOf(totals.revenue.amount)).toBeGreaterThan(4n * 10n ** 18n);
    expect(await faultsIn(daemon().db)).toEqual([]);
  });

  it('a creator whose statement cannot be created does not delay others, is listed, and is settled in the next run', async () => {
    const campaignId = await running();
    const [broken, fine] = [await join(campaignId), await join(campaignId)];
    await changeCreator(broken.creator, { commission_percent: 7.77 });
    for (const { user } of [broken, fine]) await earn(user, 50);
    const url = daemon().databaseUrl;
    await runSql(url, "update commission_terms set content = 'broken' where content = '7.77'");
    const dry = done(await staff.call('dryRunPayouts', { body: { kind: 'manual', campaign_id: campaignId } }));
    const failure = { creator_id: broken.creator, reason: 'Commission terms cannot be read: broken' };
    expect([dry.failures, dry.totals.creators]).toEqual([[failure], 1]);
    const { run_id, status } = await run({ campaign_id: campaignId });
    expect(status).toBe('draft');
    const shown = done(await staff.call('getPayoutRun', { params: { run_id } }));
    expect([shown.failures, shown.failures_total, shown.totals.creators]).toEqual([[failure], 1, 1]);
    expect(await moneyOf(run_id, fine.creator)).toEqual([5, 0, 5, 0, null]);
    await runSql(url, "update commission_terms set content = '7.77' where content = 'broken'");
    expect(await faultsIn(daemon().db)).toEqual([]);
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, broken.creator)).toEqual([3.88, 0, 3.88, 0, null]);
    expect(await moneyOf(next.run_id, fine.creator)).toBeNull();
  });

  it('a run that was never prepared can be voided, and the next one takes over its amounts', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 30);
    const wish = { kind: 'manual', campaignId, staffId: 1 } as const;
    const started = await startRun(daemon().db, wish, clock.now);
    const runId = 'runId' in started ? started.runId : 0;
    expect(done(await staff.call('getPayoutRun', { params: { run_id: runId } }))).toMatchObject({
      status: 'preparing',
      moves: { void: null },
    });
    expect(done(await voidRun(runId, 'It hung.'))).toMatchObject({ status: 'void', totals: null });
    expect((await csvBytes(daemon(), runId)).status).toBe(404);
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, creator)).toEqual([3, 0, 3, 0, null]);
  });

  it('a freeze holds back the whole statement, with the reason, until it is lifted', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 30);
    const liveOps = await addMember(daemon(), 'live_ops');
    expect(
      shape(await liveOps.ask.edit('changeCreator', { params: { creator_id: creator }, body: { payout_hold: 'no' } })),
    ).toEqual(refusal(403, 'forbidden'));
    const { ask: finance } = await addMember(daemon(), 'finance');
    const payout_hold = 'Chargebacks are being investigated.';
    expect(
      done(await finance.edit('changeCreator', { params: { creator_id: creator }, body: { payout_hold } })),
    ).toMatchObject({ payout_hold });
    const held = await run({ campaign_id: campaignId });
    expect(await moneyOf(held.run_id, creator)).toEqual([3, 0, 0, 3, 'held']);
    expect((await statementOf(held.run_id, creator)).hold_reason).toBe(payout_hold);
    expect(
      done(await finance.edit('changeCreator', { params: { creator_id: creator }, body: { payout_hold: null } }))
        .payout_hold,
    ).toBeNull();
    await earn(user, 10);
    const freed = await run({ campaign_id: campaignId });
    expect(await moneyOf(freed.run_id, creator)).toEqual([1, 3, 4, 0, null]);
    expect((await statementOf(held.run_id, creator)).hold_reason).toBe(payout_hold);
  });

  it('a draft that pays a creator whose payouts were frozen later can be approved only without this creator', async () => {
    const campaignId = await running();
    const [frozen, other] = [await join(campaignId), await join(campaignId)];
    for (const { user } of [frozen, other]) await earn(user, 20);
    const { run_id } = await run({ campaign_id: campaignId });
    await changeCreator(frozen.creator, { payout_hold: 'Possible fraud is being investigated.' });
    const refused = await move(run_id, 'approve');
    expect(shape(refused)).toEqual(refusal(409, 'payouts_frozen'));
    expect(refused.body.detail).toContain(frozen.creator);
    expect(refused.body.detail).not.toContain(other.creator);
    expect(await frozenOf(run_id)).toEqual([{ creator_id: frozen.creator, creator_name: null }]);
    const { statement_id } = await statementOf(run_id, frozen.creator);
    done(await staff.call('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason: 'Frozen.' } }));
    expect(done(await move(run_id, 'approve')).totals.creators).toBe(1);
  });

  it('a freeze after the approval blocks the export until the freeze is lifted or the run is voided', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 20);
    const { run_id } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    await changeCreator(creator, { payout_hold: 'Possible fraud is being investigated.' });
    const refused = await move(run_id, 'mark-exported');
    expect(shape(refused)).toEqual(refusal(409, 'payouts_frozen'));
    expect(refused.body.detail).toContain(creator);
    expect(await frozenOf(run_id)).toEqual([{ creator_id: creator, creator_name: null }]);
    await changeCreator(creator, { payout_hold: null });
    expect(await frozenOf(run_id)).toEqual([]);
    expect(done(await move(run_id, 'mark-exported'))).toMatchObject({ status: 'exported' });
    await changeCreator(creator, { payout_hold: 'Possible fraud is being investigated.' });
    expect(await frozenOf(run_id)).toEqual([]);
    expect(done(await move(run_id, 'mark-paid'))).toMatchObject({ status: 'paid' });
  });

  it('a single statement of an approved run cannot be voided, because its files would pay the creator twice', async () => {
    const campaignId = await running();
    const [one, other] = [await join(campaignId), await join(campaignId)];
    for (const { user } of [one, other]) await earn(user, 20);
    const { run_id } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    const { statement_id } = await statementOf(run_id, one.creator);
    const voided = await staff.call('voidPayoutStatement', {
      params: { run_id, statement_id },
      body: { reason: 'A wrong address.' },
    });
    expect(shape(voided)).toEqual(refusal(400, 'invalid_status_move'));
    done(await voidRun(run_id, 'A wrong address.'));
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, one.creator)).toEqual([2, 0, 2, 0, null]);
    expect(await moneyOf(next.run_id, other.creator)).toEqual([2, 0, 2, 0, null]);
  });

  it('a statement can be removed from a draft; its amounts leave the totals and files, and go into the next run', async () => {
    const campaignId = await running();
    const [out, stays] = [await join(campaignId), await join(campaignId)];
    for (const { creator } of [out, stays])
      await changeCreator(creator, { payout_method: 'paypal', payout_address: `${creator}@example.test` });
    for (const { user } of [out, stays]) await earn(user, 20);
    const draft = await run({ campaign_id: campaignId });
    const { statement_id } = await statementOf(draft.run_id, out.creator);
    const taken = done(
      await staff.call('voidPayoutStatement', {
        params: { run_id: draft.run_id, statement_id },
        body: { reason: 'They asked for it.' },
      }),
    );
    expect(taken).toMatchObject({ taken_out: true, voided_at: expect.any(String) });
    const after = done(await staff.call('getPayoutRun', { params: { run_id: draft.run_id } }));
    expect(after).toMatchObject({ status: 'draft', totals: { creators: 1, payable: { amount: '2.00' } } });
    for (const layout of ['finance', 'lines', 'paypal']) {
      const { bytes } = await csvBytes(daemon(), draft.run_id, layout);
      expect(bytes.includes(stays.creator), layout).toBe(true);
      expect(bytes.includes(out.creator), layout).toBe(false);
      expect(createHash('sha256').update(bytes).digest('hex'), layout).toBe(after.csv_sha256[layout]);
      expect(after.csv_sha256[layout]).not.toBe(draft.csv_sha256[layout]);
    }
    expect(
      shape(
        await staff.call('voidPayoutStatement', {
          params: { run_id: draft.run_id, statement_id },
          body: { reason: 'Again.' },
        }),
      ),
    ).toEqual(refusal(400, 'invalid_status_move'));
    for (const to of ['approve', 'mark-exported', 'mark-paid'] as const) done(await move(draft.run_id, to));
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, out.creator)).toEqual([2, 0, 2, 0, null]);
    expect(await moneyOf(next.run_id, stays.creator)).toBeNull();
  });

  it('payments and refunds that count for no creator or code are listed with the reason', async () => {
    const campaignId = await running();
    const { user } = await join(campaignId);
    const [eve, late] = [unique('eve'), unique('late')];
    const lapsed = { created_at: new Date(clock.now - 10 * 86_400_000).toISOString() };
    done(await pay([payment(eve, 5), payment(user, 7, lapsed), payment(user, 8)]));
    done(await pay([payment(user, -3, { refund_of: late })]));
    done(await pay([payment(user, -20)]));
    const listed = async (query: string) =>
      done(await staff.call('listUnmatchedPayments', { query: queryOf(query) })).data.map(
        (row: { reason: string; unmatched: { amount: string } }) => [row.reason, row.unmatched.amount],
      );
    expect(await listed(`user_id=${user}`)).toEqual([
      ['nothing_to_refund', '-12.00'],
      ['unknown_refund_of', '-3.00'],
      ['link_lapsed', '7.00'],
    ]);
    expect(await listed(`user_id=${eve}`)).toEqual([['no_claim', '5.00']]);
    expect(await listed('reason=nothing_to_refund')).toEqual([['nothing_to_refund', '-12.00']]);
    expect((await listed('limit=4')).map(([reason]: string[]) => reason)).toEqual([
      ...['nothing_to_refund', 'unknown_refund_of', 'link_lapsed', 'no_claim'],
    ]);
    const first = done(await staff.call('listUnmatchedPayments', { query: { limit: 1 } }));
    const second = done(await staff.call('listUnmatchedPayments', { query: { limit: 1, cursor: first.next_cursor } }));
    expect([first.data[0].reason, second.data[0].reason]).toEqual(['nothing_to_refund', 'unknown_refund_of']);
    expect(await listed(`q=${late}`)).toEqual([['unknown_refund_of', '-3.00']]);
    expect(await listed(`q=${late}&game_id=other`)).toEqual([]);
    expect(await listed(`q=${late}&reason=no_claim`)).toEqual([]);
    done(await pay([payment(user, 3, { transaction_id: late })]));
    expect((await listed(`user_id=${user}`)).map(([reason]: string[]) => reason)).toEqual([
      ...['nothing_to_refund', 'link_lapsed'],
    ]);
    const shop = unique('shop');
    for (const game_id of ['game', 'other_1', 'other_2'])
      done(await pay([payment(eve, 1, { transaction_id: shop, game_id })]));
    expect(await listed(`q=${shop}`)).toHaveLength(3);
    expect(await listed(`q=${shop}&game_id=other_1`)).toEqual([['no_claim', '1.00']]);
    expect(await listed(`q=${shop.slice(1)}`)).toEqual([]);
  });
});

const minorOf = (amount: string) => BigInt(amount.replace('.', ''));
