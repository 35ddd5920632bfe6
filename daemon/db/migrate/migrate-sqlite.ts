import type BetterSqlite3 from 'better-sqlite3';
import { expectOwnWal } from '../sqlite/file-mark.ts';
import { expectNotLost, openConnection, prepareFile } from '../sqlite/sqlite-connection.ts';
import { backupSqlite } from '../sqlite/sqlite-database.ts';
import { takeLock } from '../sqlite/sqlite-lock.ts';
import { JOURNAL, type MigrateOptions, migrationsOf, pendingOf, statementsOf } from './migration-files.ts';

/**
 * Applies all pending migrations in one transaction, so that a killed process leaves no partial change. It holds the
 * daemon's lock, so that the schema never changes under a running daemon.
 */
export async function migrateSqlite(file: string, options: MigrateOptions): Promise<number> {
  expectNotLost(file);
  expectOwnWal(file);
  prepareFile(file);
  const db = openConnection(file, 'writer');
  try {
    if (pendingIn(db, options).length === 0) return 0;
    const unlock = await takeLock(file);
    try {
      // Another program might have migrated the database during the wait.
      const isPending = pendingIn(db, options).length > 0;
      if (isPending && options.copyFirst && hasJournal(db)) await copyBefore(file, options);
      return migrateLocked(db, options);
    } finally {
      unlock();
    }
  } finally {
    db.close();
  }
}

/** Copies the database first, because older versions of the program cannot open a migrated one. */
async function copyBefore(file: string, { say }: MigrateOptions) {
  const copy = `${file}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}`;
  try {
    await backupSqlite(file, copy);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new Error(
      `The database could not be copied before its migration: ${why}. Free space for a copy, or create a backup ` +
        'yourself and set REDEEMD_MIGRATION_COPY=off.',
      { cause: error },
    );
  }
  say?.(
    `The database was copied to ${copy} before the migration. To go back: stop redeemd, delete ${file}-wal and ` +
      `${file}-shm, move the copy to ${file}, and start the older redeemd. Changes made after the migration will be lost.`,
  );
}

const hasJournal = (db: BetterSqlite3.Database) =>
  db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(JOURNAL) !== undefined;

function migrateLocked(db: BetterSqlite3.Database, options: MigrateOptions): number {
  // SQLite ignores this pragma in a transaction. With foreign keys on, rebuilding a table could delete the rows that
  // refer to it.
  db.pragma('foreign_keys = OFF');
  return db.transaction(() => migrateInside(db, options)).immediate();
}

function pendingIn(db: BetterSqlite3.Database, { migrations = migrationsOf('sqlite') }: MigrateOptions) {
  const applied = hasJournal(db) ? db.prepare<[], number>(`SELECT created_at FROM ${JOURNAL}`).pluck().all() : [];
  return pendingOf(migrations, applied);
}

function migrateInside(db: BetterSqlite3.Database, options: MigrateOptions): number {
  const pending = pendingIn(db, options);
  if (pending.length === 0) return 0;
  db.exec(`CREATE TABLE IF NOT EXISTS ${JOURNAL} (id INTEGER PRIMARY KEY, hash text NOT NULL, created_at numeric)`);
  const before = countRows(db);
  for (const [index, statement] of statementsOf(pending).entries()) {
    options.onStatement?.(index);
    db.exec(statement);
  }
  const remade = tablesRemadeBy(statementsOf(pending));
  const note = db.prepare(`INSERT INTO ${JOURNAL} (hash, created_at) VALUES (?, ?)`);
  for (const { hash, folderMillis } of pending) note.run(hash, folderMillis);
  expectNothingLost(db, before, remade);
  return pending.length;
}

/** Lists the tables that a migration recomputes from others, as declared in its lines `-- remakes <table>`. */
const tablesRemadeBy = (statements: readonly string[]) =>
  new Set(statements.flatMap((statement) => [...statement.matchAll(/^-- remakes (\w+)$/gm)].map(([, table]) => table)));

function expectNothingLost(
  db: BetterSqlite3.Database,
  before: Map<string, number>,
  remade: ReadonlySet<string | undefined>,
) {
  const [orphan] = db.pragma('foreign_key_check') as { table: string; parent: string }[];
  if (orphan)
    throw new Error(`The migration left rows in ${orphan.table} that refer to missing rows in ${orphan.parent}`);
  const after = countRows(db);
  for (const [table, rows] of before) {
    const left = after.get(table);
    if (left !== undefined && left !== rows && table !== JOURNAL && !remade.has(table))
      throw new Error(`The migration left ${left} of ${rows} rows in ${table}`);
  }
}

function countRows(db: BetterSqlite3.Database): Map<string, number> {
  const tables = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
    )
    .pluck()
    .all();
  const count = (table: string) => db.prepare<[], number>(`SELECT count(*) FROM "${table}"`).pluck().get() ?? 0;
  return new Map(tables.map((table) => [table, count(table)]));
}
