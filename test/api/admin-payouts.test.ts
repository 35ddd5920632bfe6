import { createHash } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { webhookBody } from '../../daemon/contract/webhook-events.ts';
import { onEachGame } from '../support/http/game-flow.ts';
import { csvBytes, csvForPrograms, payoutsOf, recordsOf } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';

const LAYOUTS = ['finance', 'excel', 'lines', 'paypal', 'wise', 'bank', 'lines_with_currencies'];

onEachGame('payout runs', (flow) => {
  const { staff, running, changeCreator, daemon, clock, pay, payment } = flow;
  const { join, earn, run, move, voidRun, statementOf, statementsOf, moneyOf } = payoutsOf(flow);

  // Run the jobs that are due at the start, so that they do not interfere later.
  beforeAll(() => daemon().runDueJobs());

  it('contain each creator’s payable amount, line by line, down to the payment', async () => {
    const campaignId = await running({ name: '=Spring' });
    const { creator, user, code } = await join(campaignId);
    await earn(user, 60, { transaction_id: 'first' });
    await earn(user, 60.5);
    await earn(user, -10.5, { refund_of: 'first' });
    const made = await run({ campaign_id: campaignId });
    expect(made).toMatchObject({
      ...{ kind: 'manual', status: 'draft', campaign_id: campaignId, approved_by: null, void_reason: null },
      prepared_by: { staff_id: 1, name: expect.any(String) },
      totals: {
        ...{ creators: 1, creators_paid: 1, addresses_changed: 0 },
        revenue: { amount: '110.00', currency: 'USD' },
        refunds: { amount: '10.50', currency: 'USD' },
        payable: { amount: '22.00', currency: 'USD' },
      },
    });
    expect(Object.keys(made.csv_sha256).sort()).toEqual([...LAYOUTS].sort());
    const statement = await statementOf(made.run_id, creator);
    expect(statement).toMatchObject({
      ...{ creator_id: creator, claims: 1, payments: 3, carry_reason: null, voided_at: null },
      commission: { amount: '22.00' },
      reference: `P${made.run_id}-${statement.statement_id}`,
      lines: [{ campaign_id: campaignId, campaign_name: '=Spring', commission_tier: 20, payments: 3 }],
    });
    const first = done(
      await staff.call('listPayoutLinePayments', {
        params: { run_id: made.run_id, line_id: statement.lines[0].line_id },
        query: { limit: 2 },
      }),
    );
    const rest = done(
      await staff.call('listPayoutLinePayments', {
        params: { run_id: made.run_id, line_id: statement.lines[0].line_id },
        query: { limit: 2, cursor: first.next_cursor },
      }),
    );
    expect([...first.data, ...rest.data].map((row) => [row.user_id, row.code, row.amount.amount])).toEqual([
      [user, code, '-10.50'],
      [user, code, '60.50'],
      [user, code, '60.00'],
    ]);
    expect(rest.next_cursor).toBeNull();
    const [line] = recordsOf((await csvBytes(daemon(), made.run_id, 'lines')).bytes);
    expect(line).toMatchObject({ campaign_name: "'=Spring", revenue: '110.00', commission_tier: '20.00' });
    expect(
      shape(await staff.call('listPayoutLinePayments', { params: { run_id: made.run_id, line_id: 999999 } })),
    ).toEqual(refusal(404, 'not_found'));
    expect(shape(await staff.call('getPayoutRun', { params: { run_id: 999999 } }))).toEqual(refusal(404, 'not_found'));
    expect(shape(await staff.call('createPayoutRun', { body: { kind: 'manual', campaign_id: 999_999 } }))).toEqual(
      refusal(404, 'not_found'),
    );
  });

  it('pay each accrual once: later ones are in the next run, refunds are deducted, debts are carried forward', async () => {
    const [spring, summer] = [await running(), await running()];
    const { creator, user } = await join(spring);
    await earn(user, 90, { transaction_id: `${creator} a` });
    expect(await moneyOf((await run({ campaign_id: spring })).run_id, creator)).toEqual([9, 0, 9, 0, null]);
    await earn(user, 20);
    // The higher tier applies to all revenue: 20% of 110, less the 9 in the first run.
    const second = await run();
    expect(await moneyOf(second.run_id, creator)).toEqual([13, 0, 13, 0, null]);
    await earn(user, -90, { refund_of: `${creator} a` });
    const third = await run({ campaign_id: spring });
    expect(await moneyOf(third.run_id, creator)).toEqual([-20, 0, 0, -20, 'negative']);
    // The payments now count in the other campaign, because the player's latest claim of this creator's codes is there.
    const again = await flow.newBase(summer);
    const { code } = done(await flow.create(creator, again.code));
    done(await flow.redeem(user, code));
    await earn(user, 50);
    expect(await moneyOf((await run({ campaign_id: summer })).run_id, creator)).toEqual([5, -20, 0, -15, 'negative']);
    await earn(user, 200);
    expect(await moneyOf((await run()).run_id, creator)).toEqual([45, -15, 30, 0, null]);
    expect(await moneyOf((await run()).run_id, creator)).toBeNull();
  });

  it('keep the bytes of every layout through all later changes', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await changeCreator(creator, { display_name: '@Ann', payout_method: 'paypal', payout_address: 'ann@example.test' });
    await earn(user, 99.99, { transaction_id: `${creator} late` });
    const other = await join(campaignId);
    await earn(other.user, 30);
    const { run_id, csv_sha256 } = await run({ campaign_id: campaignId });
    const before = await Promise.all(LAYOUTS.map((layout) => csvBytes(daemon(), run_id, layout)));
    for (const [at, { bytes, status }] of before.entries()) {
      expect(status).toBe(200);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(csv_sha256[LAYOUTS[at] ?? '']);
    }
    const [finance, excel, , paypal, wise] = before;
    expect(excel?.bytes).toEqual(Buffer.concat([Buffer.from('\uFEFF'), finance?.bytes ?? Buffer.of()]));
    expect(recordsOf(finance?.bytes ?? Buffer.of())).toContainEqual(
      expect.objectContaining({ creator_id: creator, creator_name: "'@Ann", payable: '10.00', campaigns: '1' }),
    );
    // Each ZIP contains the payments and a list of the creators who cannot be paid.
    expect(paypal?.headers.get('content-type')).toBe('application/zip');
    expect(paypal?.bytes.toString()).toContain(`ann@example.test,10.00,USD,P${run_id}-`);
    expect(wise?.bytes.toString()).toContain(`${other.creator},,,,3.00,USD,no_payout_method`);
    expect((await csvForPrograms(daemon(), run_id)).bytes).toEqual(finance?.bytes);

    await changeCreator(creator, { display_name: 'Other', payout_address: 'other@example.test' });
    done(await staff.edit('changeCampaign', { params: { campaign_id: campaignId }, body: { name: 'Other' } }));
    await earn(user, -99.99, { refund_of: `${creator} late` });
    for (const to of ['approve', 'mark-exported'] as const) done(await move(run_id, to));
    const { statement_id } = await statementOf(run_id, other.creator);
    done(
      await staff.call('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason: 'It came back.' } }),
    );
    done(await voidRun(run_id, 'Wrong.'));
    for (const [at, layout] of LAYOUTS.entries())
      expect((await csvBytes(daemon(), run_id, layout)).bytes, layout).toEqual(before[at]?.bytes);
    expect((await csvBytes(daemon(), 999_999)).status).toBe(404);
    expect((await csvForPrograms(daemon(), 999_999)).status).toBe(404);
  });

  it('advance step by step, and are voided newest first, which releases their amounts', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 50);
    const first = (await run({ campaign_id: campaignId })).run_id;
    const wrong = refusal(400, 'invalid_status_move');
    for (const to of ['mark-exported', 'mark-paid'] as const) expect(shape(await move(first, to))).toEqual(wrong);
    expect(done(await move(first, 'approve'))).toMatchObject({ status: 'approved', approved_by: { staff_id: 1 } });
    expect(shape(await move(first, 'approve'))).toEqual(wrong);
    await earn(user, 10);
    const second = (await run({ campaign_id: campaignId })).run_id;
    expect(await moneyOf(second, creator)).toEqual([1, 0, 1, 0, null]);
    expect(shape(await voidRun(first, 'x'))).toEqual(refusal(409, 'newer_run'));
    expect(shape(await staff.send('POST', `/v1/admin/payout-runs/${first}/void`, {}))).toEqual(
      refusal(400, 'invalid_request'),
    );
    expect(done(await voidRun(second, 'Wrong.'))).toMatchObject({
      ...{ status: 'void', void_reason: 'Wrong.', voided_by: { staff_id: 1 } },
    });
    expect(done(await move(first, 'mark-exported')).status).toBe('exported');
    const third = (await run({ campaign_id: campaignId })).run_id;
    expect(await moneyOf(third, creator)).toEqual([1, 0, 1, 0, null]);
    expect(done(await move(first, 'mark-paid'))).toMatchObject({ status: 'paid', paid_at: expect.any(String) });
    expect(shape(await voidRun(first, 'x'))).toEqual(wrong);
    done(await voidRun(third, 'x'));
    expect(
      done(await staff.call('listPayoutRuns', { query: { status: 'paid' } })).data.map(
        (row: { run_id: number }) => row.run_id,
      ),
    ).toContain(first);
  });

  it('keep their other statements when one payment fails, even after later runs', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    const other = await join(campaignId);
    await earn(user, 40);
    await earn(other.user, 40);
    const first = (await run({ campaign_id: campaignId })).run_id;
    const statement = await statementOf(first, creator);
    const voided = () =>
      staff.call('voidPayoutStatement', {
        params: { run_id: first, statement_id: statement.statement_id },
        body: { reason: 'It came back.' },
      });
    for (const to of ['approve', 'mark-exported', 'mark-paid'] as const) done(await move(first, to));
    await earn(user, 10);
    const second = (await run({ campaign_id: campaignId })).run_id;
    expect(await moneyOf(second, creator)).toEqual([1, 0, 1, 0, null]);
    expect(done(await voided())).toMatchObject({ creator_id: creator, voided_at: expect.any(String) });
    expect(shape(await voided())).toEqual(refusal(400, 'invalid_status_move'));
    await earn(user, 20);
    const third = (await run({ campaign_id: campaignId })).run_id;
    // 4 comes from the failed payment and 2 is new; the other creator has already been paid.
    expect(await moneyOf(third, creator)).toEqual([6, 0, 6, 0, null]);
    expect(await moneyOf(third, other.creator)).toBeNull();
    const [line] = (await statementOf(third, creator)).lines;
    const payments = done(
      await staff.call('listPayoutLinePayments', { params: { run_id: third, line_id: line.line_id } }),
    ).data;
    expect(payments.map((row: { amount: { amount: string } }) => row.amount.amount)).toEqual(['20.00', '40.00']);
  });

  it('carry forward amounts that are below the minimum or too recent, with the reason', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    const settings = (body: object) => staff.edit('changeSettings', { body });
    expect(done(await settings({ minimum_payout: '5', hold_days: 0 }))).toMatchObject({
      minimum_payout: { amount: '5.00', currency: 'USD' },
    });
    expect(shape(await settings({ minimum_payout: '5.001' }))).toEqual(refusal(400, 'invalid_request'));
    await earn(user, 30);
    const first = await run({ campaign_id: campaignId });
    expect(first).toMatchObject({ minimum_payout: { amount: '5.00' }, hold_days: 0 });
    expect(await moneyOf(first.run_id, creator)).toEqual([3, 0, 0, 3, 'below_minimum']);
    await earn(user, 30);
    done(await settings({ hold_days: 1 }));
    const second = (await run({ campaign_id: campaignId })).run_id;
    expect(await moneyOf(second, creator)).toEqual([3, 3, 0, 6, 'held']);
    expect(
      (await statementsOf(second, { carry_reason: 'held' })).map((row: { creator_id: string }) => row.creator_id),
    ).toEqual([creator]);
    expect(await statementsOf(second, { carry_reason: 'negative' })).toEqual([]);
    done(await settings({ minimum_payout: '0', hold_days: 0 }));
    // There are no new accruals, but the run still considers the balance.
    expect(await moneyOf((await run()).run_id, creator)).toEqual([0, 6, 6, 0, null]);
  });

  it('flag addresses that changed since the previous statement', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await changeCreator(creator, { payout_method: 'wise', payout_address: 'old@example.test' });
    await earn(user, 10);
    const flagged = async () =>
      (await statementOf((await run({ campaign_id: campaignId })).run_id, creator)).address_changed;
    expect(await flagged()).toBe(false);
    await earn(user, 10);
    expect(await flagged()).toBe(false);
    await earn(user, 10);
    await changeCreator(creator, { payout_address: 'new@example.test' });
    expect(await flagged()).toBe(true);
  });

  it('can be previewed: the amounts compared with the last run, without creating a run', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 50);
    const before = done(await staff.call('listPayoutRuns')).total;
    const dry = () => staff.call('dryRunPayouts', { body: { kind: 'manual', campaign_id: campaignId } });
    expect(done(await dry())).toMatchObject({ last_run: null, payable_difference: { amount: '5.00' } });
    const { run_id } = await run({ campaign_id: campaignId });
    await earn(user, 20);
    expect(done(await dry())).toMatchObject({
      totals: { creators: 1, payable: { amount: '2.00' } },
      last_run: { run_id, totals: { payable: { amount: '5.00' } } },
      payable_difference: { amount: '-3.00' },
      statements: [{ creator_id: creator, payable: { amount: '2.00' }, last_payable: { amount: '5.00' } }],
      left_off: 0,
    });
    expect(done(await staff.call('listPayoutRuns')).total).toBe(before + 1);
    expect(shape(await staff.call('dryRunPayouts', { body: { kind: 'manual', campaign_id: 999_999 } }))).toEqual(
      refusal(404, 'not_found'),
    );
  });

  it('write each of their messages once, in the same transaction as the change', async () => {
    done(await staff.edit('changeSettings', { body: { payout_email: 'finance@example.test' } }));
    const campaignId = await running();
    const { user } = await join(campaignId);
    await earn(user, 50);
    const { run_id, csv_sha256 } = await run({ campaign_id: campaignId });
    done(await move(run_id, 'approve'));
    done(await voidRun(run_id, 'Wrong.'));
    done(await staff.edit('changeSettings', { body: { payout_email: null } }));
    const rows = await daemon().db.read(({ db, t }) => db.select().from(t.outbox).orderBy(t.outbox.outbox_id));
    const own = rows.filter((row) => row.order_key === `payout_run:${run_id}`);
    const types = ['payout.prepared', 'payout.approved', 'payout.voided'] as const;
    expect(own.map((row) => row.event_type)).toEqual(types);
    for (const [at, type] of types.entries())
      expect(webhookBody(type).parse(JSON.parse(own[at]?.body ?? ''))).toMatchObject({
        data: { run_id, creators: 1, payable: { amount: '5.00', currency: 'USD' }, csv_sha256: csv_sha256.finance },
      });
    await run({ campaign_id: campaignId });
    const later = await daemon().db.read(({ db, t }) => db.select().from(t.outbox).orderBy(t.outbox.outbox_id));
    expect(later).toHaveLength(rows.length);
  });

  it('must be approved by another person if a second approver is required', async () => {
    const finance = await addMember(daemon(), 'finance');
    done(await staff.edit('changeSettings', { body: { two_person_payouts: true } }));
    const { run_id } = await run();
    expect(shape(await move(run_id, 'approve'))).toEqual(refusal(403, 'second_person_needed'));
    expect(done(await finance.ask.call('approvePayoutRun', { params: { run_id } }))).toMatchObject({
      approved_by: { staff_id: finance.staff_id, name: expect.any(String) },
    });
    done(await staff.edit('changeSettings', { body: { two_person_payouts: false } }));
  });

  it('apply the terms of each accrual: a creator’s custom percentage, and new tiers for later payments', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    await earn(user, 50);
    done(
      await staff.edit('changeCampaign', {
        params: { campaign_id: campaignId },
        body: {
          commission_tiers: [{ min_revenue: 0, percent: 50 }],
        },
      }),
    );
    await earn(user, 10);
    expect(await moneyOf((await run({ campaign_id: campaignId })).run_id, creator)).toEqual([10, 0, 10, 0, null]);
    await changeCreator(creator, { commission_percent: 1.25 });
    await earn(user, 100);
    const { run_id } = await run({ campaign_id: campaignId });
    // Revenue is now 160: 20% of the first 50, 50% of 10, 1.25% of 100; less 10.
    expect(await moneyOf(run_id, creator)).toEqual([6.25, 0, 6.25, 0, null]);
    expect((await statementOf(run_id, creator)).lines[0]).toMatchObject({ commission_tier: 1.25 });
  });

  it('count a late payment once, in the run that is open when it arrives', async () => {
    const campaignId = await running();
    const { creator, user } = await join(campaignId);
    const asOf = { created_at: new Date(clock.now).toISOString() };
    const first = (await run({ campaign_id: campaignId })).run_id;
    clock.now += 60_000;
    done(await pay([payment(user, 10, asOf)]));
    expect(await moneyOf(first, creator)).toBeNull();
    expect(await moneyOf((await run({ campaign_id: campaignId })).run_id, creator)).toEqual([1, 0, 1, 0, null]);
  });
});
