import type { Database } from './database.ts';
import { openPostgres } from './postgres/postgres-database.ts';
import { sqliteFile } from './sqlite/sqlite-connection.ts';
import { openSqlite } from './sqlite/sqlite-database.ts';

export interface OpenOptions {
  /** True for the daemon: on SQLite it then refuses to run beside another. Commands beside a daemon say false. */
  exclusive: boolean;
  /** Connections to Postgres. */
  poolSize?: number | undefined;
}

export const dialectOf = (url: string): 'sqlite' | 'postgres' => {
  if (url.startsWith('sqlite:')) return 'sqlite';
  if (/^postgres(ql)?:/.test(url)) return 'postgres';
  throw new Error('The database URL begins with neither sqlite: nor postgres:');
};

/** Opens a migrated database by its URL. */
export async function openDatabase(url: string, { exclusive, poolSize }: OpenOptions): Promise<Database> {
  if (dialectOf(url) === 'sqlite') return await openSqlite(sqliteFile(url), { exclusive });
  return await openPostgres(url, { poolSize });
}
