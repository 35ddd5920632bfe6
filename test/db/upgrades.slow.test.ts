import { copyFileSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '../../daemon/db/migrate/migrate.ts';
import { migrationsOf } from '../../daemon/db/migrate/migration-files.ts';
import { sqliteFile } from '../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import { spawnDaemon, type TestDatabase, testDatabase } from '../support/world/daemon.ts';
import { figuresOf, fillEarlier } from '../support/world/earlier-world.ts';
import { keptVersions, programOf } from '../support/world/kept-versions.ts';
import { runSql } from '../support/world/sql.ts';
import { until } from '../support/world/wait-until.ts';

let storage: TestDatabase;
afterEach(() => storage.drop());

const later = (statement: string) => ({ sql: [statement], folderMillis: 9_999_999_999_999, hash: 'later', bps: true });

const copiesOf = (url: string) => {
  const file = sqliteFile(url);
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(`${basename(file)}.before-`))
    .map((name) => join(dirname(file), name));
};

describe.each(['sqlite', 'postgres'] as const)('an upgrade on %s', (kind) => {
  it.each(keptVersions)('from %s keeps every row and figure, and verify finds no differences', async (version) => {
    storage = await testDatabase(kind);
    const old = await spawnDaemon(storage.url, {}, { program: programOf(version) });
    const key = await fillEarlier(old.url);
    const figures = await figuresOf(old.url, key);
    expect(figures).toContain('"total_revenue":25');
    await old.end();
    const daemon = await spawnDaemon(storage.url);
    expect(await figuresOf(daemon.url, key)).toBe(figures);
    expect((await daemon.end()).code).toBe(0);
    expect(await runSql(storage.url, 'select staff_id from staff where activated_at is null')).toEqual([]);
    if (kind === 'postgres') return;

    // To go back, the operator uses the copy and the previous program.
    const [copied] = copiesOf(storage.url);
    expect(daemon.stderr()).toContain(`The database was copied to ${copied} before the migration`);
    const file = sqliteFile(storage.url);
    const aside = `${file}.aside`;
    renameSync(file, aside);
    copyFileSync(copied ?? '', file);
    const back = await spawnDaemon(storage.url, {}, { program: programOf(version) });
    expect(await figuresOf(back.url, key)).toBe(figures);
    await back.end();
    renameSync(aside, file);
  });

  it('from any earlier schema results in the schema of a new database', { timeout: 120_000 }, async () => {
    storage = await testDatabase(kind, { isMigrated: true });
    const wanted = await schemaOf(storage.url);
    const all = migrationsOf(kind);
    for (let count = 1; count < all.length; count += 1) {
      const earlier = await testDatabase(kind, { booksMayDiffer: true });
      await migrate(earlier.url, { migrations: all.slice(0, count) });
      expect(await migrate(earlier.url)).toEqual({ applied: all.length - count });
      expect(await schemaOf(earlier.url), `from ${count}`).toEqual(wanted);
      await earlier.drop();
    }
  });
});

/** Returns every index and column, sorted. */
async function schemaOf(url: string): Promise<unknown[]> {
  if (url.startsWith('sqlite:')) {
    const db = openSqliteFile(sqliteFile(url));
    const rows = db.prepare("SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' ORDER BY name").all();
    db.close();
    return rows;
  }
  return await rowsOf(
    url,
    `SELECT indexname AS name, indexdef AS what FROM pg_indexes WHERE schemaname = 'public'
      UNION ALL SELECT table_name || '.' || column_name, data_type || is_nullable || coalesce(column_default, '')
        FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT 'invalid', indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid ORDER BY 1, 2`,
  );
}

async function rowsOf(url: string, query: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}

describe('on SQLite', () => {
  it('the database is not copied if it is empty, if no migration is due, or if the operator forbids the copy', async () => {
    storage = await testDatabase('sqlite');
    const said: string[] = [];
    const options = { copyFirst: true, say: (text: string) => void said.push(text) };
    const all = migrationsOf('sqlite');
    await migrate(storage.url, { ...options, migrations: all.slice(0, 9) });
    await migrate(storage.url, { ...options, migrations: all.slice(0, 9) });
    await migrate(storage.url, { ...options, copyFirst: false, migrations: all.slice(0, 10) });
    expect([copiesOf(storage.url), said]).toEqual([[], []]);
    await migrate(storage.url, options);
    expect(copiesOf(storage.url)).toHaveLength(1);
    expect(said).toHaveLength(1);
  });
});

describe('on Postgres', () => {
  const all = migrationsOf('postgres');
  const index = later('CREATE INDEX "codes_tested" ON "codes" USING btree ("name")');
  let writer: pg.Client;

  beforeEach(async () => {
    storage = await testDatabase('postgres', { isMigrated: true });
    writer = new pg.Client({ connectionString: storage.url });
    writer.on('error', () => {});
    await writer.connect();
    await writer.query('BEGIN');
  });
  afterEach(() => writer.end());

  const MAKING = "pg_stat_activity WHERE query LIKE 'CREATE INDEX CONCURRENTLY%'";
  const isMaking = async () => (await rowsOf(storage.url, `SELECT 1 FROM ${MAKING}`)).length > 0;
  const other = async (query: string) => rowsOf(`${storage.url}?options=-c%20lock_timeout%3D2000`, query);

  it('an index is created while other connections write', async () => {
    await writer.query("UPDATE codes SET name = ''");
    const migrated = migrate(storage.url, { migrations: [...all, index] });
    await until('the index waits for the writer', isMaking);
    await other("UPDATE codes SET name = ''");
    await writer.query('COMMIT');
    expect(await migrated).toEqual({ applied: 1 });
    expect(await rowsOf(storage.url, "SELECT indexname FROM pg_indexes WHERE indexname = 'codes_tested'")).toHaveLength(
      1,
    );
  });

  it('an index whose creation was interrupted is created by the next migration', async () => {
    await writer.query("UPDATE codes SET name = ''");
    const migrated = migrate(storage.url, { migrations: [...all, index] }).catch((error) => error);
    await until('the index waits for the writer', isMaking);
    await rowsOf(storage.url, `SELECT pg_terminate_backend(pid) FROM ${MAKING}`);
    expect(await migrated).toBeInstanceOf(Error);
    await writer.query('COMMIT');
    const valid = "SELECT indisvalid FROM pg_index WHERE indexrelid = 'codes_tested'::regclass";
    expect(await rowsOf(storage.url, valid)).toEqual([{ indisvalid: false }]);
    expect(await migrate(storage.url, { migrations: [...all, index] })).toEqual({ applied: 0 });
    expect(await rowsOf(storage.url, valid)).toEqual([{ indisvalid: true }]);
  });

  it('a migration that is waiting for a table does not block other statements', async () => {
    await writer.query('UPDATE organisation SET version = version');
    const column = later('ALTER TABLE organisation ADD COLUMN later integer');
    const migrated = migrate(storage.url, { migrations: [...all, column] });
    const waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'ALTER TABLE%'";
    await until('it waits', async () => (await rowsOf(storage.url, waiting)).length > 0);
    await other('SELECT version FROM organisation');
    await writer.query('COMMIT');
    expect(await migrated).toEqual({ applied: 1 });
  });
});
