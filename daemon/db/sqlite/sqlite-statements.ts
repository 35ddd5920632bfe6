import type { Database, Statement } from 'better-sqlite3';
import { LRUCache } from 'lru-cache';
import type { SqlRequest } from './sqlite-channel.ts';

const KEPT_STATEMENTS = 200;

type AnyStatement = Statement<unknown[], unknown[]>;

/** Caches prepared statements by their text; the least recently used is removed first. */
export function keepStatements(db: Database) {
  const kept = new LRUCache<string, AnyStatement>({
    max: KEPT_STATEMENTS,
    memoMethod: (sql) => db.prepare<unknown[], unknown[]>(sql).safeIntegers(),
  });
  return (sql: string) => kept.memo(sql);
}

/** Runs a statement and returns the result in the format of drizzle's proxy. */
export function runSql(statement: AnyStatement, { params, method }: Pick<SqlRequest, 'params' | 'method'>) {
  const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  if (!statement.reader) return { rows: [], changes: statement.run(...values).changes };
  statement.raw(true);
  if (method === 'get') {
    const row = statement.get(...values);
    return { rows: row && exact(row) };
  }
  return { rows: statement.all(...values).map(exact) };
}

/** Converts whole numbers to numbers if a double is exact, otherwise to bigints, as postgres-pool.ts does. */
function exact(row: unknown[]) {
  for (let at = 0; at < row.length; at += 1) {
    const value = row[at];
    if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) row[at] = Number(value);
  }
  return row;
}
