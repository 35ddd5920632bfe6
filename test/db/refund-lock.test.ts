import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../daemon/db/database.ts';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { openDatabase } from '../../daemon/db/open.ts';
import { REFUND_LOCK } from '../../daemon/db/query/locking.ts';
import { seedOrganisation } from '../../daemon/db/seed.ts';
import { createHotStore } from '../../daemon/hot/create-hot-store.ts';
import { payment, paymentRequest } from '../support/database/hot-items.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { NOW } from '../support/world/defaults.ts';
import { until } from '../support/world/wait-until.ts';

let fresh: Awaited<ReturnType<typeof testDatabase>>;
let db: Database;
/** In the place of another daemon, which has a batch of payments under way. */
let other: pg.Client;

beforeAll(async () => {
  fresh = await testDatabase('postgres');
  await migrate(fresh.url);
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

const pay = (amount: number, refundOf: string | null) =>
  createHotStore(db).pay([paymentRequest([payment('ann', amount, { refundOf })])], NOW);
const isWaiting = async () => {
  const here = '(SELECT oid FROM pg_database WHERE datname = current_database())';
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = ${here}`;
  const { rowCount } = await other.query(waiting);
  return rowCount === 1;
};

test.each([
  [-5, null],
  [5, 'paid-elsewhere'],
  [-5, 'paid-elsewhere'],
])('a refund (%i of %s) is decided once the payments of other daemons are stored', async (amount, refundOf) => {
  await other.query('BEGIN');
  await other.query(`SELECT pg_advisory_xact_lock_shared(${REFUND_LOCK})`);
  // Beside them, other payments go on.
  expect(await pay(5, null)).toHaveLength(1);
  let isDecided = false;
  const refunded = pay(amount, refundOf).finally(() => {
    isDecided = true;
  });
  await until('the refund waits, or is decided', async () => isDecided || (await isWaiting()));
  expect(isDecided).toBe(false);
  await other.query('COMMIT');
  expect(await refunded).toHaveLength(1);
});
