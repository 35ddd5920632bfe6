import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { faultsIn } from '../support/database/verify-books.ts';
import { onGame } from '../support/http/game-flow.ts';
import { csvBytes, importResults, payoutsOf, RESULT_MAPPING, resultFile } from '../support/http/payouts.ts';
import { addMember } from '../support/http/staff.ts';
import { done, refusal, shape } from '../support/http/test-client.ts';

onGame('result files', (flow) => {
  const { staff, running, daemon, clock } = flow;
  const { join, earn, run, move, voidRun, statementOf, moneyOf, statementsOf } = payoutsOf(flow);

  /** Exports a run that pays 4.00 to each of these creators. */
  const exported = async (count: number) => {
    const campaignId = await running();
    const earners = [];
    for (let at = 0; at < count; at += 1) earners.push(await join(campaignId));
    for (const { user } of earners) await earn(user, 40);
    const { run_id } = await run({ campaign_id: campaignId });
    for (const to of ['approve', 'mark-exported'] as const) done(await move(run_id, to));
    const statements = [];
    for (const { creator } of earners) statements.push(await statementOf(run_id, creator));
    return { campaignId, run_id, earners, statements };
  };
  const runOf = async (run_id: number) => done(await staff.call('getPayoutRun', { params: { run_id } }));
  const none = { statements: 0, payable: { amount: '0.00', currency: 'USD' } };
  const sumOf = (statements: number, amount: string) => ({ statements, payable: { amount, currency: 'USD' } });

  it('mark single statements as paid or void, and the next run settles the failed ones', async () => {
    const { campaignId, run_id, earners, statements } = await exported(4);
    const [arrived, failed, pending, open] = statements;
    const file = [
      [arrived, 'Paid'],
      [failed, 'failed', 'Account closed'],
      [pending, 'Pending'],
    ] as const;
    const rest = [pending, open].sort((a, b) => a.statement_id - b.statement_id);
    const before = await csvBytes(daemon(), run_id);
    const preview = done(await importResults(staff, run_id, file, { dry_run: 'true' }));
    expect(preview).toMatchObject({
      ...{ paid: sumOf(1, '4.00'), failed: sumOf(1, '4.00'), unchanged: 0, ignored: 1, refused: 0 },
      without_result: { ...sumOf(2, '8.00'), first: rest.map(({ reference }) => ({ reference })) },
    });
    expect(preview.lines.map((row: { outcome: string; line: number }) => [row.line, row.outcome])).toEqual([
      [3, 'failed'],
      [2, 'paid'],
      [4, 'ignored'],
    ]);
    expect((await statementsOf(run_id, { payment_status: 'pending' })).length).toBe(4);

    const expected = { paid: sumOf(1, '4.00'), failed: sumOf(1, '4.00'), unchanged: 0, ignored: 1 };
    expect(done(await importResults(staff, run_id, file))).toEqual(expected);
    const [paidOne, failedOne] = [
      await statementOf(run_id, arrived.creator_id),
      await statementOf(run_id, failed.creator_id),
    ];
    expect(paidOne).toMatchObject({ payment_status: 'paid', paid_at: expect.any(String), voided_at: null });
    expect(failedOne).toMatchObject({
      ...{ payment_status: 'failed', paid_at: null, voided_at: expect.any(String), taken_out: false },
      void_reason: 'Account closed',
    });
    expect((await statementsOf(run_id, { payment_status: 'pending' })).length).toBe(2);
    expect((await statementsOf(run_id, { payment_status: 'failed' })).length).toBe(1);
    expect((await csvBytes(daemon(), run_id)).bytes).toEqual(before.bytes);
    const hash = createHash('sha256').update(before.bytes).digest('hex');
    expect((await runOf(run_id)).csv_sha256.finance).toBe(hash);

    const entries = async () => {
      const query = { entity: 'payout_run', entity_id: String(run_id), action: 'payout_run.import_results' };
      return done(await staff.call('listAudit', { query })).data;
    };
    const [entry] = await entries();
    expect(entry.after).toMatchObject({ source: 'Bank', paid: 1, failed_statements: [failed.statement_id] });

    clock.now += 1000;
    const repeated = { paid: none, failed: none, unchanged: 2, ignored: 1 };
    expect(done(await importResults(staff, run_id, file))).toEqual(repeated);
    expect(await statementOf(run_id, failed.creator_id)).toEqual(failedOne);
    expect((await entries()).length).toBe(1);
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, failed.creator_id)).toEqual([4, 0, 4, 0, null]);
    for (const at of [0, 2, 3]) expect(await moneyOf(next.run_id, earners[at]?.creator ?? '')).toBeNull();
    expect(await faultsIn(daemon().db)).toEqual([]);
  });

  it('are refused if any line is wrong, and nothing changes', async () => {
    const { run_id, statements } = await exported(3);
    const [one, two, three] = statements;
    const other = (await exported(1)).statements[0];
    const dear = { ...two, payable: { amount: '4.01', currency: 'USD' } };
    const euro = { ...three, payable: { amount: '4.00', currency: 'EUR' } };
    const unknown = { ...two, reference: `P${run_id}-999999` };
    const lines = [dear, euro, other, unknown, one, one].map((of) => [of, 'Paid'] as const);
    const preview = done(await importResults(staff, run_id, lines, { dry_run: 'true' }));
    expect(preview.lines.map((row: { code: string | null }) => row.code)).toEqual([
      ...['other_amount', 'other_currency', 'other_run', 'unknown_statement', 'repeated', null],
    ]);
    expect(preview.refused).toBe(5);
    const refused = await importResults(staff, run_id, lines);
    expect(shape(refused)).toEqual(refusal(400, 'invalid_csv'));
    expect(refused.body).toMatchObject({ fault_count: 5, errors: expect.arrayContaining([]) });
    expect(refused.body.errors[0]).toMatchObject({
      detail: `line 2: the amount is 4.01 USD, but the payable amount of ${two.reference} is 4.00 USD`,
    });
    expect((await statementsOf(run_id, { payment_status: 'pending' })).length).toBe(3);
    const body = { source: 'Bank', mapping: RESULT_MAPPING, csv: 'Reference;Amount\r\n' };
    const headless = await staff.call('importPayoutResults', { params: { run_id }, query: {}, body });
    expect(headless.body.errors.map(({ detail }: { detail: string }) => detail)).toEqual(
      ['Currency', 'State', 'Note'].map((name) => `line 1: the column "${name}" is missing`),
    );
  });

  it('can change a statement from paid to returned, even in a paid run, but not back', async () => {
    const { campaignId, run_id, statements } = await exported(1);
    const [statement] = statements;
    done(await importResults(staff, run_id, [[statement, 'Paid']]));
    expect((await runOf(run_id)).moves.void).toBe('statements_paid');
    expect(shape(await voidRun(run_id, 'x'))).toEqual(refusal(409, 'statements_paid'));
    done(await move(run_id, 'mark-paid'));
    expect(done(await importResults(staff, run_id, [[statement, 'Returned']])).failed.statements).toBe(1);
    const returned = await statementOf(run_id, statement.creator_id);
    expect(returned).toMatchObject({ payment_status: 'failed', paid_at: expect.any(String), void_reason: 'Returned' });
    const late = done(await importResults(staff, run_id, [[statement, 'Paid']], { dry_run: 'true' }));
    expect(late.lines[0]).toMatchObject({ outcome: 'refused', code: 'already_void' });
    const next = await run({ campaign_id: campaignId });
    expect(await moneyOf(next.run_id, statement.creator_id)).toEqual([4, 0, 4, 0, null]);
    for (const [id, word] of [
      [next.run_id, 'Paid'],
      [next.run_id, 'Failed'],
    ] as const)
      expect(shape(await importResults(staff, id, [[statement, word]]))).toEqual(refusal(400, 'invalid_status_move'));
    expect(shape(await importResults(staff, 999_999, [[statement, 'Paid']]))).toEqual(refusal(404, 'not_found'));
  });

  it('have a mapping that is saved for each source, is replaced by the next import, and can be deleted', async () => {
    const { run_id, statements } = await exported(2);
    const [one, two] = statements;
    const { ask: finance } = await addMember(daemon(), 'finance');
    const send = (csv: string, mapping: typeof RESULT_MAPPING) =>
      finance.call('importPayoutResults', { params: { run_id }, query: {}, body: { source: ' Wise ', mapping, csv } });
    const wise = async () => {
      const { data } = done(await finance.call('listPayoutResultSources', {}));
      return data.find(({ name }: { name: string }) => name === 'Wise');
    };
    done(await send(resultFile([[one, 'Paid']]), RESULT_MAPPING));
    expect(await wise()).toMatchObject({ mapping: RESULT_MAPPING });
    const words = { paid: ['Sent'], failed: [], ignored: [] };
    done(await send(resultFile([[two, 'Sent']]), { ...RESULT_MAPPING, words }));
    const { source_id, mapping } = await wise();
    expect(mapping).toEqual({ columns: RESULT_MAPPING.columns, words });
    done(await finance.call('deletePayoutResultSource', { params: { source_id } }));
    expect(await wise()).toBeUndefined();
    expect(shape(await finance.call('deletePayoutResultSource', { params: { source_id } }))).toEqual(
      refusal(404, 'not_found'),
    );
  });
});
