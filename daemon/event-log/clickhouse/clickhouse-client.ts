import { ClickHouseError, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import type { ClickHouseUrl } from '../../lib/clickhouse-url.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { namesOf, type TableNames } from './table-names.ts';

/** The time limit for inserts, and for everything else that a request to store events waits for. */
export const HOT_LIMIT_MS = 2000;
/** The time limit for figures over long periods, and for mutations. */
const SLOW_LIMIT_MS = 10 * 60_000;

export type Params = Record<string, unknown>;
interface Call {
  params?: Params;
  settings?: ClickHouseSettings;
  /** Set for calls that must not take longer than a request is allowed to. */
  signal?: AbortSignal;
}

/** Runs statements, and turns an unreachable or overloaded server into `Unavailable`. */
export interface ClickHouse {
  names: TableNames;
  rows<T>(sql: string, call?: Call): Promise<T[]>;
  /** Reads a large result in parts. */
  parts<T>(sql: string, call?: Call): AsyncGenerator<T[], void>;
  run(sql: string, call?: Call): Promise<void>;
  /** Inserts rows with their values in the order of the columns, and waits until the server has stored them. */
  insert(
    table: string,
    columns: readonly [string, ...string[]],
    rows: unknown[][],
    signal?: AbortSignal,
  ): Promise<void>;
  ping(): Promise<void>;
  /** Makes the calls in progress reject with `Unavailable`, apart from those with a signal of their own. */
  abandon(): void;
  close(): Promise<void>;
}

/** Errors of a server that works but cannot do the work now, or to which the daemon is not allowed to connect. */
const UNAVAILABLE = new Set([
  ...['TOO_MANY_SIMULTANEOUS_QUERIES', 'TOO_MANY_PARTS', 'MEMORY_LIMIT_EXCEEDED', 'NOT_ENOUGH_SPACE'],
  ...['TIMEOUT_EXCEEDED', 'READONLY', 'TABLE_IS_READ_ONLY', 'TOO_FEW_LIVE_REPLICAS', 'UNKNOWN_STATUS_OF_INSERT'],
  ...['AUTHENTICATION_FAILED', 'REQUIRED_PASSWORD', 'ACCESS_DENIED', 'QUOTA_EXCEEDED'],
  ...['NETWORK_ERROR', 'SOCKET_TIMEOUT', 'ALL_CONNECTION_TRIES_FAILED', 'UNKNOWN_TABLE', 'UNKNOWN_DATABASE'],
  ...['NO_ZOOKEEPER', 'KEEPER_EXCEPTION', 'CANNOT_SCHEDULE_TASK', 'CANNOT_ALLOCATE_MEMORY', 'ABORTED'],
  ...['QUERY_WAS_CANCELLED', 'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE', 'CANNOT_WRITE_TO_FILE_DESCRIPTOR'],
]);

const faultOf = (error: unknown) =>
  error instanceof ClickHouseError && !UNAVAILABLE.has(error.type ?? '') ? error : new Unavailable(error);

async function orUnavailable<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw faultOf(error);
  }
}

/** Replaces the server's message about rows that it cannot parse, because their values must not get into the log. */
async function orRefused(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const fault = faultOf(error);
    if (!(fault instanceof ClickHouseError)) throw fault;
    throw new Error(`ClickHouse did not accept the rows (${fault.type ?? 'unknown error'}, code ${fault.code})`);
  }
}

const SETTINGS: ClickHouseSettings = {
  // Equal events are always in one partition, which their day determines.
  do_not_merge_across_partitions_select_final: 1,
  output_format_json_quote_64bit_integers: 0,
  join_use_nulls: 0,
  distributed_product_mode: 'global',
};

export function openClickHouse({ origin, username, password, database, cluster }: ClickHouseUrl): ClickHouse {
  // Statements name the database, because it might not exist yet when the connection opens.
  const common = { url: origin, username, password, log: { level: ClickHouseLogLevel.OFF } };
  // Slow queries for figures must not keep an insert waiting for a connection.
  const hot = createClient({ ...common, request_timeout: HOT_LIMIT_MS });
  const slow = createClient({ ...common, request_timeout: SLOW_LIMIT_MS, clickhouse_settings: SETTINGS });
  let abandoned = new AbortController();
  const query = (sql: string, { params = {}, settings = {}, signal }: Call = {}) =>
    (signal ? hot : slow).query({
      query: sql,
      format: 'JSONEachRow',
      query_params: params,
      clickhouse_settings: { ...SETTINGS, ...settings },
      abort_signal: signal ?? abandoned.signal,
    });
  return {
    names: namesOf(database, cluster),
    rows: <T>(sql: string, call?: Call) => orUnavailable(query(sql, call).then((found) => found.json<T>())),
    async *parts<T>(sql: string, call?: Call) {
      const found = await orUnavailable(query(sql, call));
      try {
        for await (const rows of found.stream<T>()) yield rows.map((row) => row.json());
      } catch (error) {
        throw faultOf(error);
      }
    },
    run: (sql, { params = {}, settings = {} } = {}) =>
      orUnavailable(
        slow.command({
          query: sql,
          query_params: params,
          clickhouse_settings: { ...SETTINGS, ...settings },
          abort_signal: abandoned.signal,
        }),
      ).then(() => {}),
    insert: (table, columns, rows, signal) =>
      orRefused(
        (signal ? hot : slow).insert({
          table,
          columns: [...columns] as [string, ...string[]],
          values: rows,
          format: 'JSONCompactEachRow',
          clickhouse_settings: insertSettings(cluster),
          abort_signal: signal ?? abandoned.signal,
        }),
      ),
    async ping() {
      const answer = await hot.ping({ select: true, abort_signal: AbortSignal.timeout(HOT_LIMIT_MS) });
      if (!answer.success) throw new Unavailable(answer.error);
    },
    abandon() {
      abandoned.abort(new Error('ClickHouse is not responding'));
      abandoned = new AbortController();
    },
    close: async () => void (await Promise.all([hot.close(), slow.close()])),
  };
}

const insertSettings = (cluster: string | null): ClickHouseSettings => ({
  // The daemon collects events itself, so the server need not wait for more.
  async_insert: 0,
  // The server writes the joins of anonymous IDs in parallel with the events.
  parallel_view_processing: 1,
  // Late events from many months may arrive at once.
  max_partitions_per_insert_block: '0',
  ...(cluster === null ? {} : { insert_quorum: 'auto', distributed_foreground_insert: 1 }),
});
