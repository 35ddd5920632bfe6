import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  generateDrizzleJson,
  generateMigration,
  generateSQLiteDrizzleJson,
  generateSQLiteMigration,
} from 'drizzle-kit/api';
import { expect, test } from 'vitest';
import { root } from '../../build/paths.mjs';
import { tables as postgresSchema } from '../../daemon/db/postgres/postgres-tables.ts';
import { tables as sqliteSchema } from '../../daemon/db/sqlite/sqlite-tables.ts';

// A schema change without `npm run migrations -- <name>` would fail on every existing database.

/** Returns the schema after the last migration. */
function lastSnapshot(database: string) {
  const folder = join(root, 'daemon', 'db', 'migrate', 'migrations', database, 'meta');
  const last = readdirSync(folder)
    .filter((name) => name.endsWith('_snapshot.json'))
    .sort()
    .at(-1);
  if (!last) throw new Error(`no snapshot in ${folder}: run npm run migrations -- first`);
  return JSON.parse(readFileSync(join(folder, last), 'utf8'));
}

test('the SQLite migrations cover the whole schema', async () => {
  const now = await generateSQLiteDrizzleJson(sqliteSchema);
  expect(await generateSQLiteMigration(lastSnapshot('sqlite'), now)).toEqual([]);
});

test('the Postgres migrations cover the whole schema', async () => {
  const now = generateDrizzleJson(postgresSchema);
  expect(await generateMigration(lastSnapshot('postgres'), now)).toEqual([]);
});

/** Changes that break a daemon of the previous version while it runs next to the new one. */
const CONTRACTS =
  /DROP (TABLE|COLUMN)|RENAME|TRUNCATE|SET NOT NULL|SET DATA TYPE|ALTER COLUMN .* TYPE|ADD COLUMN (?!.*DEFAULT).*NOT NULL|^CREATE UNIQUE INDEX/im;

/** Until this migration, daemons of two versions could not run side by side, so only later migrations are checked. */
const LAST_OF_BEFORE = '0008_validate-tries.sql';

const contractingIn = (sql: string, tables: ReadonlySet<string>) =>
  sql
    .split('--> statement-breakpoint')
    .map((statement) => statement.trim())
    .filter((statement) => CONTRACTS.test(statement))
    // Changes to a table that the same migration creates do not affect older daemons.
    .filter((statement) => !tables.has(/(?:ON|TABLE) "(\w+)"/.exec(statement)?.[1] ?? ''));

const tablesMadeIn = (sql: string) => new Set([...sql.matchAll(/CREATE TABLE "(\w+)"/g)].map(([, name = '']) => name));

test('the Postgres migrations change nothing that an older daemon needs, or CHANGELOG.md names a hard stop', () => {
  const folder = join(root, 'daemon/db/migrate/migrations/postgres');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql') && name > LAST_OF_BEFORE);
  expect(files.length).toBeGreaterThan(0);
  const changes = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  for (const file of files) {
    const sql = readFileSync(join(folder, file), 'utf8');
    if (changes.includes(`**Hard stop** (${file.slice(0, 4)})`)) continue;
    expect(contractingIn(sql, tablesMadeIn(sql)), file).toEqual([]);
  }
});

test.each([
  'ALTER TABLE "codes" DROP COLUMN "used";',
  'ALTER TABLE "codes" RENAME COLUMN "used" TO "claims";',
  'ALTER TABLE "codes" ADD COLUMN "game_id" text NOT NULL;',
  'ALTER TABLE "codes" ALTER COLUMN "name" SET NOT NULL;',
  'TRUNCATE "codes";',
  'CREATE UNIQUE INDEX "codes_name" ON "codes" USING btree ("name");',
])('sabotage: %s is reported', (statement) => {
  expect(contractingIn(statement, new Set())).toEqual([statement]);
  expect(contractingIn('ALTER TABLE "codes" ADD COLUMN "n" integer DEFAULT 1 NOT NULL;', new Set())).toEqual([]);
});
