import type pg from 'pg';
import type { Servers } from '../../db/postgres/postgres-servers.ts';
import { type Check, fault, ok, warn } from './check.ts';

/** The connections of one daemon: its pool, one for health checks of the server, and one that holds its slot. */
const DAEMONS_CONNECTIONS = 12;
const POOLED_ROLE =
  'The role has no time limit for reads. Run ALTER ROLE <the daemon’s role> SET statement_timeout = 5000';

/** Checks whether the server accepts writes, and reports why if it does not. */
export async function checkRole(client: pg.Client, host: string): Promise<Check> {
  const name = 'database';
  const { rows } = await client.query<{ version: string; standby: boolean; read_only: string }>(
    `SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS standby,
      current_setting('transaction_read_only') AS read_only`,
  );
  const { version = '', standby = false, read_only = 'off' } = rows[0] ?? {};
  if (standby)
    return fault(
      name,
      `responds but does not accept writes: it is a standby (${host}). Promote a server, or add the primary to REDEEMD_DATABASE_URL`,
    );
  if (read_only === 'on')
    return fault(
      name,
      `responds but does not accept writes: default_transaction_read_only is on (${host}). Run ALTER SYSTEM RESET and ` +
        'pg_reload_conf(), and check the settings of the database and the role',
    );
  return ok(name, `responds, accepts writes, Postgres ${version}, ${host}`);
}

export async function checkPooler(servers: Servers, client: pg.Client): Promise<Check> {
  const name = 'pooler';
  if (!servers.isPooled()) return ok(name, 'none: statements are prepared, sessions keep settings');
  const { rows } = await client.query<{ reset_val: string }>(
    "SELECT reset_val FROM pg_settings WHERE name = 'statement_timeout'",
  );
  const message = 'found: each transaction sets its own limits, statements are not prepared';
  // Writes set their own time limits, but a read outside a transaction has only the role's limit.
  return rows[0]?.reset_val === '0' ? warn(name, `${message}. ${POOLED_ROLE}`) : ok(name, message);
}

/** Returns at most a warning: a running daemon already has its connections, and other programs may close theirs. */
export async function checkConnections(client: pg.Client): Promise<Check> {
  const { rows } = await client.query<{ used: number; most: number }>(
    `SELECT (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::int AS used,
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most`,
  );
  const { used = 0, most = 0 } = rows[0] ?? {};
  const message = `${used} of ${most} in use; a daemon takes up to ${DAEMONS_CONNECTIONS}`;
  const isTight = most - used < DAEMONS_CONNECTIONS;
  return isTight
    ? warn('connections', `${message}. Too few are left for another daemon: raise max_connections`)
    : ok('connections', message);
}

/** Checks whether the standbys that each commit waits for are connected. */
export async function checkStandby(client: pg.Client): Promise<Check> {
  const name = 'standby';
  const { rows } = await client.query<{ names: string; commit: string; there: number; hidden: number }>(
    `SELECT current_setting('synchronous_standby_names') AS names, current_setting('synchronous_commit') AS commit,
      count(*) FILTER (WHERE sync_state IN ('sync', 'quorum'))::int AS there,
      count(*) FILTER (WHERE pid IS NOT NULL AND sync_state IS NULL)::int AS hidden
    FROM pg_stat_replication`,
  );
  const { names = '', commit = '', there = 0, hidden = 0 } = rows[0] ?? {};
  if (names === '' || ['off', 'local'].includes(commit)) return ok(name, 'commits do not wait for a standby');
  const needed = neededBy(names);
  const waits = `commits wait for ${needed} of ${names}`;
  if (there >= needed) return ok(name, `${waits}, ${there} connected`);
  // A role that lacks pg_monitor sees only the number of standbys.
  if (there + hidden >= needed) return ok(name, `${waits}; to show which are connected, GRANT pg_monitor to the role`);
  return fault(
    name,
    `${waits}, ${there} connected: writes are blocked. Restore a missing standby, or let the cluster manager drop it ` +
      'from synchronous_standby_names',
  );
}

/** Reads the number of standbys from `ANY 2 (a, b, c)`, `FIRST 1 (*)` or `1 (a)`. A plain list of names means one. */
const neededBy = (names: string): number => Number(/^\s*(?:(?:FIRST|ANY)\s+)?(\d+)\s*\(/i.exec(names)?.[1] ?? 1);
