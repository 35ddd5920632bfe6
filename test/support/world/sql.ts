import { setTimeout as sleep } from 'node:timers/promises';
import type BetterSqlite3 from 'better-sqlite3';
import pg from 'pg';
import { codeOf } from '../../../daemon/db/faults.ts';
import { dialectOf } from '../../../daemon/db/open.ts';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';

type Row = Record<string, unknown>;

/** Runs statements directly in the database, on a separate connection. @returns the rows of the last one */
export async function runSql(url: string, ...statements: string[]): Promise<Row[]> {
  return dialectOf(url) === 'sqlite' ? await onSqlite(sqliteFile(url), statements) : await onPostgres(url, statements);
}

async function onSqlite(file: string, statements: string[]): Promise<Row[]> {
  const db = openSqliteFile(file, { timeout: 0 });
  try {
    let rows: Row[] = [];
    for (const text of statements) rows = await onceFree(() => runOne(db, text));
    return rows;
  } finally {
    db.close();
  }
}

function runOne(db: BetterSqlite3.Database, text: string): Row[] {
  const statement = db.prepare<[], Row>(text);
  if (statement.reader) return statement.all();
  statement.run();
  return [];
}

const LONGEST_MS = 10_000;

/** Retries, because SQLite's own wait blocks the thread and any daemon in this process that is writing. */
async function onceFree<T>(work: () => T): Promise<T> {
  for (const late = performance.now() + LONGEST_MS; ; await sleep(5)) {
    try {
      return work();
    } catch (error) {
      const isBusy = codeOf(error).startsWith('SQLITE_BUSY');
      if (!isBusy || performance.now() > late) throw error;
    }
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
