import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { GUESS_LIMIT } from '../../daemon/features/redemptions/redeem-rules.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { postgresRedeem } from '../../daemon/hot/redeem/postgres-redeem.ts';
import { redeemItem, resultOf } from '../support/database/hot-items.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { until } from '../support/world/wait-until.ts';

let fresh: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
/** The connection of another daemon. */
let other: pg.Client;

beforeAll(async () => {
  fresh = await testDatabase('postgres', { isMigrated: true });
  db = await openDatabase(fresh.url, { exclusive: true });
  await seedOrganisation(db, NOW);
  other = new pg.Client({ connectionString: fresh.url });
  await other.connect();
});
afterAll(async () => {
  await other?.end();
  await db?.close();
  await fresh?.drop();
});

const guess = async (userId: string) =>
  resultOf((await createHotStore(db).redeem([redeemItem(userId, 'UNKNOWN')], NOW))[0]);
const isWaiting = async () => {
  const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await other.query(waiting)).rowCount === 1;
};

test('two daemons count the guesses of a player together, and those of other players go on', async () => {
  for (let guesses = 1; guesses < GUESS_LIMIT; guesses += 1) expect(await guess('ann')).toBe('code_not_found');
  await other.query('BEGIN');
  const [last] = await postgresRedeem(other as pg.PoolClient, 2, [redeemItem('ann', 'UNKNOWN')], NOW);
  expect(resultOf(last)).toBe('code_not_found');
  expect(await guess('ben')).toBe('code_not_found');
  let isDecided = false;
  const beyond = guess('ann').finally(() => {
    isDecided = true;
  });
  await until('the guess waits, or is decided', async () => isDecided || (await isWaiting()));
  await other.query('COMMIT');
  expect(await beyond).toBe('too_many_guesses');
});
