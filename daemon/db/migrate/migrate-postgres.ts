import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { codeOf, LOCK_TIMEOUT, postgresFault } from '../faults.ts';
import { JOURNAL, type MigrateOptions, migrationsOf, pendingOf, statementsOf } from './migration-files.ts';
import { makeIndexes, runBesideWriters } from './postgres-indexes.ts';

const MIGRATION_LOCK = 0x7265646d;
const TURN_MS = 200;
/** A statement that waits for a table lets every later request for that table wait behind it. */
const LOCK_MS = 1000;
const TRIES = 120;

/**
 * Applies all pending migrations in one transaction, one daemon at a time; the others wait and find none pending. Then
 * it makes the indexes of tables in use, beside those who write to them. Daemons of the last version go on meanwhile.
 */
export async function migratePostgres(url: string, options: MigrateOptions): Promise<number> {
  // A connection without the pool's time-outs: migrating a large table may take long.
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5000,
    application_name: 'redeemd migrate',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await takeTurn(client);
    const applied = await migrateBetweenOthers(client, options);
    await makeIndexes(client);
    return applied;
  } catch (error) {
    throw postgresFault(error);
  } finally {
    // This also ends a transaction that is still open, and the turn.
    await client.end().catch(() => {});
  }
}

/** Asks again and again, because making an index waits for every statement under way, a wait for this lock too. */
async function takeTurn(client: pg.Client) {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK]);
    if (rows[0].mine) return;
    await sleep(TURN_MS);
  }
}

/** Gives way to others that use a table, and tries again. */
async function migrateBetweenOthers(client: pg.Client, options: MigrateOptions): Promise<number> {
  for (let tried = 1; ; tried += 1) {
    try {
      await client.query('BEGIN');
      await client.query(`SET LOCAL lock_timeout = ${LOCK_MS}`);
      const applied = await migrateInside(client, options);
      await client.query('COMMIT');
      return applied;
    } catch (error) {
      if (codeOf(error) !== LOCK_TIMEOUT || tried === TRIES) throw error;
      await client.query('ROLLBACK');
      await sleep(TURN_MS);
    }
  }
}

async function migrateInside(
  client: pg.Client,
  { onStatement, migrations = migrationsOf('postgres') }: MigrateOptions,
): Promise<number> {
  await client.query('CREATE SCHEMA IF NOT EXISTS drizzle');
  await client.query(
    `CREATE TABLE IF NOT EXISTS drizzle.${JOURNAL} (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  );
  const { rows } = await client.query<{ created_at: string }>(`SELECT created_at FROM drizzle.${JOURNAL}`);
  const pending = pendingOf(
    migrations,
    rows.map((row) => Number(row.created_at)),
  );
  const run = await runBesideWriters(client);
  for (const [index, statement] of statementsOf(pending).entries()) {
    onStatement?.(index);
    await run(statement);
  }
  for (const { hash, folderMillis } of pending)
    await client.query(`INSERT INTO drizzle.${JOURNAL} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
  return pending.length;
}
