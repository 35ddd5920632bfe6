import type { Database } from './database.ts';
import { openPostgres } from './postgres/postgres-database.ts';
import type { SqlRequest } from './sqlite/sqlite-channel.ts';
import { openConnection, sqliteFile } from './sqlite/sqlite-connection.ts';
import { handleOver, openSqlite } from './sqlite/sqlite-database.ts';
import { keepStatements, runSql } from './sqlite/sqlite-statements.ts';

export interface OpenOptions {
  /** True for the daemon, which refuses a SQLite file that another daemon is using. False for commands. */
  exclusive: boolean;
  /** Runs once if a SQLite database becomes unusable, with the reason. All later calls are refused. */
  onLost?: ((error: unknown) => void) | undefined;
  /** The number of connections to Postgres. */
  poolSize?: number | undefined;
  /** Whether to name statements on Postgres; by default true, unless there is a pooler such as pgbouncer. */
  prepared?: boolean | undefined;
}

export const dialectOf = (url: string): 'sqlite' | 'postgres' => {
  if (url.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:/.test(url)) return 'postgres';
  throw new Error('The database URL must start with sqlite: or postgres:');
};

/** Opens a database that has been migrated. */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  if (dialectOf(url) === 'sqlite') return await openSqlite(sqliteFile(url), options);
  return await openPostgres(url, { ...options, mustWrite: options.exclusive });
}

/**
 * Returns the URL with options that make Postgres read pages of events in index order. Otherwise, if ANALYZE has not
 * run since many events were copied, Postgres reads and sorts the rest of the period for each page.
 */
export function inIndexOrder(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${given} -c enable_sort=off -c enable_bitmapscan=off`.trim());
  return parsed.href;
}

/** Opens a database for the reads of a worker thread. On SQLite, each read blocks that thread. */
export async function openForReads(url: string): Promise<Pick<Database, 'read' | 'close'>> {
  if (dialectOf(url) === 'postgres') return await openPostgres(inIndexOrder(url), { poolSize: 1, mustWrite: false });
  const connection = openConnection(sqliteFile(url), 'reader');
  const prepare = keepStatements(connection);
  // A missing row is undefined, as drizzle expects.
  const ask = async (request: SqlRequest) => runSql(prepare(request.sql), request) as { rows: unknown[] };
  const handle = handleOver({ secretKey: null }, ask);
  return { read: (fn) => fn(handle), close: async () => void connection.close() };
}
