import { drizzle } from 'drizzle-orm/sqlite-proxy';
import type { Database } from '../../../daemon/db/database.ts';
import { dialectOf, openDatabase } from '../../../daemon/db/open.ts';
import { findFileSecret } from '../../../daemon/db/secret/secret-file.ts';
import { findSecretKeys } from '../../../daemon/db/secret/secret-key.ts';
import { sqliteFile } from '../../../daemon/db/sqlite/sqlite-connection.ts';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';
import { keepStatements, runSql as runStatement } from '../../../daemon/db/sqlite/sqlite-statements.ts';
import { tables } from '../../../daemon/db/sqlite/sqlite-tables.ts';
import { UNKNOWN_KEY } from '../../../daemon/domain/audit/audit-chain.ts';
import { verifyAudit } from '../../../daemon/features/verify/verify-audit.ts';
import { verifyFigures } from '../../../daemon/features/verify/verify-figures.ts';
import { type SecretKey, secretKeyOf } from '../../../daemon/lib/keyed.ts';
import { runSql } from '../world/sql.ts';

/** Returns every difference between counters and rows as text. */
export const faultsIn = async (db: Pick<Database, 'readSnapshot'>) =>
  (await verifyFigures(db as Database)).map((d) => `${d.table} ${d.key}: ${d.stored} instead of ${d.computed}`);

/** Returns the faults of the audit log. Rows signed with a key that only their test has are skipped. */
const auditFaults = async (db: Pick<Database, 'readSnapshot'>, keys: SecretKey[]) =>
  (await verifyAudit(db, keys))
    .filter(({ computed }) => computed !== UNKNOWN_KEY)
    .map((d) => `${d.table} ${d.key}: ${d.stored} instead of ${d.computed}`);

/** Throws an error if `verify` finds a difference or the audit log was cut. A database without tables is skipped. */
export async function verifyBooks(url: string) {
  if (!(await hasTables(url))) return;
  const faults = dialectOf(url) === 'sqlite' ? await faultsInFile(sqliteFile(url)) : await faultsOnServer(url);
  if (faults.length > 0) throw new Error(`The books do not balance:\n${faults.join('\n')}`);
}

async function faultsOnServer(url: string) {
  const db = await openDatabase(url, { exclusive: false, poolSize: 1 });
  const faults = async () => [
    ...(await faultsIn(db)),
    ...(await auditFaults(db, await findSecretKeys(db, { databaseUrl: url }))),
  ];
  return await faults().finally(() => db.close());
}

/** Works on this thread, because starting the three threads of `openDatabase` takes ten times as long as one check. */
async function faultsInFile(file: string) {
  const connection = openSqliteFile(file);
  const prepare = keepStatements(connection);
  const handle = {
    db: drizzle(async (sql, params, method) => {
      const { rows } = runStatement(prepare(sql), { params, method });
      return { rows: rows ?? [] };
    }),
    t: tables,
    dialect: 'sqlite' as const,
    keys: { secretKey: null },
  };
  connection.exec('begin');
  const secret = findFileSecret(file);
  const db: Pick<Database, 'readSnapshot'> = { readSnapshot: (fn) => fn(handle) };
  const faults = async () => [...(await faultsIn(db)), ...(await auditFaults(db, secret ? [secretKeyOf(secret)] : []))];
  return await faults().finally(() => connection.close());
}

async function hasTables(url: string) {
  const query =
    dialectOf(url) === 'sqlite'
      ? "select name from sqlite_schema where type = 'table' limit 1"
      : "select tablename from pg_tables where schemaname = 'public' limit 1";
  return (await runSql(url, query)).length > 0;
}
