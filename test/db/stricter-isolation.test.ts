import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../../daemon/db/open.ts';
import { testDatabase } from '../support/world/daemon.ts';
import { until } from '../support/world/wait-until.ts';

// The database, the role or the engine can set an isolation level for sessions that is stricter than READ COMMITTED.

/** A slot that no daemon uses. */
const SLOT = 4242;

let fresh: Awaited<ReturnType<typeof testDatabase>>;
let admin: pg.Client;

beforeAll(async () => {
  fresh = await testDatabase('postgres', { isMigrated: true });
  admin = new pg.Client({ connectionString: fresh.url });
  await admin.connect();
  const { rows } = await admin.query('SELECT current_database() AS name');
  await admin.query(`ALTER DATABASE "${rows[0].name}" SET default_transaction_isolation = 'serializable'`);
  await admin.query('CREATE TABLE guards (guard text PRIMARY KEY, on_duty boolean NOT NULL)');
});
afterAll(async () => {
  await admin?.end();
  await fresh?.drop();
});

test('a batch that the server rejects at COMMIT runs again', async () => {
  await admin.query("INSERT INTO guards VALUES ('ada', true), ('bob', true)");
  const db = await openDatabase(fresh.url, { exclusive: true });
  const { batches } = db;
  if (batches.dialect !== 'postgres') throw new Error('This test is for Postgres');
  const tries: string[] = [];
  let changed = 0;
  /** A guard can leave if the other one is on duty. Both guards check this before either of them has left. */
  const leave = (guard: string) =>
    batches.run([guard], async (client) => {
      tries.push(guard);
      const { rowCount } = await client.query('SELECT 1 FROM guards WHERE on_duty');
      if (rowCount === 2) await client.query('UPDATE guards SET on_duty = false WHERE guard = $1', [guard]);
      changed += 1;
      await until('both have changed their row', () => changed >= 2);
      return [rowCount];
    });
  try {
    expect((await Promise.all([leave('ada'), leave('bob')])).flat().sort()).toEqual([1, 2]);
    expect(tries).toHaveLength(3);
    expect((await admin.query('SELECT 1 FROM guards WHERE on_duty')).rowCount).toBe(1);
  } finally {
    await db.close();
  }
});

test('concurrent writes of one row all succeed', async () => {
  const db = await openDatabase(fresh.url, { exclusive: true });
  try {
    const bump = () =>
      db.write(async ({ db, t }) => {
        const [found] = await db.select().from(t.payment_totals).where(eq(t.payment_totals.slot, SLOT));
        await db
          .insert(t.payment_totals)
          .values({ slot: SLOT, paid: 1n, refunded: 0n })
          .onConflictDoUpdate({ target: t.payment_totals.slot, set: { paid: (found?.paid ?? 0n) + 1n } });
      });
    await Promise.all(Array.from({ length: 20 }, bump));
    const { rows } = await admin.query('SELECT paid FROM payment_totals WHERE slot = $1', [SLOT]);
    expect(rows).toEqual([{ paid: '20' }]);
    await admin.query('DELETE FROM payment_totals');
  } finally {
    await db.close();
  }
});
