import type { SqliteRemoteDatabase } from 'drizzle-orm/sqlite-proxy';
import type pg from 'pg';
import type { SecretKey } from '../lib/keyed.ts';
import type { createTables } from './tables/create-tables.ts';

export type Tables = ReturnType<typeof createTables>;

/** The daemon's secret, which signs the audit log. Null until it was given, see secret-key.ts. */
export interface KeyHolder {
  secretKey: SecretKey | null;
}

/**
 * What a query needs: drizzle's builders and the tables of the database at hand. Typed as SQLite's; the Postgres
 * handle answers to the same builders (the parity and store tests run every query on both).
 */
export interface Handle {
  readonly db: Pick<SqliteRemoteDatabase, 'select' | 'selectDistinct' | 'insert' | 'update' | 'delete'>;
  readonly t: Tables;
  readonly dialect: 'sqlite' | 'postgres';
  readonly keys: Readonly<KeyHolder>;
}

/** A query of drizzle's whose columns each have the name by which they are read. */
export interface ScanQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] };
}

/**
 * One transaction for many items, past drizzle: on SQLite one message to the writer thread, which carries out the call; on
 * Postgres statements on one connection. An error that `rerunSingly` marks was brought about by an item.
 */
export type BatchRunner =
  | { readonly dialect: 'sqlite'; run<T>(call: unknown): Promise<T> }
  | { readonly dialect: 'postgres'; run<I, O>(items: readonly I[], work: PostgresBatch<I, O>): Promise<O[]> };

/** Runs once more where another daemon was in the way. `slot` is the number of this daemon among those at work. */
export type PostgresBatch<I, O> = (client: pg.PoolClient, slot: number, items: readonly I[]) => Promise<O[]>;

export interface Database {
  readonly dialect: 'sqlite' | 'postgres';
  /** Queries that change nothing; on SQLite they run beside the writer and never hold it up. */
  read<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /** Queries that must all see one moment of the database, however long they take. */
  readSnapshot<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  /**
   * The rows of one query over most of a table, as they are at one moment, page by page in little memory. Null on SQLite,
   * which cannot leave a query half read.
   */
  readonly scan: (<Row>(query: (handle: Handle) => ScanQuery<Row>, size: number) => AsyncGenerator<Row[], void>) | null;
  /** One transaction. `fn` may await only `handle.db`; nesting throws; after 2 s it is rolled back and answers 503. */
  write<T>(fn: (handle: Handle) => Promise<T>): Promise<T>;
  readonly batches: BatchRunner;
  readonly keys: KeyHolder;
  /** Makes room for the events of the days to come (partitions on Postgres; nothing on SQLite). */
  prepareDays(now: number): Promise<void>;
  /** Makes every connection before the first request needs it. */
  warmUp(): Promise<void>;
  close(): Promise<void>;
}
