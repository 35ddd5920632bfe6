import pg from 'pg';
import type { Config } from '../../config.ts';
import { JOURNAL } from '../../db/migrate/migration-files.ts';
import { beginOf, sessionUrl } from '../../db/postgres/postgres-pool.ts';
import { createServers, type Servers } from '../../db/postgres/postgres-servers.ts';
import { SECRET_IN_DATABASE } from '../../db/secret/secret-key.ts';
import { hostOf } from '../../lib/postgres-urls.ts';
import { type Check, fault, warn, well, wrong } from './check.ts';
import { checkDaemon } from './check-daemon.ts';
import { checkReplica } from './check-replica.ts';
import { checkSchema } from './check-schema.ts';
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
  const writes = blocking ? notTried(`the line of the ${blocking.name} has a fault`) : await checkWrites(config);
  return [...checks, writes, daemon];
}

/** In one transaction, which through a pooler keeps its settings. */
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
    return [fault('database', error)];
  } finally {
    await client?.end().catch(() => {});
  }
}

async function lookInto(client: pg.Client, servers: Servers, config: Config): Promise<Check[]> {
  const role = await checkRole(client, hostOf(servers.url()));
  const { secretKey, readUrl } = config;
  return [
    role,
    await checkPooler(servers, client),
    ...(servers.isPooled() ? [] : [await checkConnections(client)]),
    await checkDurability(client),
    // A standby that commits would wait for is the matter of its primary.
    ...(role.result === 'ok' ? [await checkStandby(client)] : []),
    checkSchema('postgres', await appliedOf(client)),
    secretKey ? well('secret key', 'set') : warn('secret key', SECRET_IN_DATABASE),
    await checkClock(client),
    ...(readUrl ? [await checkReplica(client, readUrl, config)] : []),
  ];
}

async function checkDurability(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<{ commit: string; fsync: string }>(
    "SELECT current_setting('synchronous_commit') AS commit, current_setting('fsync') AS fsync",
  );
  const { commit = '', fsync = '' } = rows[0] ?? {};
  const says = `synchronous_commit=${commit}, fsync=${fsync}`;
  if (!['off', 'local'].includes(commit) && fsync === 'on') return well('durability', says);
  return wrong('durability', `${says}: what was acknowledged may be lost; set both to on, also in the URL’s options`);
}

/** An empty list before the first migration. */
async function appliedOf(client: pg.Client): Promise<number[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('drizzle.${JOURNAL}') IS NOT NULL AS there`,
  );
  if (!found[0]?.there) return [];
  const { rows } = await client.query<{ created_at: string }>(`SELECT created_at FROM drizzle.${JOURNAL}`);
  return rows.map((row) => Number(row.created_at));
}

async function checkClock(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
  const skew = Math.abs(Date.now() - (rows[0]?.at.getTime() ?? 0));
  const name = 'clock against the database';
  if (skew <= MAX_SKEW_MS) return well(name, `${skew} ms apart`);
  return wrong(name, `${skew} ms apart: set both clocks by a time server`);
}
