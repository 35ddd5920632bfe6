import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '../../config.ts';
import { codeOf } from '../../db/faults.ts';
import { JOURNAL } from '../../db/migrate/migration-files.ts';
import { findFileSecret, secretFileOf } from '../../db/secret/secret-file.ts';
import { expectOwnWal } from '../../db/sqlite/file-mark.ts';
import { expectNotLost, openConnection, sqliteFile } from '../../db/sqlite/sqlite-connection.ts';
import { isLocked } from '../../db/sqlite/sqlite-lock.ts';
import { noDatabaseAt } from '../with-database.ts';
import { type Check, fault, faultOf, ok, wordsOf } from './check.ts';
import { checkDaemon } from './check-daemon.ts';
import { checkDisk } from './check-disk.ts';
import { checkSchema } from './check-schema.ts';
import { compareSecret, LAST_SIGNED, SECRET } from './check-secret.ts';
import { checkWrites, notTried } from './check-writes.ts';

export async function checkSqlite(config: Config): Promise<Check[]> {
  const file = sqliteFile(config.databaseUrl);
  const { check: daemon, isLost } = await checkDaemon(config, { file, isHeld: isLocked(file) });
  const checks = isLost && existsSync(file) ? [notOpened()] : checkFile(config, file);
  const canWrite = checks.every(({ name, result }) => result !== 'FAULT' || name === SECRET);
  const writes = canWrite ? await checkWrites(config) : notTried('the previous checks failed');
  return [...checks, writes, daemon, checkDisk(dirname(file))];
}

/** If the file were opened, SQLite would write the lost file's log into the file that is there now. */
const notOpened = () =>
  fault(
    'database',
    'not opened: the running daemon has lost its file, and this may be a different file. Stop the daemon first',
  );

/** Checks the file without changing it. If another file's log is next to the file, the file is not opened. */
function checkFile(config: Config, file: string): Check[] {
  try {
    expectNotLost(file);
    expectOwnWal(file);
    if (!existsSync(file)) return [fault('database', noDatabaseAt(file))];
    return lookInto(config, file);
  } catch (error) {
    return [isDamage(error) ? damaged(wordsOf(error)) : faultOf('database', error)];
  }
}

const isDamage = (error: unknown) => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error));
const damaged = (how: string) => fault('database', `the file is damaged (${how}): restore the last backup`);

function lookInto(config: Config, file: string): Check[] {
  // Opening fails unless `synchronous=FULL` and write-ahead logging take effect.
  const db = openConnection(file, 'reader');
  try {
    const broken = String(db.pragma('quick_check(1)', { simple: true }));
    if (broken !== 'ok') return [damaged(broken.replaceAll('\n', ' '))];
    const hasJournal = db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(JOURNAL) !== undefined;
    const applied = hasJournal ? db.prepare<[], number>(`SELECT created_at FROM ${JOURNAL}`).pluck().all() : [];
    const schema = checkSchema('sqlite', applied);
    const signedBy = schema.result === 'ok' ? db.prepare<[], string | null>(LAST_SIGNED).pluck().get() : null;
    return [
      ok('database', `opens, undamaged, ${file}`),
      ok('durability', 'journal_mode=WAL, synchronous=FULL'),
      schema,
      checkSecret(config, file, signedBy),
    ];
  } finally {
    db.close();
  }
}

function checkSecret({ secretKey }: Config, file: string, signedBy: string | null | undefined): Check {
  const keyFile = secretFileOf(file);
  const restore = `Restore the key file of the backup as ${keyFile}, or set REDEEMD_SECRET_KEY to that key`;
  if (secretKey) return compareSecret(secretKey, signedBy, { found: ok(SECRET, 'set'), restore });
  try {
    const secret = findFileSecret(file);
    const found = ok(SECRET, secret === null ? 'not set; the next start will create one' : `in ${keyFile}`);
    return compareSecret(secret, signedBy, { found, restore });
  } catch (error) {
    return faultOf(SECRET, error);
  }
}
