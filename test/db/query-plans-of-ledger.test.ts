import { expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { readRowsAfter, readTimes } from '../../daemon/features/ledger-export/ledger-rows-store.ts';
import { planOf, statementsOf } from '../support/database/query-plans.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { runSql } from '../support/world/sql.ts';

// To return one page of a table with 100,000,000 rows, a query must not read the rows of other pages.

test.each(['sqlite', 'postgres'] as const)(
  'on %s, a page of the ledger export starts after the last row of the previous page',
  async (kind) => {
    const fresh = await testDatabase(kind, { booksMayDiffer: true, isMigrated: true });
    await runSql(
      fresh.url,
      `insert into payments (game_id, user_id, amount, counted_code_ids, created_at, received_at)
     with recursive n(i) as (select 0 union all select i + 1 from n where i < 20000)
     select 'game', 'player', 1, '[]', i, i from n`,
      'analyze',
    );
    const db = await openDatabase(fresh.url, { exclusive: true });
    await db.read(async (handle) => {
      const asked = await statementsOf(handle, async () => {
        await readRowsAfter(handle, 'payments', 15_000);
        await readTimes(handle, 'payments', 15_000);
      });
      expect(asked).toHaveLength(2);
      for (const statement of asked) {
        const plan = await planOf(fresh.url, statement);
        expect(plan).toMatch(
          kind === 'sqlite' ? /SEARCH payments USING INTEGER PRIMARY KEY/ : /Index Scan using payments_pkey/,
        );
        expect(plan).not.toMatch(/Sort|TEMP B-TREE|Seq Scan|Bitmap/);
      }
    });
    await db.close();
    await fresh.drop();
  },
);
