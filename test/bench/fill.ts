import { join } from 'node:path';
import pg from 'pg';
import { openSqliteFile } from '../../daemon/db/sqlite/sqlite-library.ts';
import type { BenchDaemon } from './bench-daemon.ts';

/** Returns the value of the option `--<name>=…`. */
export function flag(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.split('=')[1];
}

/** Returns the SQL that differs between the two databases, so that the same inserts work on both. */
export const wordsOf = (database: string) =>
  database === 'sqlite'
    ? {
        series: (from: number, to: number, as = 's') =>
          `(with recursive s(n) as (select ${from} union all select n + 1 from s where n < ${to}) select n from s) ${as}`,
        padded: (n: string) => `printf('%08d', ${n})`,
        yes: '1',
        no: '0',
      }
    : {
        series: (from: number, to: number, as = 's') => `generate_series(${from}::bigint, ${to}::bigint) ${as}(n)`,
        padded: (n: string) => `lpad((${n})::text, 8, '0')`,
        yes: 'true',
        no: 'false',
      };

/** Runs statements directly in the database. On SQLite, foreign keys are not checked. */
export async function runAll(daemon: Pick<BenchDaemon, 'folder'>, database: string, statements: readonly string[]) {
  if (database === 'sqlite') return runOnSqlite(join(daemon.folder, 'redeem.db'), statements);
  await onPostgres(database, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
}

function runOnSqlite(file: string, statements: readonly string[]) {
  const db = openSqliteFile(file);
  db.pragma('foreign_keys = OFF');
  for (const statement of statements) db.exec(statement);
  db.close();
}

export async function onPostgres<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
