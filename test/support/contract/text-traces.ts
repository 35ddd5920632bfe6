import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { getTableColumns, type Table } from 'drizzle-orm';
import pg from 'pg';
import { dialectOf } from '../../../daemon/db/open.ts';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { tables } from '../../../daemon/db/sqlite/sqlite-tables.ts';

// Finds where a text remains in a database: on SQLite in any byte of its files; on Postgres in any row, old row version
// or index entry and in the planner's statistics.

/** Returns the name of each place that contains the text, in plain form or as JSON encodes it. */
export async function tracesOf(url: string, text: string): Promise<string[]> {
  const needles = [...new Set([text, JSON.stringify(text).slice(1, -1)])].map((needle) => Buffer.from(needle));
  return dialectOf(url) === 'sqlite' ? inFiles(sqliteFile(url), needles) : await onServer(url, needles);
}

/** Reads in another process: SQLite loses its locks if its own process opens and closes the file. */
const bytesOf = (file: string) =>
  existsSync(file) ? execFileSync('cat', [file], { maxBuffer: 2 ** 30 }) : Buffer.alloc(0);

function inFiles(file: string, needles: Buffer[]): string[] {
  return ['', '-wal', '-shm', '.key'].flatMap((ending) => {
    const bytes = bytesOf(file + ending);
    return needles.some((needle) => bytes.includes(needle)) ? [`file${ending}`] : [];
  });
}

const RELATIONS = `
  select c.oid::regclass::text as name, c.relkind as kind, pg_relation_size(c.oid) / 8192 as pages
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where n.nspname in ('public', 'pg_toast') and c.relkind in ('r', 'i', 't') and pg_relation_size(c.oid) > 0`;

async function onServer(url: string, needles: Buffer[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = new Set<string>();
    await client.query('create extension if not exists pageinspect');
    for (const { name, kind, pages } of (await client.query(RELATIONS)).rows) {
      for (let page = kind === 'i' ? 1 : 0; page < Number(pages); page += 1)
        for (const item of await itemsOf(client, name, kind, page))
          if (needles.some((needle) => item.includes(needle))) found.add(name);
    }
    for (const name of await inRows(client, needles)) found.add(name);
    return [...found].sort();
  } finally {
    await client.end();
  }
}

/** Returns the content of a page: index entries, or rows with the versions that VACUUM has not removed. */
async function itemsOf(client: pg.Client, name: string, kind: string, page: number): Promise<Buffer[]> {
  const text =
    kind === 'i'
      ? `select decode(replace(data, ' ', ''), 'hex') as data from bt_page_items($1, $2)`
      : 'select t_data as data from heap_page_items(get_raw_page($1, $2)) where t_data is not null';
  const { rows } = await client.query<{ data: Buffer | null }>(text, [name, page]);
  return rows.flatMap(({ data }) => data ?? []);
}

/** Searches the values that SQL returns, because pages can contain them compressed, and the planner's statistics. */
async function inRows(client: pg.Client, needles: Buffer[]): Promise<string[]> {
  const values = needles.map((needle) => needle.toString());
  const found: string[] = [];
  for (const [name, table] of Object.entries(tables).filter(([, value]) => typeof value === 'object')) {
    const columns = Object.values(getTableColumns(table as Table)).map((column) => `"${column.name}"::text`);
    const text = `select 1 from ${name}, unnest($1::text[]) n where strpos(concat_ws(' ', ${columns.join(', ')}), n) > 0 limit 1`;
    if ((await client.query(text, [values])).rows.length > 0) found.push(`${name} (read)`);
  }
  const stats = `select tablename from pg_stats, unnest($1::text[]) n where schemaname = 'public'
    and strpos(concat_ws(' ', most_common_vals::text, histogram_bounds::text), n) > 0`;
  for (const { tablename } of (await client.query(stats, [values])).rows) found.push(`statistics of ${tablename}`);
  return found;
}
