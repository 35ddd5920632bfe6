import pg from 'pg';
import { postgresFault } from '../faults.ts';
import { JOURNAL, type MigrateOptions, migrationsOf, pendingOf, statementsOf } from './migration-files.ts';

const MIGRATION_LOCK = 0x7265646d;

/** Applies all pending migrations in one transaction, one daemon at a time; the others wait and find none pending. */
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
    await client.query('BEGIN');
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const applied = await migrateInside(client, options);
    await client.query('COMMIT');
    return applied;
  } catch (error) {
    throw postgresFault(error);
  } finally {
    // This also ends a transaction that is still open.
    await client.end().catch(() => {});
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
  for (const [index, statement] of statementsOf(pending).entries()) {
    onStatement?.(index);
    await client.query(statement);
  }
  for (const { hash, folderMillis } of pending)
    await client.query(`INSERT INTO drizzle.${JOURNAL} (hash, created_at) VALUES ($1, $2)`, [hash, folderMillis]);
  return pending.length;
}
