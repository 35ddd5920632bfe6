import { existsSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { expectSchema } from '../db/migrate/expect-schema.ts';
import { dialectOf, openDatabase } from '../db/open.ts';
import { findSecretKeys, withOlder } from '../db/secret/secret-key.ts';
import { expectOwnWal } from '../db/sqlite/file-mark.ts';
import { expectFile, sqliteFile } from '../db/sqlite/sqlite-connection.ts';

export const noDatabaseAt = (file: string) =>
  `No database at ${file}. To create one, run \`redeemd migrate\`; to use a daemon's database, set the same REDEEMD_DATABASE_URL.`;

/** Throws if the SQLite file does not exist: a command must not create an empty database. */
export function expectDatabase({ databaseUrl }: Config): void {
  if (dialectOf(databaseUrl) === 'postgres') return;
  const file = sqliteFile(databaseUrl);
  if (!existsSync(file)) throw new Error(noDatabaseAt(file));
  expectFile(file);
  expectOwnWal(file);
}

/** Opens a database that has this program's schema, even while a daemon is running, and closes it afterwards. */
export async function withDatabase<T>(config: Config, work: (db: Database) => Promise<T>): Promise<T> {
  expectDatabase(config);
  const db = await openDatabase(config.databaseUrl, { exclusive: false });
  try {
    await db.read(expectSchema);
    const [key, ...others] = await findSecretKeys(db, config);
    db.keys.secretKey = key ? withOlder(key, others) : null;
    return await work(db);
  } finally {
    await db.close();
  }
}
