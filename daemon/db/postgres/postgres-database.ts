import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';
import type { Database, Handle, KeyHolder } from '../database.ts';
import { isConnectionOver, isRetryable, postgresFault } from '../faults.ts';
import { inStatementSpan } from '../statement-span.ts';
import {
  insideWrite,
  refuseInsideWrite,
  startRun,
  statementOf,
  WRITE_LIMIT_MS,
  WriteTimeout,
  within,
} from '../write-guard.ts';
import { inBatch } from './postgres-batch.ts';
import { pauseAfterConflict } from './postgres-conflict.ts';
import { ensurePartitions } from './postgres-partitions.ts';
import { beginOf, createPool, DEFAULT_POOL_SIZE, exactTypes, fillPool, NO_LIMIT_MS } from './postgres-pool.ts';
import { createWriteProbe } from './postgres-probe.ts';
import { feelPulse, type Pulse } from './postgres-pulse.ts';
import { scanPostgres } from './postgres-scan.ts';
import { createServers } from './postgres-servers.ts';
import { holdSlot } from './postgres-slot.ts';
import { tables } from './postgres-tables.ts';

export type PostgresDatabase = Database & { readonly pool: pg.Pool };

type Query = (config: pg.QueryConfig, params?: unknown[]) => Promise<pg.QueryResult>;
type WriteFunction<T> = (handle: Handle) => Promise<T>;
interface WriteParts {
  pool: pg.Pool;
  begin: string;
  keys: KeyHolder;
}

export interface PostgresOptions {
  poolSize?: number | undefined;
  /** Whether the server must accept writes. If false and no server accepts writes, a read-only one is used. */
  mustWrite?: boolean | undefined;
  /** Whether to name statements. By default, false behind a pooler, which would need `max_prepared_statements`. */
  prepared?: boolean | undefined;
}

export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<PostgresDatabase> {
  const { poolSize = DEFAULT_POOL_SIZE, mustWrite = true } = options;
  const servers = createServers(url, { mustWrite });
  const first = await servers.connect('redeemd pulse');
  const { prepared = !servers.isPooled() } = options;
  const begin = beginOf(servers);
  const { pool, cutAll } = createPool(servers, poolSize);
  try {
    const slot = await holdSlot(servers);
    const { whileAlive, ...pulse } = feelPulse(servers, first, () => {
      cutAll();
      slot.reconnect();
    });
    const keys: KeyHolder = { secretKey: null };
    const probe = createWriteProbe(pool, begin, (query) => handleOver(keys, query));
    const readHandle = handleOver(keys, (config, params) => pool.query(config, params));
    return {
      dialect: 'postgres',
      pool,
      async read(fn) {
        refuseInsideWrite('A read');
        return await whileAlive(() => fn(readHandle)).catch(rethrow);
      },
      async readSnapshot(fn) {
        refuseInsideWrite('A snapshot');
        return await whileAlive(() => readSnapshot(pool, keys, fn)).catch(rethrow);
      },
      scan(query, size) {
        refuseInsideWrite('A scan');
        return pagesWhileAlive(scanPostgres(pool, query(readHandle), size), whileAlive);
      },
      async write(fn) {
        refuseInsideWrite('A write');
        return await whileAlive(() => writeWithRetries({ pool, begin, keys }, fn)).catch(rethrow);
      },
      batches: {
        dialect: 'postgres',
        async run(items, work, settings = []) {
          refuseInsideWrite('A batch');
          const begin = beginOf(servers, settings);
          const run = (client: pg.PoolClient, some: typeof items) => work(client, slot.current(), some);
          return await whileAlive(() => inBatch({ pool, begin, prepared }, items, run)).catch(rethrow);
        },
      },
      probeWrite: () => whileAlive(probe.run).catch(rethrow),
      keys,
      prepareDays: async (now) => void (await ensurePartitions(pool, now)),
      warmUp: () => fillPool(pool).catch(rethrow),
      async close() {
        probe.stop();
        await pulse.close();
        await slot.close();
        if (!pool.ending) await pool.end();
      },
    };
  } catch (error) {
    await Promise.all([first.end(), pool.end()]);
    throw error;
  }
}

async function* pagesWhileAlive<Row>(pages: AsyncGenerator<Row[], void>, whileAlive: Pulse['whileAlive']) {
  try {
    for (;;) {
      const page = await whileAlive(() => pages.next()).catch(rethrow);
      if (page.done) return;
      yield page.value;
    }
  } finally {
    await pages.return();
  }
}

function rethrow(error: unknown): never {
  throw postgresFault(error);
}

const BEGIN_SNAPSHOT = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0`;

export async function readSnapshot<T>(pool: pg.Pool, keys: KeyHolder, fn: WriteFunction<T>): Promise<T> {
  const client = await pool.connect();
  // pg accepts a time-out for each query, although its types lack it.
  const unhurried = { query_timeout: NO_LIMIT_MS };
  const query: Query = (config, params) => client.query({ ...config, ...unhurried }, params);
  try {
    await client.query(BEGIN_SNAPSHOT);
    return await fn(handleOver(keys, query));
  } finally {
    await giveBack(client, false);
  }
}

async function writeWithRetries<T>(parts: WriteParts, fn: WriteFunction<T>): Promise<T> {
  const until = performance.now() + WRITE_LIMIT_MS;
  for (let tried = 1; ; tried += 1) {
    try {
      return await writeOnce(parts, fn, until);
    } catch (error) {
      if (error instanceof WriteTimeout) throw new Unavailable(error);
      if (!isRetryable(error)) throw error;
      await pauseAfterConflict(tried);
      if (performance.now() > until) throw error;
    }
  }
}

async function writeOnce<T>({ pool, begin, keys }: WriteParts, fn: WriteFunction<T>, until: number): Promise<T> {
  const client = await pool.connect();
  const run = startRun();
  let inProgress = 0;
  const query: Query = async (config, params) => {
    inProgress += 1;
    try {
      return await client.query(config, params);
    } finally {
      inProgress -= 1;
    }
  };
  const limited = <R>(work: () => Promise<R>) => within(until - performance.now(), work());
  const handle = handleOver(keys, (config, params) => statementOf(run, () => query(config, params)));
  try {
    // A statement that outlives its write would keep the write's locks.
    await limited(() => query({ text: `${begin}; SET LOCAL statement_timeout = ${WRITE_LIMIT_MS}` }));
    const result = await limited(() => insideWrite(run, async () => fn(handle)));
    run.over = true;
    if (run.failed) throw run.fault;
    await limited(() => query({ text: 'COMMIT' }));
    client.release();
    return result;
  } catch (error) {
    run.over = true;
    await giveBack(client, inProgress > 0 || isConnectionOver(error));
    throw error;
  }
}

/** Rolls back if the connection is usable; otherwise closes it, which makes the server roll back. */
async function giveBack(client: pg.PoolClient, cut: boolean) {
  if (cut) return client.release(true);
  try {
    await within(1000, client.query('ROLLBACK'));
    client.release();
  } catch {
    client.release(true);
  }
}

/** Creates a handle that uses `exactTypes` instead of the parsers that drizzle passes with each query. */
export function handleOver(keys: KeyHolder, query: Query): Handle {
  const client = {
    query: (config: pg.QueryConfig, params?: unknown[]) =>
      inStatementSpan('postgresql', config.text, () => query({ ...config, types: exactTypes }, params)),
  };
  const db = drizzle({ client: client as unknown as pg.Pool });
  return { db: db as unknown as Handle['db'], t: tables, dialect: 'postgres', keys };
}
