import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { codeOf, LOCK_TIMEOUT, postgresFault } from '../faults.ts';
import { createServers } from '../postgres/postgres-servers.ts';
import { JOURNAL, type MigrateOptions, migrationsOf, pendingOf, statementsOf } from './migration-files.ts';
import { makeIndexes, runBesideWriters } from './postgres-indexes.ts';

const MIGRATION_LOCK = 0x7265646d;
const TURN_MS = 200;
/** A statement that waits for a table's lock blocks all later requests for the table. */
const LOCK_MS = 1000;
const TRIES = 120;

/**
 * Applies all pending migrations in one transaction, one daemon at a time; the others wait and find none pending. Then
 * it creates the indexes of existing tables concurrently. Daemons of the previous version keep running.
 */
export async function migratePostgres(url: string, options: MigrateOptions): Promise<number> {
  // These connections lack the pool's time-outs, because migrating a large table can take a long time.
  const servers = createServers(url);
  const clients: pg.Client[] = [];
  const connect = async (name: string) => {
    const client = await servers.connect(name);
    clients.push(client);
    return client;
  };
  try {
    await takeTurn(await connect('redeemd migration turn'));
    const client = await connect('redeemd migrate');
    const applied = await migrateBetweenOthers(client, options);
    await makeIndexes(client);
    return applied;
  } catch (error) {
    throw postgresFault(error);
  } finally {
    // This also ends an open transaction and releases the migration lock.
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/**
 * Polls for the migration lock: a statement that waited for it would in turn block the creation of an index. An idle
 * open transaction holds the lock, because a pooler keeps a session only for a transaction.
 */
async function takeTurn(client: pg.Client) {
  for (;;) {
    // Creating an index waits for every snapshot. A stricter isolation level, which can be the default of the database
    // or the role, would keep a snapshot, and so would a statement with parameters.
    await client.query('BEGIN ISOLATION LEVEL READ COMMITTED; SET LOCAL idle_in_transaction_session_timeout = 0');
    const { rows } = await client.query(`SELECT pg_try_advisory_xact_lock(${MIGRATION_LOCK}) AS mine`);
    if (rows[0].mine) return;
    await client.query('ROLLBACK');
    await sleep(TURN_MS);
  }
}

/** Retries while other sessions are using a table. */
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
