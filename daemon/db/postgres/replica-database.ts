import pg from 'pg';
import type { Log } from '../../lib/log.ts';
import type { Database } from '../database.ts';
import { handleOver, type PostgresDatabase, readSnapshot } from './postgres-database.ts';
import { connectionsOf, exactTypes } from './postgres-pool.ts';
import { createReplicaLag, type Position } from './replica-lag.ts';
import { PRIMARY, watchReplica } from './replica-watch.ts';

const POOL_SIZE = 10;
/** A replica that is gone must not hold up what the primary can answer. */
const CONNECT_MS = 500;

/** A standby of the primary that answers reads. */
export interface Replica {
  /**
   * Reads from the standby, and from the primary where the standby is too far behind, gone, or refuses the read. Writes
   * go to the primary.
   */
  readonly db: Database;
  /** How far behind the standby is; null where it cannot be asked. */
  behindMs(): number | null;
  /** How many reads the primary had to answer because they failed there. */
  failedReads(): number;
  /** Whether the standby has everything that was committed before this instant of `performance.now()`. */
  hasAllBefore(at: number): boolean;
  hasReplayed(position: Position): boolean;
  /** Where the primary's log ends now: every write that was answered lies before. */
  position(): Promise<Position>;
  close(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  maxLagMs: number;
  log: Log;
}

/** @param db a database of Postgres */
export function openReplica(db: Database, { url, maxLagMs, log }: ReplicaOptions): Replica {
  if (!isPostgres(db)) throw new Error('Only a database of Postgres has a replica');
  const primary = db;
  const lag = createReplicaLag();
  const { pool, cutAll } = createReadPool(url);
  const watch = watchReplica({
    ...{ primary: primary.pool, url, lag },
    onChange(fault) {
      // A replica that does not answer keeps its queries waiting; cut off, they are asked of the primary.
      if (fault) cutAll();
      if (fault) log.warn('The replica cannot be read: the primary answers', { error: fault });
      else log.info('The replica answers reads');
    },
  });
  const behindMs = () => lag.behindMs(performance.now());
  const isFresh = () => {
    const behind = behindMs();
    return behind !== null && behind <= maxLagMs;
  };
  /** A read changes nothing, so whatever stops it there it runs once more on the primary. */
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
