import pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { postgresFault, rootFault } from '../faults.ts';
import { destroy } from './postgres-pulse.ts';

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
  'lock_timeout=1000',
  'statement_timeout=5000',
  'idle_in_transaction_session_timeout=5000',
  // The server drops the connections of a daemon that vanished after one minute, not after two hours.
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  // A generic plan made while the tables were empty would be a fifth as fast once they have filled.
  'plan_cache_mode=force_custom_plan',
];

/** Against a database or a role that is set to answer before it saves; the URL may ask for more, or for less. */
const DURABLE = '-c synchronous_commit=on';

/** The URL with the daemon's session settings added after the URL's own. */
export function withSettings(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', [DURABLE, given, ...SETTINGS.map((setting) => `-c ${setting}`)].join(' '));
  return parsed.href;
}

export interface Connections {
  pool: pg.Pool;
  /** Cuts every connection; those at work fail at once. The pool makes new ones when they are needed. */
  cutAll(): void;
}

export function createPool(url: string, poolSize: number): Connections {
  const pool = new pg.Pool({
    connectionString: withSettings(url),
    max: poolSize,
    connectionTimeoutMillis: 2000,
    // Longer than every time-out of the server: only a server that is gone takes this long.
    query_timeout: 5500,
    keepAlive: true,
    types: exactTypes,
    application_name: 'redeemd',
  });
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

/** Connects once, so that wrong settings fail at the start and not at the first request. */
export async function tryPool(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    throw rethrowable(error);
  }
}

/** Makes all connections: on a busy server a new connection takes longer than most requests. */
export async function fillPool(pool: pg.Pool): Promise<void> {
  const connecting = Array.from({ length: pool.options.max }, () => pool.connect());
  // Each is released, also where another one failed: the pool cannot end before that.
  await Promise.all(connecting.map(async (client) => (await client).release())).finally(() =>
    Promise.allSettled(connecting),
  );
}

/** Like `postgresFault`, but the message keeps Postgres's own words, such as for a wrong password. */
function rethrowable(error: unknown): unknown {
  const fault = postgresFault(error);
  if (!(fault instanceof Unavailable)) return fault;
  const cause = rootFault(error);
  return Object.assign(new Unavailable(cause), {
    message: `Postgres cannot be reached: ${cause instanceof Error ? cause.message || 'refused' : cause}`,
  });
}
