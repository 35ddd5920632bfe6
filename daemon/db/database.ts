import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type pg from 'pg';
import type { SecretKey } from '../lib/keyed.ts';
import type { createTables } from './tables/create-tables.ts';

export type Tables = ReturnType<typeof createTables>;

/** The daemon's secret key, which signs the audit log. It is null until secret-key.ts sets it. */
export interface KeyHolder {
  secretKey: SecretKey | null;
}

/**
 * The query builders and tables of the open database. The types are SQLite's; the Postgres handle has the same
 * builders, and the parity and store tests run every query on both.
 */
export interface Handle {
  readonly db: Pick<SqliteRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'>;
  readonly t: Tables;
  readonly dialect: 'sqlite' | 'postgres';
  readonly keys: Readonly<KeyHolder>;
}

/** A drizzle query whose column names are the field names of `Row`, because its rows are not mapped. */
export interface ScanQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Runs many items in one transaction without drizzle: on SQLite by one message to the writer thread, on Postgres by
 * statements on one connection. It rejects with `ItemFault` if an item's data is the cause.
 */
type BatchRunner =
  | { readonly dialect: 'sqlite'; run<T>(call: unknown): Promise<T> }
  | {
      readonly dialect: 'postgres';
      /** @param settings for the transaction, such as `enable_seqscan = off` */
      run<I, O>(items: readonly I[], work: PostgresBatch<I, O>, settings?: readonly string[]): Promise<O[]>;
    };

/**
 * Writes the items. The function is called again after a conflict with another transaction. `slot` is this daemon's
 * number among the running daemons.
 */
type PostgresBatch<I, O> = (client: pg.PoolClient, slot: number, items: readonly I[]) => Promise<O[]>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Runs queries that change nothing. On SQLite they run in parallel with the writer and never block it. */
  read<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /** Runs queries that must all see the same state of the database, even if they take a long time. */
  readSnapshot<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /**
   * Runs one query that reads most rows of a table, and yields its rows page by page to save memory. All pages see the
   * same state of the database. It is null on SQLite, which cannot suspend a query.
   */
  readonly scan: (<Row>(query: (handle: Handle) => ScanQuery<Row>, size: number) => AsyncGenerator<Row[], void>) | null;
  /**
   * Runs one transaction, which is rolled back with a 503 after 2 s. `fn` may await only `handle.db`. A write inside
   * another write throws an error.
   */
  write<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  readonly batches: BatchRunner;
  /**
   * Writes a row and removes it, to find out whether the database accepts writes. Its time limit is long, so that few
   * commits are abandoned during an outage: the first commit that completes shows that the outage has ended.
   */
  probeWrite(): Promise<void>;
  readonly keys: KeyHolder;
  /** The connection pool; absent on SQLite. */
  readonly pool?: { readonly waitingCount: number; readonly totalCount: number; readonly idleCount: number };
  /** Prepares the events table for the coming days: partitions on Postgres, nothing on SQLite. */
  prepareDays(now: number): Promise<void>;
  /** Opens every connection before the first request needs it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}
