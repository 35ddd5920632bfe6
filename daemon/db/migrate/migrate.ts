import { dialectOf } from '../open.ts';
import { sqliteFile } from '../sqlite/sqlite-connection.ts';
import { migratePostgres } from './migrate-postgres.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import type { MigrateOptions } from './migration-files.ts';

/**
 * Brings the database to the schema of this program, completely or not at all; several daemons may call it at once. On
 * Postgres, daemons of the last version go on meanwhile.
 * @returns how many migrations it applied. Throws `SchemaTooNew` where the database is newer than the program.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<{ applied: number }> {
  const applied =
    dialectOf(url) === 'sqlite' ? await migrateSqlite(sqliteFile(url), options) : await migratePostgres(url, options);
  return { applied };
}
