import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundle } from '../../../build/bundle.mjs';
import { migrate } from '../../../daemon/db/migrate/migrate.ts';
import { isLong } from '../amounts.ts';
import { memoryFolder } from './memory-folder.ts';
import { freshDatabase, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The run's only Postgres. Tests create databases on it with `freshDatabase`. */
    postgresUrl: string;
    /** Empty databases with every table, to be copied: migrating one per daemon takes longer than most tests. */
    migrated: { postgres: string; sqlite: string };
    /** A folder for SQLite databases, and for data that the test files of a run create once and share. */
    sharedFolder: string;
  }
}

/**
 * Prepares a run: the daemon's bundle (its SQLite worker runs from there), a Postgres server and databases to copy.
 * REDEEMD_TEST_ISOLATION=serializable simulates an engine that supports only that isolation level.
 */
export default async function setUp(project: TestProject) {
  await bundle();
  // The server's files are deleted after the run. Tests that crash a server start their own with durable writes.
  const { REDEEMD_TEST_ISOLATION: isolation = 'read committed' } = process.env;
  const settings = { fsync: 'off', full_page_writes: 'off', default_transaction_isolation: isolation };
  // The databases of the long run can be larger than the memory.
  const parent = isLong ? tmpdir() : memoryFolder();
  const postgres = await startPostgres({ settings, parent });
  const folder = mkdtempSync(join(parent, 'redeemd-shared-'));
  const sqlite = join(folder, 'redeem.db');
  const template = await freshDatabase(postgres.url);
  await migrate(`sqlite:${sqlite}`);
  await migrate(template.url);
  project.provide('sharedFolder', folder);
  project.provide('postgresUrl', postgres.url);
  project.provide('migrated', { postgres: new URL(template.url).pathname.slice(1), sqlite });
  return async () => {
    await template.drop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
