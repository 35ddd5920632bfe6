import { expect, it } from 'vitest';
import { insertRun } from '../../daemon/features/payouts/run/runs-store.ts';
import { listDifferenceRows, sumDifferences } from '../../daemon/features/payouts/statements/difference-store.ts';
import { insertStatements } from '../../daemon/features/payouts/statements/statements-store.ts';
import { onEachDatabase } from '../support/world/each-database.ts';

const RUN = {
  ...{ kind: 'manual' as const, period_start: 0, period_end: 1, time_zone: 'UTC', currency: 'EUR', currency_digits: 2 },
  ...{ minimum_payout: 0n, hold_days: 0, status: 'draft' as const, prepared_at: 0, csv_hashes: '{}', totals: '{}' },
};
const STATEMENT = {
  ...{ creator_name: null, payout_method: null, payout_address: null, address_changed: false, taken_out: false },
  ...{ revenue: 0n, refunds: 0n, commission: 0n, carried_in: 0n, carried_out: 0n, claims: 0, payments: 0 },
};
/** A number that a double cannot represent exactly. */
const LARGE = 2n ** 60n + 1n;

onEachDatabase((database) => {
  it('the difference between two runs is exact, however large the amounts are', async () => {
    const db = database();
    const make = (period_key: string, payables: Record<string, bigint>) =>
      db.write(async (handle) => {
        const run_id = await insertRun(handle, { ...RUN, period_key });
        const made = Object.entries(payables).map(([creator_id, payable]) => ({
          statement: { ...STATEMENT, run_id, creator_id, payable },
          lines: [],
        }));
        await insertStatements(handle, made);
        return run_id;
      });
    const before = await make('first', { ann: 1n, bob: LARGE, cid: 5n });
    const now = await make('second', { ann: LARGE, bob: LARGE, dan: 7n });
    const { rows, total } = await db.read((handle) =>
      listDifferenceRows(handle, { now, before }, { page: 1, page_size: 10 }),
    );
    expect(total).toBe(4);
    expect(rows.map((row) => [row.creator_id, row.payable_now, row.payable_then])).toEqual([
      ['ann', String(LARGE), '1'],
      ['dan', '7', '0'],
      ['cid', '0', '5'],
      ['bob', String(LARGE), String(LARGE)],
    ]);
    expect(await db.read((handle) => sumDifferences(handle, { now, before }))).toEqual({
      ...{ payable_now: String(2n * LARGE + 7n), payable_then: String(LARGE + 6n), addresses_changed: '0' },
      ...{ new_creators: '1', new_payable: '7', gone_creators: '1', gone_payable: '5' },
    });
    // The ledger has no accruals for these statements, so they are deleted before the database is verified.
    await db.write(({ db, t }) => db.delete(t.payout_statements));
    await db.write(({ db, t }) => db.delete(t.payout_runs));
  });
});
