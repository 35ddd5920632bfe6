import pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';
import { destroy } from './postgres-pulse.ts';
import type { Servers } from './postgres-servers.ts';

export const DEFAULT_POOL_SIZE = 10;

const INT8 = 20;
const NUMERIC = 1700;

/** Gives a whole number as a number where a double holds it exactly, else as a bigint; so does sqlite-statements.ts. */
function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** Set on the pool and on each of drizzle's queries, never on `pg` itself, which other code in the process may use. */
export const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && (oid === INT8 || oid === NUMERIC)) return exactNumber;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** For queries without a time limit: pg has no other value for that. */
export const NO_LIMIT_MS = DAY_MS;

const SETTINGS = [
  // Against a database or a role that is set to answer before it saves; the URL may ask for more, or for less.
  'synchronous_commit=on',
  'lock_timeout=1000',
  'statement_timeout=5000',
  'idle_in_transaction_session_timeout=5000',
  // A generic plan made while the tables were empty would be a fifth as fast once they have filled.
  'plan_cache_mode=force_custom_plan',
  // A merge join over ids is priced as if it ended early, and then reads a million rows for a few hundred (decision 74).
  'enable_mergejoin=off',
];
/** The server drops the connections of a daemon that vanished after one minute, not after two hours. */
const KEEP_ALIVE = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'];

/** The URL with the daemon's session settings around the URL's own. */
function withSettings(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  const [durable, ...limits] = [...SETTINGS, ...KEEP_ALIVE].map((setting) => `-c ${setting}`);
  parsed.searchParams.set('options', [durable, given, ...limits].join(' '));
  return parsed.href;
}

/** Where and how a session begins. Poolers refuse settings in the start of a session. */
export const sessionUrl = (servers: Pick<Servers, 'url' | 'isPooled'>): string =>
  servers.isPooled() ? servers.url() : withSettings(servers.url());

/** Begins a transaction. Through a pooler no session keeps its settings, so each transaction sets them for itself. */
export const beginOf = (servers: Pick<Servers, 'isPooled'>): string =>
  ['BEGIN', ...(servers.isPooled() ? SETTINGS.map((setting) => `SET LOCAL ${setting}`) : [])].join('; ');

export interface Connections {
  pool: pg.Pool;
  /** Cuts every connection; those at work fail at once. The pool makes new ones when they are needed. */
  cutAll(): void;
}

/** So long at most does a connection live: a server that left a balancer's list is left too. */
const LONGEST_LIFE_S = 1800;

export function createPool(servers: Pick<Servers, 'url' | 'isPooled'>, poolSize: number): Connections {
  /** The pool makes its connections by `new`; each one goes to the server that is in use at that moment. */
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
    // Longer than every time-out of the server: only a server that is gone takes this long.
    query_timeout: 5500,
    keepAlive: true,
    types: exactTypes,
    application_name: 'redeemd',
  });
  return connectionsOf(pool);
}

/** Keeps account of a new pool's connections. */
export function connectionsOf(pool: pg.Pool): Connections {
  // Without a listener a broken connection would end the process; the query in flight gets the error anyway.
  pool.on('error', () => {});
  const connected = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    connected.add(client);
  });
  pool.on('remove', (client) => connected.delete(client));
  return { pool, cutAll: () => connected.forEach(destroy) };
}

/** Makes all connections: on a busy server a new connection takes longer than most requests. */
export async function fillPool(pool: pg.Pool): Promise<void> {
  const connecting = Array.from({ length: pool.options.max }, () => pool.connect());
  // Each is released, also where another one failed: the pool cannot end before that.
  await Promise.all(connecting.map(async (client) => (await client).release())).finally(() =>
    Promise.allSettled(connecting),
  );
}
