import pg from 'pg';
import type { Log } from '../../lib/log.ts';
import type { Database } from '../database.ts';
import { handleOver, type PostgresDatabase, readSnapshot } from './postgres-database.ts';
import { connectionsOf, exactTypes } from './postgres-pool.ts';
import { createReplicaLag, type Position } from './replica-lag.ts';
import { PRIMARY, watchReplica } from './replica-watch.ts';

const POOL_SIZE = 10;
/** An unreachable replica must not delay reads that the primary can serve. */
const CONNECT_MS = 500;

/** A standby of the primary that serves reads. */
export interface Replica {
  /**
   * Reads from the standby, or from the primary if the standby lags too far, is unreachable or refuses the read. Writes
   * go to the primary.
   */
  readonly db: Database;
  /** Returns the standby's lag; null if it cannot be reached. */
  behindMs(): number | null;
  /** Returns the number of reads that failed on the standby and therefore ran on the primary. */
  failedReads(): number;
  /** Returns whether the standby has all commits from before this instant of `performance.now()`. */
  hasAllBefore(at: number): boolean;
  hasReplayed(position: Position): boolean;
  /** Returns the end of the primary's log, which includes every acknowledged write. */
  position(): Promise<Position>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  maxLagMs: number;
  log: Log;
}

/** Opens a replica. @param db a Postgres database */
export function openReplica(db: Database, { url, maxLagMs, log }: ReplicaOptions): Replica {
  if (!isPostgres(db)) throw new Error('Only Postgres supports replicas');
  const primary = db;
  const lag = createReplicaLag();
  const { pool, cutAll } = createReadPool(url);
  const watch = watchReplica({
    ...{ primary: primary.pool, url, lag },
    onChange(fault) {
      // Ends the queries that are waiting for an unreachable replica, so that they run on the primary instead.
      if (fault) cutAll();
      if (fault) log.warn('The replica could not be read: the primary serves its reads', { error: fault });
      else log.info('The replica serves reads');
    },
  });
  const behindMs = () => lag.behindMs(performance.now());
  const isFresh = () => {
    const behind = behindMs();
    return behind !== null && behind <= maxLagMs;
  };
  /** A read changes nothing, so after any failure it runs again on the primary. */
  const preferring = async <T>(there: () => Promise<T>, here: () => Promise<T>): Promise<T> =>
    isFresh()
      ? await there().catch(() => {
          failedReads += 1;
          return here();
        })
      : await here();
  let failedReads = 0;
  const handle = handleOver(primary.keys, (config, params) => pool.query(config, params));
  return {
    db: {
      ...primary,
      read: (fn) =>
        preferring(
          () => fn(handle),
          () => primary.read(fn),
        ),
      readSnapshot: (fn) =>
        preferring(
          () => readSnapshot(pool, primary.keys, fn),
          () => primary.readSnapshot(fn),
        ),
    },
    behindMs,
    failedReads: () => failedReads,
    hasAllBefore: lag.hasAllBefore,
    hasReplayed: lag.hasReplayed,
    async position() {
      const { rows } = await primary.pool.query<{ position: Position }>(PRIMARY);
      return rows[0]?.position ?? 0;
    },
    async close() {
      await watch.close();
      await pool.end();
    },
  };
}

const isPostgres = (db: Database): db is PostgresDatabase => db.dialect === 'postgres' && 'pool' in db;

function createReadPool(url: string) {
  const parsed = new URL(url);
  const given = parsed.searchParams.get('options') ?? '';
  parsed.searchParams.set('options', `${given} -c statement_timeout=5000 -c plan_cache_mode=force_custom_plan`.trim());
  const pool = new pg.Pool({
    connectionString: parsed.href,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: 5500,
    keepAlive: true,
    types: exactTypes,
    application_name: 'redeemd reads',
  });
  return connectionsOf(pool);
}
