import pg from 'pg';
import type { Config } from '../../config.ts';
import { JOURNAL } from '../../db/migrate/migration-files.ts';
import { beginOf, sessionUrl } from '../../db/postgres/postgres-pool.ts';
import { createServers, type Servers } from '../../db/postgres/postgres-servers.ts';
import { SECRET_IN_DATABASE } from '../../db/secret/secret-key.ts';
import { hostOf } from '../../lib/postgres-urls.ts';
import { type Check, fault, faultOf, ok, warn } from './check.ts';
import { checkDaemon } from './check-daemon.ts';
import { checkReplica } from './check-replica.ts';
import { checkSchema } from './check-schema.ts';
import { compareSecret, LAST_SIGNED, SECRET } from './check-secret.ts';
import { checkConnections, checkPooler, checkRole, checkStandby } from './check-server.ts';
import { checkWrites, notTried } from './check-writes.ts';

const MAX_SKEW_MS = 5000;
const LIMIT_MS = 5000;

export async function checkPostgres(config: Config): Promise<Check[]> {
  const checks = await checkServer(config);
  const { check: daemon } = await checkDaemon(config, null);
  const blocking = checks.find(
    ({ name, result }) => result === 'FAULT' && ['database', 'schema', 'standby'].includes(name),
  );
  const writes = blocking ? notTried(`the ${blocking.name} check failed`) : await checkWrites(config);
  return [...checks, writes, daemon];
}

/** Runs the checks in one transaction, because a pooler keeps settings only within a transaction. */
async function checkServer(config: Config): Promise<Check[]> {
  let client: pg.Client | undefined;
  try {
    const servers = createServers(config.databaseUrl, { mustWrite: false });
    const first = await servers.connect('redeemd doctor');
    await first.end();
    client = new pg.Client({
      connectionString: sessionUrl(servers),
      connectionTimeoutMillis: LIMIT_MS,
      query_timeout: LIMIT_MS,
    });
    client.on('error', () => {});
    await client.connect();
    await client.query(beginOf(servers));
    return await lookInto(client, servers, config);
  } catch (error) {
    return [faultOf('database', error)];
  } finally {
    await client?.end().catch(() => {});
  }
}

async function lookInto(client: pg.Client, servers: Servers, config: Config): Promise<Check[]> {
  const role = await checkRole(client, hostOf(servers.url()));
  const { readUrl } = config;
  const schema = checkSchema('postgres', await appliedOf(client));
  return [
    role,
    await checkPooler(servers, client),
    ...(servers.isPooled() ? [] : [await checkConnections(client)]),
    await checkDurability(client),
    // Only commits on a primary wait for standbys.
    ...(role.result === 'ok' ? [await checkStandby(client)] : []),
    schema,
    await checkSecret(client, config, schema),
    await checkClock(client),
    ...(readUrl ? [await checkReplica(client, readUrl, config)] : []),
  ];
}

async function checkDurability(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<{ commit: string; fsync: string }>(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync",
  );
  const { commit = '', fsync = '' } = rows[0] ?? {};
  const message = `synchronous_commit=${commit}, fsync=${fsync}`;
  if (!['off', 'local'].includes(commit) && fsync === 'on') return ok('durability', message);
  return fault(
    'durability',
    `${message}: acknowledged writes can be lost. Set both to on, and check the options in the URL`,
  );
}

/** Returns an empty list before the first migration. */
async function appliedOf(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.${JOURNAL}') IS NOT NULL AS there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ created_at: string }>(`SELECT created_at FROM drizzle.${JOURNAL}`);
  return rows.map((row) => Number(row.created_at));
}

async function checkSecret(client: pg.Client, { secretKey }: Config, schema: Check): Promise<Check> {
  const found = secretKey ? ok(SECRET, 'set') : warn(SECRET, SECRET_IN_DATABASE);
  if (schema.result !== 'ok') return found;
  const { rows: made } = await client.query<{ made_secret: string | null }>('SELECT made_secret FROM organisation');
  const { rows: last } = await client.query<{ mac_key_id: string | null }>(LAST_SIGNED);
  const secret = secretKey ?? made[0]?.made_secret ?? null;
  return compareSecret(secret, last[0]?.mac_key_id, { found, restore: 'Set REDEEMD_SECRET_KEY to that key' });
}

async function checkClock(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const skew = Math.abs(Date.now() - (rows[0]?.at.getTime() ?? 0));
  const name = 'database clock';
  if (skew <= MAX_SKEW_MS) return ok(name, `${skew} ms apart`);
  return fault(name, `${skew} ms apart: synchronise both clocks with a time server`);
}
