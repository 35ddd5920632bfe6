import pg from 'pg';
import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../../daemon/db/database.ts';
import { openDatabase } from '../../../daemon/db/open.ts';
import { seedOrganisation } from '../../../daemon/db/seed.ts';
import { testDatabase } from '../world/daemon.ts';
import { NOW } from '../world/defaults.ts';

interface BesideAnotherDaemon {
  db: Database;
  /** A connection that acts as another daemon. */
  other: pg.Client;
  /** Returns whether a statement is waiting for a row lock or an advisory lock. */
  isWaiting(): Promise<boolean>;
}

/** Creates a Postgres database and connects to it as two daemons do. The properties are set only while tests run. */
export function besideAnotherDaemon(): BesideAnotherDaemon {
  const beside = {} as BesideAnotherDaemon;
  let fresh: Awaited<ReturnType<typeof testDatabase>>;
  beforeAll(async () => {
    fresh = await testDatabase('postgres', { isMigrated: true });
    beside.db = await openDatabase(fresh.url, { exclusive: true });
    await seedOrganisation(beside.db, NOW);
    beside.other = new pg.Client({ connectionString: fresh.url });
    await beside.other.connect();
  });
  afterAll(async () => {
    await beside.other?.end();
    await beside.db?.close();
    await fresh?.drop();
  });
  beside.isWaiting = async () => {
    const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await beside.other.query(waiting)).rowCount === 1;
  };
  return beside;
}
