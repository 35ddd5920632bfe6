import { dialectOf } from '../open.ts';
import { sqliteFile } from '../sqlite/sqlite-connection.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import type { MigrateOptions } from './migration-files.ts';

/**
 * Brings the database up to this program: whole or not at all, and safe to run by several daemons at once.
 * @returns how many migrations it took. Throws `SchemaTooNew` where the database is ahead of the program.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: number }> {
  const applied =
    dialectOf(url) === 'sqlite' ? await migrateSqlite(sqliteFile(url), options) : await migratePostgres(url, options);
  return { applied };
}
