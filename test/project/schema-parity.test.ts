import { getTableName, is, SQL } from 'drizzle-orm';
import { PgTable, getTableConfig as postgresConfig } from 'drizzle-orm/pg-core';
import { SQLiteSyncDialect, SQLiteTable, getTableConfig as sqliteConfig } from 'drizzle-orm/sqlite-core';
import { describe, expect, it } from 'vitest';
import { tables as postgres } from '../../daemon/db/postgres/postgres-tables.ts';
import { tables as sqlite } from '../../daemon/db/sqlite/sqlite-tables.ts';

interface Column {
  name: string;
  getSQLType(): string;
  notNull: boolean;
  primary: boolean;
  hasDefault: boolean;
  dataType: string;
}
interface Index {
  config: { name?: string | undefined; unique: boolean; columns: unknown[]; where?: SQL | undefined };
}
interface Config {
  columns: Column[];
  indexes: Index[];
  primaryKeys: { columns: { name: string }[] }[];
  foreignKeys: { reference(): Reference; onDelete?: string | undefined; onUpdate?: string | undefined }[];
  checks: unknown[];
  uniqueConstraints: unknown[];
}
interface Reference {
  columns: { name: string }[];
  foreignTable: Parameters<typeof getTableName>[0];
  foreignColumns: { name: string }[];
}

const dialect = new SQLiteSyncDialect();
const textOf = (value: unknown) => {
  if (is(value, SQL)) return dialect.sqlToQuery(value).sql;
  return (value as { name: string }).name;
};
const names = (columns: { name: string }[]) => columns.map((column) => column.name);

/** Returns the properties of a table that both schemas must share. */
function shapeOf(config: Config) {
  return {
    columns: config.columns.map((column) => ({
      name: column.name,
      family: column.dataType,
      notNull: column.notNull,
      primary: column.primary,
    })),
    primaryKeys: config.primaryKeys.map((key) => names(key.columns)),
    indexes: config.indexes
      .map(({ config: { name, unique, columns, where } }) => ({
        name,
        unique,
        columns: columns.map(textOf),
        where: where && textOf(where),
      }))
      .sort((a, b) => String(a.name).localeCompare(String(b.name))),
    foreignKeys: config.foreignKeys
      .map((key) => ({ ...key, ...key.reference() }))
      .map(({ columns, foreignTable, foreignColumns, onDelete, onUpdate }) => ({
        columns: names(columns),
        to: getTableName(foreignTable),
        foreignColumns: names(foreignColumns),
        onDelete: onDelete ?? 'no action',
        onUpdate: onUpdate ?? 'no action',
      }))
      .sort((a, b) => a.columns.join().localeCompare(b.columns.join())),
    others: config.checks.length + config.uniqueConstraints.length,
  };
}

const ofSqlite = (table: unknown) => shapeOf(sqliteConfig(table as SQLiteTable) as unknown as Config);
const ofPostgres = (table: unknown) => shapeOf(postgresConfig(table as PgTable) as unknown as Config);
const tablesOf = (schema: Record<string, unknown>, kind: typeof SQLiteTable | typeof PgTable) =>
  Object.entries(schema).filter(([, value]) => is(value, kind));

describe('the two schemas', () => {
  const left = Object.fromEntries(tablesOf(sqlite, SQLiteTable));
  const right = Object.fromEntries(tablesOf(postgres, PgTable));

  it('declare the same tables under the same names', () => {
    expect(Object.keys(left)).toEqual(Object.keys(right));
    expect(Object.keys(left).length).toBeGreaterThan(10);
    for (const [name, table] of Object.entries(left)) expect(sqliteConfig(table as SQLiteTable).name).toBe(name);
    for (const [name, table] of Object.entries(right)) expect(postgresConfig(table as PgTable).name).toBe(name);
  });

  it.each(Object.keys(left))('have the same columns, keys and indexes in %s', (name) => {
    expect(ofSqlite(left[name])).toEqual(ofPostgres(right[name]));
  });

  it('store instants, money and IDs in 64 bits', () => {
    for (const table of Object.values(right)) {
      for (const column of postgresConfig(table as PgTable).columns) {
        expect(['bigint', 'integer', 'text', 'boolean']).toContain(column.getSQLType());
        const wide = /(_at|_id|amount|revenue|refunds)$/.test(column.name) && column.dataType === 'number';
        if (wide) expect(column.getSQLType(), `${column.name}`).toBe('bigint');
      }
    }
  });

  it('have no cascading deletes', () => {
    for (const table of Object.values(right))
      for (const key of ofPostgres(table).foreignKeys) expect(key.onDelete).toBe('no action');
  });
});
