import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Handle } from '../database.ts';

/**
 * Returns rows for `insert(table).select(…)` as one parameter, because drizzle builds a large insert more slowly than
 * the database runs it. Rows get ascending IDs, and missing columns are null.
 */
export function manyRows<T extends SQLiteTable>(
  { dialect }: Handle,
  table: T,
  rows: readonly Partial<T['$inferInsert']>[],
): SQL {
  const columns = Object.values(getTableColumns(table));
  // Text keeps all digits of a bigint; the column's type converts it back.
  const json = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  if (dialect === 'sqlite') {
    const values = columns.map(({ name }) => sql.raw(`r.value ->> '${name}'`));
    return sql`select ${sql.join(values, sql`, `)} from json_each(${json}) r order by r.key`;
  }
  const given = columns.filter(({ primary }) => !primary);
  const types = given.map((column) => sql.raw(`${column.name} ${column.getSQLType()}`));
  const next = (name: string) => `nextval(pg_get_serial_sequence('${getTableName(table)}', '${name}'))`;
  const values = columns.map(({ name, primary }) => sql.raw(primary ? next(name) : `r.${name}`));
  return sql`select ${sql.join(values, sql`, `)} from json_to_recordset(${json}::json) as r(${sql.join(types, sql`, `)})`;
}
