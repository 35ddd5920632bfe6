import { expect, test } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { tryTiers } from '../../daemon/features/payouts/trial/try-tiers.ts';
import { secretKeyOf } from '../../daemon/lib/keyed.ts';
import { makeCreators, payAll } from '../support/database/earnings.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { runSql } from '../support/world/sql.ts';

// The pause simulates reading millions of accruals, which would take minutes to write.
const SLOW_TABLE = [
  'alter table accruals rename to written',
  'create view accruals as select written.* from written cross join (select pg_sleep(5.6)) slept',
];

test('a trial of tiers succeeds on Postgres even if one creator takes longer than the time limit of other reads', async () => {
  const fresh = await testDatabase('postgres', { booksMayDiffer: true });
  await migrate(fresh.url);
  const db = await openDatabase(fresh.url, { exclusive: true });
  db.keys.secretKey = secretKeyOf('the secret of a test');
  const { campaignId, creators } = await makeCreators(db, 1);
  await payAll(
    db,
    creators.map(({ user }) => user),
    1000,
  );
  await runSql(fresh.url, ...SLOW_TABLE);
  const request = { campaign_id: campaignId, from: NOW - 1, to: NOW + 10, page: 1, page_size: 10 };
  expect((await tryTiers(db, request, NOW)).totals).toMatchObject({ revenue: 1000n, commission: 100n });
  await db.close();
  await fresh.drop();
});
