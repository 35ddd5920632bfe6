import { expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { makeCampaign, makeCode } from '../support/database/campaigns.ts';
import { redeemItem } from '../support/database/hot-items.ts';
import { type DatabaseKind, startTestDaemon, type TestDatabaseOptions, testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { dropLeftOver } from '../support/world/drop-databases.ts';
import { runSql } from '../support/world/sql.ts';

// Every test database is verified at the end of its test, so tampered figures fail the test.
const KINDS: DatabaseKind[] = ['sqlite', 'postgres'];

/** Creates a database with a counter that counts one claim too many. */
async function tampered(kind: DatabaseKind, options?: TestDatabaseOptions) {
  const database = await testDatabase(kind, { ...options, isMigrated: true });
  const db = await openDatabase(database.url, { exclusive: true });
  await makeCode(db, await makeCampaign(db), { code: 'GIFT' });
  await createHotStore(db).redeem([redeemItem('user', 'GIFT')], NOW);
  await db.close();
  await runSql(database.url, 'update code_counters set claims = claims + 1');
  return database;
}
const complaint = /do not balance:\ncode_counters code \d+ terms 0 no game claims: 2 instead of 1$/;

test.each(KINDS)('%s: the first attempt to drop a database with a tampered counter throws', async (kind) => {
  const database = await tampered(kind);
  await expect(database.drop()).rejects.toThrow(complaint);
  await database.drop();
});

test.each(KINDS)('%s: a tampered counter is found even if the test forgets to drop the database', async (kind) => {
  await tampered(kind);
  await expect(dropLeftOver()).rejects.toThrow(complaint);
});

test.each(KINDS)('%s: closing a daemon with a tampered counter throws, too', async (database) => {
  const daemon = await startTestDaemon({ database });
  const counter = { code_id: 1, terms_id: 0, game_id: '', slot: 0, claims: 7, payments: 0, revenue: 0n, refunds: 0n };
  await daemon.db.write(({ db, t }) => db.insert(t.code_counters).values(counter));
  await expect(daemon.close()).rejects.toThrow(/code_counters code 1 terms 0 no game claims: 7 instead of 0/);
});

test.each(KINDS)(
  '%s: the check is skipped if the figures are allowed to differ, or if the database has none',
  async (kind) => {
    await (await tampered(kind, { booksMayDiffer: true })).drop();
    await (await testDatabase(kind)).drop();
  },
);
