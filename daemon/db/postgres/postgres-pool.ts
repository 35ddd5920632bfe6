import pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';
import { destroy } from './postgres-pulse.ts';
import type { Servers } from './postgres-servers.ts';

export const DEFAULT_POOL_SIZE = 10;

const INT8 = 20;
const NUMERIC = 1700;

/** Parses a whole number to a number if a double is exact, otherwise to a bigint, as sqlite-statements.ts does. */
function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** Parsers for the pool and drizzle's queries. Those of `pg` itself are kept, because other code may rely on them. */
export const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && (oid === INT8 || oid === NUMERIC)) return exactNumber;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** Represents no time limit, for which pg has no value. */
export const NO_LIMIT_MS = DAY_MS;

const SETTINGS = [
  // Overrides a database or role that is set to acknowledge commits before they are durable. The URL can override it.
  'synchronous_commit=on',
  'lock_timeout=1000',
  'statement_timeout=5000',
  'idle_in_transaction_session_timeout=5000',
  // A generic plan made while the tables were empty would take five times as long once they have filled.
  'plan_cache_mode=force_custom_plan',
  // Postgres estimates a merge join over IDs as if it ended early, but it may read a million rows (decision 79).
  'enable_mergejoin=off',
];
/** If a daemon vanishes, the server drops its connections after one minute instead of two hours. */
const KEEP_ALIVE = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'];

/** Adds the daemon's session settings to the URL. The URL's own settings can change only durability. */
function withSettings(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  const [durable, ...limits] = [...SETTINGS, ...KEEP_ALIVE].map((setting) => `-c ${setting}`);
  parsed.searchParams.set('options', [durable, given, ...limits].join(' '));
  return parsed.href;
}

/** Returns the URL for new sessions, with settings unless a pooler would refuse them. */
export const sessionUrl = (servers: Pick<Servers, 'url' | 'isPooled'>): string =>
  servers.isPooled() ? servers.url() : withSettings(servers.url());

/**
 * Returns the statements that begin a transaction with these settings, and with those of the session if a pooler is
 * used, because poolers do not keep settings.
 */
export function beginOf(servers: Pick<Servers, 'isPooled'>, settings: readonly string[] = []): string {
  const all = [...(servers.isPooled() ? SETTINGS : []), ...settings];
  return ['BEGIN', ...all.map((setting) => `SET LOCAL ${setting}`)].join('; ');
}

export interface Connections {
  pool: pg.Pool;
  /** Closes every connection, so that running queries fail immediately. The pool opens new ones on demand. */
  cutAll(): void;
}

/** Limits the life of a connection, so that the pool leaves a server that a load balancer no longer uses. */
const LONGEST_LIFE_S = 1800;

export function createPool(servers: Pick<Servers, 'url' | 'isPooled'>, poolSize: number): Connections {
  /** The pool creates connections with `new`; each one uses the current server. */
  class Client extends pg.Client {
    constructor(options: pg.ClientConfig) {
      super({ ...options, connectionString: sessionUrl(servers) });
    }
  }
  const pool = new pg.Pool({
    Client: Client as typeof pg.Client,
    max: poolSize,
    maxLifetimeSeconds: LONGEST_LIFE_S,
    connectionTimeoutMillis: 2000,
    // This exceeds all of the server's time-outs, so only an unreachable server takes this long.
    query_timeout: 5500,
    keepAlive: true,
    types: exactTypes,
    application_name: 'redeemd',
  });
  return connectionsOf(pool);
}

/** Tracks the connections of a new pool. */
export function connectionsOf(pool: pg.Pool): Connections {
  // An error event with no listener would end the process. The query in flight gets the error anyway.
  pool.on('error', () => {});
  const connected = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    connected.add(client);
  });
  pool.on('remove', (client) => connected.delete(client));
  return { pool, cutAll: () => connected.forEach(destroy) };
}

/** Opens all connections, because on a busy server opening one takes longer than most requests. */
export async function fillPool(pool: pg.Pool): Promise<void> {
  const connecting = Array.from({ length: pool.options.max }, () => pool.connect());
  // Each connection is released, even if another one fails, because the pool cannot end before all are released.
  await Promise.all(connecting.map(async (client) => (await client).release())).finally(() =>
    Promise.allSettled(connecting),
  );
}
