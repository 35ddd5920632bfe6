import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { prepareMonthlyRun } from '../../daemon/features/payouts/run/prepare-run.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { month } from '../support/database/payouts.ts';
import { faultsIn } from '../support/database/verify-books.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';

// `verify` must notice a payout run that differs from the ledger or has been changed.
describe.each(['sqlite', 'postgres'] as const)('stored payouts on %s', (kind) => {
  test('have no differences, and each change to them is found', async () => {
    const fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
    const db = await openDatabase(fresh.url, { exclusive: true });
    db.keys.secretKey = secretKeyOf('the secret of a test');
    const { creators } = await makeCreators(db, 2);
    const users = creators.map(({ user }) => user);
    await payAll(db, users, 1000);
    await prepareMonthlyRun(db, month('1'), NOW);
    await payAll(db, users, -400);
    await prepareMonthlyRun(db, month('2'), NOW);
    expect(await faultsIn(db)).toEqual([]);

    const one = 'where line_id = 1';
    const cases: [string, string, string, RegExp][] = [
      [
        'a line’s commission',
        `update payout_lines set commission = commission + 1 ${one}`,
        `update payout_lines set commission = commission - 1 ${one}`,
        /campaign 1 commission: 61 instead of 60/,
      ],
      [
        'a line’s revenue',
        `update payout_lines set revenue = 7 ${one}`,
        `update payout_lines set revenue = 1000 ${one}`,
        /line 1 revenue: 7 instead of 1000/,
      ],
      [
        'a settlement in two lines',
        `update payout_lines set settlements = '[[1,2]]' ${one}`,
        `update payout_lines set settlements = '[[1,1]]' ${one}`,
        /settlement 2: two lines instead of one/,
      ],
      [
        'a settlement in no line',
        `update payout_lines set settlements = '[[9,9]]' ${one}`,
        `update payout_lines set settlements = '[[1,1]]' ${one}`,
        /settlement 1: no line instead of one/,
      ],
      [
        'an accrual that was added after the cut-off',
        'update accruals set settlement_no = 1 where accrual_id = 3',
        'update accruals set settlement_no = 2 where accrual_id = 3',
        /line 1 revenue: 1000 instead of 600/,
      ],
      [
        'the payable amount',
        'update payout_statements set payable = 99 where statement_id = 1',
        'update payout_statements set payable = 100 where statement_id = 1',
        /payout_statements statement 1/,
      ],
      [
        'the amounts carried in and out',
        'update payout_statements set carried_in = 5, carried_out = carried_out + 5 where statement_id = 3',
        'update payout_statements set carried_in = 0, carried_out = carried_out - 5 where statement_id = 3',
        /statement 3 carried_in: 5 instead of 0/,
      ],
      [
        'the payout address',
        "update payout_statements set payout_address = 'thief' where statement_id = 1",
        'update payout_statements set payout_address = null where statement_id = 1',
        /run 1 CSV finance/,
      ],
      [
        'totals',
        "update payout_runs set totals = '{}' where run_id = 2",
        'update payout_runs set totals = (select totals from kept) where run_id = 2',
        /run 2 totals/,
      ],
    ];
    await runSql(fresh.url, 'create table kept as select totals from payout_runs where run_id = 2');
    for (const [what, tamper, mend, found] of cases) {
      await runSql(fresh.url, tamper);
      expect((await faultsIn(db)).join('\n'), what).toMatch(found);
      await runSql(fresh.url, mend);
      expect(await faultsIn(db), what).toEqual([]);
    }
    await db.close();
    await fresh.drop();
  });
});
