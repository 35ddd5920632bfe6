import pg from 'pg';
import { DAY_MS } from '../../lib/clock.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { postgresFault, rootFault } from '../faults.ts';
import { destroy } from './postgres-pulse.ts';

export const DEFAULT_POOL_SIZE = 10;

const INT8 = 20;
const NUMERIC = 1700;

/** A whole number comes as a number where a double holds it exactly, else as a bigint; so it does on SQLite. */
function exactNumber(text: string): number | bigint {
  const value = Number(text);
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(text) : value;
}

/** Set on the pool and on each of drizzle's queries, never on `pg` itself: others may use it in the same process. */
export const exactTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && (oid === INT8 || oid === NUMERIC)) return exactNumber;
    return pg.types.getTypeParser(oid, format as 'text');
  },
} as pg.CustomTypesConfig;

/** For queries that may take their time: pg has no other word for no limit. */
export const NO_LIMIT_MS = DAY_MS;

const SETTINGS = [
  'lock_timeout=1000',
  'statement_timeout=5000',
  'idle_in_transaction_session_timeout=5000',
  // A daemon that vanished without a word holds its connections for a minute and not for two hours.
  'tcp_keepalives_idle=30',
  'tcp_keepalives_interval=10',
  'tcp_keepalives_count=3',
  // Named statements of fresh, empty tables would keep a plan that is a fifth as fast once they have filled.
  'plan_cache_mode=force_custom_plan',
];

/** The URL with our session settings behind those it may carry itself. */
export function withSettings(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', [given, ...SETTINGS.map((setting) => `-c ${setting}`)].join(' ').trim());
  return parsed.href;
}

export interface Connections {
  pool: pg.Pool;
  /** Cuts every connection, also those at work, which then fail at once; new ones are made when they are needed. */
  cutAll(): void;
}

export function createPool(url: string, poolSize: number): Connections {
  const pool = new pg.Pool({
    connectionString: withSettings(url),
    max: poolSize,
    connectionTimeoutMillis: 2000,
    // Past every time-out of the server: only a server that is no longer there takes this long.
    query_timeout: 5500,
    keepAlive: true,
    types: exactTypes,
    application_name: 'redeemd',
  });
  // Without a listener of its own, a connection that breaks ends the process; the query in flight hears of it anyway.
  pool.on('error', () => {});
  const connected = new Set<pg.ClientBase>();
  pool.on('connect', (client) => {
    client.on('error', () => {});
    connected.add(client);
  });
  pool.on('remove', (client) => connected.delete(client));
  return { pool, cutAll: () => connected.forEach(destroy) };
}

/** Connects once, so that wrong settings show at start and not at the first request. */
export async function tryPool(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('SELECT 1');
  } catch (error) {
    throw rethrowable(error);
  }
}

/** To make a connection takes a busy server longer than most requests. */
export async function fillPool(pool: pg.Pool): Promise<void> {
  const connecting = Array.from({ length: pool.options.max }, () => pool.connect());
  // Each is let go of, also where another failed: a pool does not end before.
  await Promise.all(connecting.map(async (client) => (await client).release())).finally(() =>
    Promise.allSettled(connecting),
  );
}

/** Like `postgresFault`, and a password or a database that is wrong keeps its own words. */
function rethrowable(error: unknown): unknown {
  const fault = postgresFault(error);
  if (!(fault instanceof Unavailable)) return fault;
  const cause = rootFault(error);
  return Object.assign(new Unavailable(cause), {
    message: `Postgres cannot be reached: ${cause instanceof Error ? cause.message || 'refused' : cause}`,
  });
}
