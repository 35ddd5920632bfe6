import { createHash } from 'node:crypto';
import { eq as sqlEq } from 'drizzle-orm';
import { beforeAll, expect, it } from 'vitest';
import { readFileHeaders } from '../../daemon/contract/file-headers.ts';
import { verifyFigures } from '../../daemon/features/verify/verify-figures.ts';
import { type GameFlow, MINUTE, onGame } from '../support/http/game-flow.ts';
import { csvBytes, csvForPrograms, payoutsOf, recordsOf } from '../support/http/payouts.ts';
import { done, iso, pointersOf, refusal, shape } from '../support/http/test-client.ts';

const IBAN = 'DE89 3704 0044 0532 0130 00';

/** The payout details of seven creators, each paid in a different way or unpayable. */
const WAYS = [
  { payout_method: 'paypal', payout_address: 'a@example.test' },
  { payout_method: 'wise', payout_address: 'b@example.test' },
  { payout_method: 'Bank', payout_address: IBAN },
  { payout_method: 'cheque', payout_address: 'Main Street 1' },
  { payout_method: 'paypal', payout_address: IBAN },
  { payout_method: 'bank', payout_address: null },
  {},
];

async function paidInEveryWay({ changeCreator, running }: GameFlow, { join, earn }: ReturnType<typeof payoutsOf>) {
  const campaignId = await running();
  const creators: string[] = [];
  for (const [at, way] of WAYS.entries()) {
    const { creator, user } = await join(campaignId);
    await changeCreator(creator, { display_name: `Creator ${at}`, ...way });
    await earn(user, (at + 1) * 10 + 0.1);
    creators.push(creator);
  }
  return { campaignId, creators };
}

