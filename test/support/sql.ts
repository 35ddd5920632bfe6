import BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { dialectOf } from '../../daemon/db/open.ts';
import { sqliteFile } from '../../daemon/db/sqlite-connection.ts';

type Row = Record<string, unknown>;

/** Statements past the daemon, on a connection of their own. @returns the rows of the last */
export async function runSql(url: string, ...statements: string[]): Promise<Row[]> {
  return dialectOf(url) === 'sqlite' ? onSqlite(sqliteFile(url), statements) : await onPostgres(url, statements);
}

function onSqlite(file: string, statements: string[]): Row[] {
  const db = new BetterSqlite3(file);
  try {
    const ran = statements.map((text) => {
      const statement = db.prepare<[], Row>(text);
      return statement.reader ? statement.all() : void statement.run();
    });
    return ran.at(-1) ?? [];
  } finally {
    db.close();
  }
}

async function onPostgres(url: string, statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const text of statements) rows = (await client.query<Row>(text)).rows;
    return rows;
  } finally {
    await client.end();
  }
}
