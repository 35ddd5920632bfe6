import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type pg from 'pg';
import type { SecretKey } from '../lib/keyed.ts';
import type { createTables } from './tables/create-tables.ts';

export type Tables = ReturnType<typeof createTables>;

/** The daemon's secret key, which signs the audit log. Null until secret-key.ts sets it. */
export interface KeyHolder {
  secretKey: SecretKey | null;
}

/**
 * What a query needs: drizzle's builders and the tables of the open database. The types are SQLite's; the Postgres
 * handle has the same builders (the parity and store tests run every query on both).
 */
export interface Handle {
  readonly db: Pick<SqliteRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'>;
  readonly t: Tables;
  readonly dialect: 'sqlite' | 'postgres';
  readonly keys: Readonly<KeyHolder>;
}

/** A drizzle query in which each column has the name under which its value is read. */
export interface ScanQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * Runs many items in one transaction, without drizzle: on SQLite by one message to the writer thread, which runs the
 * call; on Postgres by statements on one connection. Rejects with `ItemFault` if an item's data is the cause.
 */
type BatchRunner =
  | { readonly dialect: 'sqlite'; run<T>(call: unknown): Promise<T> }
  | { readonly dialect: 'postgres'; run<I, O>(items: readonly I[], work: PostgresBatch<I, O>): Promise<O[]> };

/** Runs again after a conflict with another daemon. `slot` is the number of this daemon among those that run. */
type PostgresBatch<I, O> = (client: pg.PoolClient, slot: number, items: readonly I[]) => Promise<O[]>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Runs queries that change nothing; on SQLite they run beside the writer and never block it. */
  read<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /** Runs queries that must all see the same state of the database, however long they take. */
  readSnapshot<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /**
   * Reads the rows of one query over most of a table, in one state of the database, page by page with little memory.
   * Null on SQLite, which cannot leave a query half read.
   */
  readonly scan: (<Row>(query: (handle: Handle) => ScanQuery<Row>, size: number) => AsyncGenerator<Row[], void>) | null;
  /** One transaction. `fn` may await only `handle.db`; nesting throws. After 2 s it is rolled back and answered 503. */
  write<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  readonly batches: BatchRunner;
  /**
   * Writes something that nothing reads. Its limit of time is long: while commits wait, few are given up, and one
   * that comes back shows the end of the outage.
   */
  probeWrite(): Promise<void>;
  readonly keys: KeyHolder;
  /** The pool of connections; absent on SQLite. */
  readonly pool?: { readonly waitingCount: number; readonly totalCount: number; readonly idleCount: number };
  /** Prepares the events table for the coming days (partitions on Postgres; nothing on SQLite). */
  prepareDays(now: number): Promise<void>;
  /** Makes every connection before the first request needs it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}
