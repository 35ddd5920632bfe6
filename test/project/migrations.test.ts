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

// A schema that was changed without `npm run migrations -- <name>` would fail on every existing database.

/** What the last migration says the database looks like. */
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
