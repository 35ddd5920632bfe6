import { dialectOf } from '../open.ts';
import { sqliteFile } from '../sqlite/sqlite-connection.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import type { MigrateOptions } from './migration-files.ts';

/**
 * Applies all pending migrations or none. Several daemons may call it at the same time. On Postgres, daemons of the
 * previous version keep running.
 * @returns how many migrations it applied. Throws `SchemaTooNew` if the database is newer than the program
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: number }> {
  const applied =
    dialectOf(url) === 'sqlite' ? await migrateSqlite(sqliteFile(url), options) : await migratePostgres(url, options);
  return { applied };
}
