import { existsSync, statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import pg from 'pg';
import { type Config, readConfig } from '../config.ts';
import { JOURNAL, migrationsOf, pendingOf } from '../db/migrate/migration-files.ts';
import { dialectOf } from '../db/open.ts';
import { beginOf, sessionUrl } from '../db/postgres/postgres-pool.ts';
import { createServers, type Servers } from '../db/postgres/postgres-servers.ts';
import { findFileSecret, secretFileOf } from '../db/secret/secret-file.ts';
import { SECRET_IN_DATABASE } from '../db/secret/secret-key.ts';
import { openConnection, sqliteFile } from '../db/sqlite/sqlite-connection.ts';
import { pingMailServer } from '../delivery/mail/mailer.ts';
import { hostOf } from '../lib/postgres-urls.ts';

const POOLED_ROLE = 'the role has no time limit for reads: ALTER ROLE <the daemon’s role> SET statement_timeout = 5000';

type Check = { name: string; ok: boolean; says: string };

const MIN_FREE_BYTES = 1_073_741_824;
/** This program is not older than this, so an earlier clock is wrong. */
const EARLIEST = Date.UTC(2025, 0, 1);
const MAX_SKEW_MS = 5000;

/**
 * Checks everything that the daemon depends on, and prints a line for each. Returns whether all is well. It changes
 * nothing.
 */
export async function doctor(env: Record<string, string | undefined>): Promise<boolean> {
  const checks = await runChecks(env);
  for (const { name, ok, says } of checks) process.stdout.write(`${ok ? 'ok   ' : 'FAULT'} ${name}: ${says}\n`);
  return checks.every(({ ok }) => ok);
}

async function runChecks(env: Record<string, string | undefined>): Promise<Check[]> {
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    return [fault('settings', error)];
  }
  const clock = { name: 'clock', ok: Date.now() > EARLIEST, says: new Date().toISOString() };
  const database = dialectOf(config.databaseUrl) === 'sqlite' ? checkSqlite(config) : await checkPostgres(config);
  return [{ name: 'settings', ok: true, says: 'valid' }, ...database, clock, await checkSmtp(config)];
}

function checkSqlite(config: Config): Check[] {
  const file = sqliteFile(config.databaseUrl);
  const disk = checkDisk(nearestFolder(file));
  if (!existsSync(file)) return [{ name: 'database', ok: false, says: `there is none at ${file} yet` }, disk];
  try {
    // Opening fails if the file does not keep `synchronous=FULL` and write-ahead logging.
    const db = openConnection(file, 'reader');
    try {
      const broken = db.pragma('quick_check(1)', { simple: true });
      const applied = db.prepare<[], number>(`SELECT created_at FROM ${JOURNAL}`).pluck().all();
      return [
        { name: 'database', ok: broken === 'ok', says: broken === 'ok' ? `opens, ${file}` : String(broken) },
        { name: 'durability', ok: true, says: 'journal_mode=WAL, synchronous=FULL' },
        checkSchema('sqlite', applied),
        checkFileSecret(config),
        disk,
      ];
    } finally {
      db.close();
    }
  } catch (error) {
    return [fault('database', error), disk];
  }
}

async function checkPostgres({ databaseUrl, secretKey }: Config): Promise<Check[]> {
  let client: pg.Client | undefined;
  try {
    const servers = createServers(databaseUrl);
    const first = await servers.connect('redeemd doctor');
    await first.end();
    client = new pg.Client({
      connectionString: sessionUrl(servers),
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    });
    client.on('error', () => {});
    await client.connect();
    await client.query(beginOf(servers));
    const session = client;
    const show = async (name: string) => String((await session.query(`SHOW ${name}`)).rows[0]?.[name]);
    const [version, commit, fsync] = [
      await show('server_version'),
      await show('synchronous_commit'),
      await show('fsync'),
    ];
    const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const skew = Math.abs(Date.now() - (rows[0]?.at.getTime() ?? 0));
    const applied = await client.query<{ created_at: string }>(`SELECT created_at FROM drizzle.${JOURNAL}`);
    return [
      { name: 'database', ok: true, says: `answers, takes writes, Postgres ${version}, ${hostOf(servers.url())}` },
      await checkPooler(servers, client),
      {
        name: 'durability',
        ok: !['off', 'local'].includes(commit) && fsync === 'on',
        says: `synchronous_commit=${commit}, fsync=${fsync}`,
      },
      checkSchema(
        'postgres',
        applied.rows.map((row) => Number(row.created_at)),
      ),
      // Not a fault: a daemon without the setting works like this. The warning tells the operator how to improve it.
      { name: 'secret key', ok: true, says: secretKey ? 'set' : `WARNING: ${SECRET_IN_DATABASE}` },
      { name: 'clock against the database', ok: skew <= MAX_SKEW_MS, says: `${skew} ms apart` },
    ];
  } catch (error) {
    return [fault('database', error)];
  } finally {
    await client?.end().catch(() => {});
  }
}

async function checkPooler(servers: Servers, client: pg.Client): Promise<Check> {
  const name = 'pooler';
  if (!servers.isPooled()) return { name, ok: true, says: 'none: statements are prepared, sessions keep settings' };
  const { rows } = await client.query<{ reset_val: string }>(
    "SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout'",
  );
  const says = 'in between: each transaction sets its own limits, statements are not prepared';
  // Not a fault: writes have their limits. A read that stands alone has only what the role has.
  return { name, ok: true, says: rows[0]?.reset_val === '0' ? `${says}. WARNING: ${POOLED_ROLE}` : says };
}

/** Connects, signs in if the settings have a user, and sends nothing. */
async function checkSmtp({ smtpUrl }: Config): Promise<Check> {
  if (!smtpUrl) return { name: 'SMTP', ok: true, says: 'not set: e-mail waits in the outbox' };
  try {
    await pingMailServer(smtpUrl);
    return { name: 'SMTP', ok: true, says: 'answers' };
  } catch (error) {
    return fault('SMTP', error);
  }
}

function checkSchema(dialect: 'sqlite' | 'postgres', applied: number[]): Check {
  try {
    const pending = pendingOf(migrationsOf(dialect), applied).length;
    const says = pending === 0 ? `current, ${applied.length} migration(s)` : `${pending} migration(s) to do`;
    return { name: 'schema', ok: pending === 0, says };
  } catch (error) {
    return fault('schema', error);
  }
}

function checkFileSecret({ databaseUrl, secretKey }: Config): Check {
  const name = 'secret key';
  if (secretKey) return { name, ok: true, says: 'set' };
  const file = sqliteFile(databaseUrl);
  try {
    const found = findFileSecret(file) !== null;
    return { name, ok: true, says: found ? `in ${secretFileOf(file)}` : 'none yet: the next start makes one' };
  } catch (error) {
    return fault(name, error);
  }
}

function checkDisk(folder: string): Check {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  return { name: 'disk', ok: free >= MIN_FREE_BYTES, says: `${(free / 1e9).toFixed(1)} GB free in ${folder}` };
}

function nearestFolder(file: string): string {
  let folder = dirname(resolve(file));
  while (!existsSync(folder)) folder = dirname(folder);
  return folder;
}

const fault = (name: string, error: unknown): Check => ({
  name,
  ok: false,
  says: (error instanceof Error && (error.message || error.name)) || String(error),
});
