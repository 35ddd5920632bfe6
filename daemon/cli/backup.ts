import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { dialectOf } from '../db/open.ts';
import { secretFileOf } from '../db/secret/secret-file.ts';
import { sqliteFile } from '../db/sqlite/sqlite-connection.ts';
import { backupSqlite } from '../db/sqlite/sqlite-database.ts';
import { expectDatabase } from './with-database.ts';

/**
 * Makes a consistent copy of the database, even while a daemon is running. The copy gets its final name only once it is
 * complete, and only its owner can read it.
 */
export async function backup(config: Config, target: string, { force = false } = {}): Promise<void> {
  if (dialectOf(config.databaseUrl) === 'postgres')
    throw new Error(
      'This command backs up SQLite only. On Postgres, run: pg_dump --format=custom --file FILE "$REDEEMD_DATABASE_URL"',
    );
  expectDatabase(config);
  const source = sqliteFile(config.databaseUrl);
  if (resolve(source) === resolve(target))
    throw new Error('The backup cannot replace the database itself. Choose another path');
  if (!force && existsSync(target)) throw new Error(`${target} already exists. To replace it, use --force.`);
  await backupSqlite(source, target);
  const apart = config.secretKey ? 'REDEEMD_SECRET_KEY' : secretFileOf(source);
  process.stderr.write(
    `Backed up to ${target}. The backup does not contain the secret key. Keep a copy of the key (${apart}) in another place.\n`,
  );
}
