import { fileURLToPath } from 'node:url';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { plural } from '../../lib/plural.ts';

export interface MigrateOptions {
  /** Runs before each statement; tests throw here. */
  onStatement?: ((index: number) => void) | undefined;
  /** Replaces the program's own migrations; tests add one. */
  migrations?: MigrationMeta[] | undefined;
  /** Whether a SQLite database with data is copied first. */
  copyFirst?: boolean | undefined;
  /** Receives messages for the operator. */
  say?: ((text: string) => void) | undefined;
}

/** The table has drizzle's name and columns, so that drizzle's tools can read it. */
export const JOURNAL = '__drizzle_migrations';

/** Reads the migrations from a folder next to this file; the build copies them next to the bundle. */
export const migrationsOf = (dialect: 'sqlite' | 'postgres') =>
  readMigrationFiles({ migrationsFolder: fileURLToPath(new URL(`./migrations/${dialect}`, import.meta.url)) });

/** Returns the pending migrations. Throws if the database has migrations that this program does not have. */
export function pendingOf(migrations: MigrationMeta[], applied: readonly number[]): MigrationMeta[] {
  const known = new Set(migrations.map((migration) => migration.folderMillis));
  const unknown = applied.filter((made) => !known.has(made));
  if (unknown.length > 0) throw schemaTooNew(unknown.length);
  const done = new Set(applied);
  return migrations.filter((migration) => !done.has(migration.folderMillis));
}

const schemaTooNew = (count: number) =>
  Object.assign(
    new Error(
      `The database is newer than this redeemd: it has ${plural(count, 'migration')} that this version does not have. ` +
        'Start the version that last used the database or a newer one, or restore an older backup.',
    ),
    { name: 'SchemaTooNew' },
  );

export const statementsOf = (pending: readonly MigrationMeta[]) =>
  pending.flatMap((migration) => migration.sql).filter((statement) => statement.trim() !== '');
