import type { Database } from './database.ts';
import { openPostgres } from './postgres/postgres-database.ts';
import { sqliteFile } from './sqlite/sqlite-connection.ts';
import { openSqlite } from './sqlite/sqlite-database.ts';

export interface OpenOptions {
  /** True for the daemon, which on SQLite refuses to run beside another one. False for commands. */
  exclusive: boolean;
  /** Told once why a SQLite database can no longer be used; from then on every call is refused. */
  onLost?: ((error: unknown) => void) | undefined;
  /** The number of connections to Postgres. */
  poolSize?: number | undefined;
  /** Named statements on Postgres; by default where no pooler such as pgbouncer is between. */
  prepared?: boolean | undefined;
}

export const dialectOf = (url: string): 'sqlite' | 'postgres' => {
  if (url.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:/.test(url)) return 'postgres';
  throw new Error('The database URL begins with neither sqlite: nor postgres:');
};

/** Opens a database that is migrated already. */
export async function openDatabase(url: string, options: OpenOptions): Promise<Database> {
  if (dialectOf(url) === 'sqlite') return await openSqlite(sqliteFile(url), options);
  return await openPostgres(url, { ...options, mustWrite: options.exclusive });
}
