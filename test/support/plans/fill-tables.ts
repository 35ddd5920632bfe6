import { getTableColumns } from 'drizzle-orm';
import { tables as postgresTables } from '../../../daemon/db/postgres/postgres-tables.ts';
import { tables as sqliteTables } from '../../../daemon/db/sqlite/sqlite-tables.ts';
import { seriesOn } from '../database/query-plans.ts';
import type { DatabaseKind } from '../world/daemon.ts';
import { runSql } from '../world/sql.ts';
import { type Columns, commonOf, largeOf, MANY, namedOf, PAGED, PAGES } from './filled-rows.ts';

/** Fills the tables while a daemon is running, without checking foreign keys. `analyze` then creates the statistics. */
export async function fillTables(url: string, kind: DatabaseKind, now: number): Promise<void> {
  const tables: Record<string, object> = kind === 'sqlite' ? sqliteTables : postgresTables;
  const common = commonOf(now);
  const insert = (table: string, count: number, columns: Columns) => {
    const all = getTableColumns(tables[table] as typeof sqliteTables.codes);
    const values = Object.values(all).map(({ name }) => [name, columns[name] ?? common[name]] as const);
    const given = values.filter(([, value]) => value !== undefined);
    return `insert into ${table} (${given.map(([name]) => name).join(', ')})
      select ${given.map(([, value]) => value).join(', ')} from (select cast(i as bigint) as i from ${seriesOn(kind)(1, count)}) s`;
  };
  await runSql(
    url,
    kind === 'sqlite' ? 'pragma foreign_keys = off' : 'set session_replication_role = replica',
    ...Object.entries(namedOf(now)).map(([table, { count, columns }]) => insert(table, count, columns)),
    ...Object.entries(largeOf(now)).map(([table, columns]) =>
      insert(table, PAGED.includes(table) ? PAGES : MANY, columns),
    ),
    ...(kind === 'sqlite' ? [] : [NEXT_IDS]),
  );
}

/** Sets the sequences, so that the database's next IDs follow the inserted ones. */
const NEXT_IDS = `do 'declare c record; begin
  for c in select table_name t, column_name n from information_schema.columns
    where is_identity = ''YES'' and table_schema = ''public''
  loop execute format(
    ''select setval(pg_get_serial_sequence(%L, %L), greatest(1, (select max(%I) from %I)))'', c.t, c.n, c.n, c.t);
  end loop; end'`;

/** Every table that is filled with many rows. */
export const largeTables: readonly string[] = Object.keys(largeOf(0));

export const allTables: readonly string[] = Object.keys(sqliteTables);