onGame('a payout run', (flow) => {
  const { staff, daemon, changeCreator, running, clock } = flow;
  const payouts = payoutsOf(flow);
  const { join, earn, run, move, voidRun } = payouts;

  beforeAll(() => daemon().runDueJobs());

  const reconcile = async (run_id: number, query = {}) =>
    done(await staff.call('getPayoutReconciliation', { params: { run_id }, query }));
  const cents = ({ amount }: { amount: string }) => BigInt(amount.replace('.', ''));

  it('has each payable amount in one file, by hand or unpayable, and the parts add up', async () => {
    const { campaignId, creators } = await paidInEveryWay(flow, payouts);
    const made = await run({ campaign_id: campaignId });
    const { files, by_hand, unpayable, payable } = await reconcile(made.run_id);
    expect(payable).toEqual(made.totals.payable);
    const parts = [...files, by_hand, unpayable];
    expect(parts.reduce((sum, part) => sum + cents(part.payable), 0n)).toBe(cents(payable));
    const ofPart = ({ statements }: typeof by_hand) =>
      statements.data.map((row: { creator_id: string; why: string | null }) => [row.creator_id, row.why]);
    expect(files.map((part: { layout: string }) => part.layout)).toEqual(['paypal', 'wise', 'bank']);
    expect(files.map(ofPart)).toEqual([[[creators[0], null]], [[creators[1], null]], [[creators[2], null]]]);
    expect(ofPart(by_hand)).toEqual([
      [creators[3], 'no_file_for_method'],
      [creators[4], 'address_not_usable'],
    ]);
    expect(ofPart(unpayable)).toEqual([
      [creators[5], 'no_address'],
      [creators[6], 'no_payout_method'],
    ]);
    expect(by_hand).toMatchObject({ creators: 2, statements: { total: 2, page: 1 } });
    expect(by_hand.statements.data[0]).toMatchObject({
      ...{ payout_method: 'cheque', payout_address: 'Main Street 1', creator_name: 'Creator 3', voided_at: null },
      reference: `P${made.run_id}-${by_hand.statements.data[0].statement_id}`,
    });
    const second = await reconcile(made.run_id, { page: 2, page_size: 1 });
    expect(ofPart(second.by_hand)).toEqual([[creators[4], 'address_not_usable']]);
    expect(ofPart(second.files[0])).toEqual([]);
    expect(second.payable).toEqual(payable);
    // The filter for statements finds the same creators.
    const missing = await payouts.statementsOf(made.run_id, { missing_details: 'true', sort: 'creator' });
    expect(missing.map((row: { creator_id: string }) => row.creator_id)).toEqual([creators[5], creators[6]]);
  });

  it('has a bank file that contains the account as it was entered, and whose bytes never change', async () => {
    const { campaignId, creators } = await paidInEveryWay(flow, payouts);
    const { run_id, csv_zipped } = await run({ campaign_id: campaignId });
    expect(csv_zipped).toEqual(['paypal', 'wise']);
    const file = await csvBytes(daemon(), run_id, 'bank');
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(recordsOf(file.bytes)).toEqual([
      {
        ...{ creator_id: creators[2], creator_name: 'Creator 2', account: IBAN, amount: '3.01', currency: 'USD' },
        reference: expect.stringMatching(`^P${run_id}-`),
      },
    ]);
    await changeCreator(creators[2] ?? '', { payout_address: 'Other' });
    done(await move(run_id, 'approve'));
    expect((await csvBytes(daemon(), run_id, 'bank')).bytes).toEqual(file.bytes);
    expect((await csvForPrograms(daemon(), run_id, daemon().serverKey, 'bank')).bytes).toEqual(file.bytes);
  });

  it('has a hash for each file, and the number of rows for the layouts that count them', async () => {
    const { campaignId } = await paidInEveryWay(flow, payouts);
    const { run_id, csv_sha256 } = await run({ campaign_id: campaignId });
    const told = async (layout: string) => {
      const { headers, bytes } = await csvBytes(daemon(), run_id, layout);
      const { sha256, rows } = readFileHeaders(headers);
      expect(sha256, layout).toBe(createHash('sha256').update(bytes).digest('hex'));
      expect(sha256, layout).toBe(csv_sha256[layout]);
      return [rows, rows !== null && recordsOf(bytes).length === rows];
    };
    const layouts = ['finance', 'excel', 'lines', 'paypal', 'wise', 'bank', 'lines_with_currencies'];
    const all = async () => Promise.all(layouts.map(told));
    const uncounted = [null, false];
    const count = WAYS.length;
    expect(await all()).toEqual([...[1, 2, 3].map(() => [count, true]), ...[4, 5, 6, 7].map(() => uncounted)]);
    const [first] = await payouts.statementsOf(run_id);
    const params = { run_id, statement_id: first?.statement_id ?? 0 };
    done(await staff.call('voidPayoutStatement', { params, body: { reason: 'later' } }));
    expect((await csvBytes(daemon(), run_id)).headers.get('row-count')).toBe(String(count - 1));
  });

  it('that is older than the bank layout stays readable, and its bank file is created from its statements', async () => {
    const { campaignId } = await paidInEveryWay(flow, payouts);
    const { run_id, csv_sha256 } = await run({ campaign_id: campaignId });
    const { bytes } = await csvBytes(daemon(), run_id, 'bank');
    const { bank: _, ...older } = csv_sha256;
    const csv_hashes = JSON.stringify({ ...older, zipped: 'paypal wise' });
    await daemon().db.write(({ db, t }) =>
      db.update(t.payout_runs).set({ csv_hashes }).where(sqlEq(t.payout_runs.run_id, run_id)),
    );
    const read = done(await staff.call('getPayoutRun', { params: { run_id } }));
    expect(read.csv_sha256).toEqual(older);
    const again = await csvBytes(daemon(), run_id, 'bank');
    expect(again.bytes).toEqual(bytes);
    expect(again.headers.get('repr-digest')).toBeNull();
  });

  it('has a file in which a formula after a semicolon in a name is harmless, and whose bytes do not change', async () => {
    const { campaignId, creators } = await paidInEveryWay(flow, payouts);
    await daemon().db.write(({ db, t }) =>
      db
        .update(t.creators)
        .set({ display_name: 'x;=1+1;' })
        .where(sqlEq(t.creators.creator_id, creators[0] ?? '')),
    );
    const { run_id, csv_sha256 } = await run({ campaign_id: campaignId });
    const { bytes } = await csvBytes(daemon(), run_id);
    expect(bytes.toString()).toContain(`,"x;'=1+1;",`);
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(csv_sha256.finance);
    expect(Object.keys(csv_sha256)).not.toContain('cells');
    const faults = async () => (await verifyFigures(daemon().db)).filter(({ table }) => table === 'payout_runs');
    expect(await faults()).toEqual([]);
    // Runs from earlier versions have no `csv_format`. For them, the `cells` entry among the hashes determines the
    // format, and the bytes must be the same.
    const [stored] = await daemon().db.read(({ db, t }) =>
      db.select().from(t.payout_runs).where(sqlEq(t.payout_runs.run_id, run_id)),
    );
    expect(stored?.csv_format).toBe('separators');
    await daemon().db.write(({ db, t }) =>
      db.update(t.payout_runs).set({ csv_format: null }).where(sqlEq(t.payout_runs.run_id, run_id)),
    );
    expect(JSON.parse(stored?.csv_hashes ?? '{}').cells).toBe('separators');
    expect((await csvBytes(daemon(), run_id)).bytes).toEqual(bytes);
    expect(await faults()).toEqual([]);
  });

  it('has files that omit a statement removed from the draft, but include one whose payment failed', async () => {
    const { campaignId, creators } = await paidInEveryWay(flow, payouts);
    const { run_id } = await run({ campaign_id: campaignId });
    const voidFirst = async (at: number) => {
      const { statement_id } = await payouts.statementOf(run_id, creators[at] ?? '');
      return done(
        await staff.call('voidPayoutStatement', { params: { run_id, statement_id }, body: { reason: 'Back.' } }),
      );
    };
    await voidFirst(0);
    expect((await reconcile(run_id)).files[0]).toMatchObject({ creators: 0, payable: { amount: '0.00' } });
    for (const to of ['approve', 'mark-exported'] as const) done(await move(run_id, to));
    await voidFirst(2);
    const after = await reconcile(run_id);
    expect(after.files[2]).toMatchObject({ creators: 1, statements: { data: [{ voided_at: expect.any(String) }] } });
    // The voided amount in each part of the reconciliation shows finance how much of that part has not been paid.
    expect(after.files[2].voided).toEqual({ creators: 1, payable: after.files[2].payable });
    expect(after.unpayable.voided).toMatchObject({ creators: 0, payable: { amount: '0.00' } });
    const lines = await csvBytes(daemon(), run_id, 'lines');
    expect(after.lines).toBe(recordsOf(lines.bytes).length);
    expect(after.lines).toBe(creators.length - 1);
    const { totals } = done(await staff.call('getPayoutRun', { params: { run_id } }));
    expect(after.payable).toEqual(totals.payable);
    expect(shape(await staff.call('getPayoutReconciliation', { params: { run_id: 999_999 } }))).toEqual(
      refusal(404, 'not_found'),
    );
  });

  it('is compared with an earlier one: higher and lower amounts, new and removed creators, changed addresses', async () => {
    const campaignId = await running();
    const [a, b, c] = [await join(campaignId), await join(campaignId), await join(campaignId)];
    const old = { payout_method: 'paypal', payout_address: 'old@example.test' };
    await changeCreator(a.creator, old);
    await earn(a.user, 10);
    await earn(b.user, 20);
    const first = await run({ campaign_id: campaignId });
    clock.now += MINUTE;
    const moved = { payout_method: 'bank', payout_address: IBAN };
    await changeCreator(a.creator, moved);
    const changed_at = iso(clock.now);
    clock.now += MINUTE;
    await changeCreator(a.creator, { display_name: 'Ann' });
    await earn(a.user, 35);
    await earn(c.user, 50);
    const second = await run({ campaign_id: campaignId });
    const differ = async (query = {}) =>
      done(await staff.call('getPayoutDifference', { params: { run_id: second.run_id }, query }));
    const found = await differ();
    const money = (amount: string) => ({ amount, currency: 'USD' });
    const address_change = { from: old, to: moved, changed_at };
    expect(found).toMatchObject({
      ...{ run: { run_id: second.run_id }, to: { run_id: first.run_id }, total: 3, addresses_changed: 1 },
      ...{ payable_now: money('8.50'), payable_then: money('3.00'), difference: money('5.50') },
      ...{ new: { creators: 1, payable: money('5.00') }, gone: { creators: 1, payable: money('2.00') } },
    });
    const row = (creator_id: string, now: string, before: string, difference: string, more: object) => ({
      ...{ creator_id, creator_name: null, is_new: false, is_gone: false, merged_into: null, address_change: null },
      ...{ payable_now: money(now), payable_then: money(before), difference: money(difference) },
      ...more,
    });
    expect(found.data).toEqual([
      row(c.creator, '5.00', '0.00', '5.00', { is_new: true }),
      row(a.creator, '3.50', '1.00', '2.50', { creator_name: 'Ann', address_change }),
      row(b.creator, '0.00', '2.00', '-2.00', { is_gone: true }),
    ]);
    const creatorsOf = async (query: object) =>
      (await differ(query)).data.map((one: { creator_id: string }) => one.creator_id);
    expect(await creatorsOf({ only: 'new' })).toEqual([c.creator]);
    expect(await creatorsOf({ only: 'gone' })).toEqual([b.creator]);
    expect(await creatorsOf({ only: 'address_changed' })).toEqual([a.creator]);
    expect(await creatorsOf({ only: 'payable_changed', sort: 'difference' })).toEqual([
      b.creator,
      a.creator,
      c.creator,
    ]);
    expect(await creatorsOf({ page: 2, page_size: 2 })).toEqual([b.creator]);
    expect(await creatorsOf({ q: 'ann' })).toEqual([a.creator]);
    // The two databases search for non-ASCII text in different ways.
    expect(await creatorsOf({ q: 'änn' })).toEqual([]);
    expect(await creatorsOf({ to: String(first.run_id) })).toHaveLength(3);
    // The list of statements shows the same difference for each statement.
    const read = done(await staff.call('getPayoutRun', { params: { run_id: second.run_id } }));
    expect(read.last_run_id).toBe(first.run_id);
    expect(await payouts.statementOf(second.run_id, a.creator)).toMatchObject({
      ...{ last_payable: money('1.00'), payable_difference: money('2.50'), address_changed: true, address_change },
      is_new: false,
    });
    expect(await payouts.statementOf(second.run_id, c.creator)).toMatchObject({
      ...{ last_payable: money('0.00'), payable_difference: money('5.00'), address_change: null, is_new: true },
    });
  });

  it('is compared only with an earlier run, and with a void one only on request', async () => {
    const campaignId = await running();
    const { user } = await join(campaignId);
    await earn(user, 10);
    const voided = await run({ campaign_id: campaignId });
    done(await voidRun(voided.run_id, 'Wrong.'));
    const next = await run({ campaign_id: campaignId });
    const differ = (run_id: number, to?: number) =>
      staff.call('getPayoutDifference', { params: { run_id }, query: to ? { to: String(to) } : {} });
    const byDefault = done(await differ(next.run_id));
    expect(byDefault.to?.run_id).toBeLessThan(voided.run_id);
    expect(done(await differ(next.run_id, voided.run_id))).toMatchObject({
      ...{ to: { run_id: voided.run_id, status: 'void' }, difference: { amount: '0.00' }, new: { creators: 0 } },
    });
    expect(shape(await differ(voided.run_id, next.run_id))).toEqual(refusal(400, 'invalid_request'));
    const same = await differ(next.run_id, next.run_id);
    expect(shape(same)).toEqual(refusal(400, 'invalid_request'));
    expect(pointersOf(same)).toEqual(['#/query/to']);
    expect(shape(await differ(999_999))).toEqual(refusal(404, 'not_found'));
  });
});
