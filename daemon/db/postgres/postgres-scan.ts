import type pg from 'pg';
import type { ScanQuery } from '../database.ts';
import { exactTypes, NO_LIMIT_MS } from './postgres-pool.ts';

// To read most of a table, a sequential scan is ten times as fast as an index scan, which looks up each row. Parallel
// workers would take processor time from requests.
const BEGIN_SCAN = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0;
  SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off;
  SET LOCAL max_parallel_workers_per_gather = 0; SET LOCAL cursor_tuple_fraction = 1`;

/** Yields a query's rows page by page, through a cursor that closes after the last page or when the caller stops. */
export async function* scanPostgres<Row>(
  pool: pg.Pool,
  query: ScanQuery<Row>,
  size: number,
): AsyncGenerator<Row[], void> {
  const client = await pool.connect();
  // pg accepts a time-out for each query, although its types lack it.
  const unhurried = { types: exactTypes, query_timeout: NO_LIMIT_MS };
  let broken = true;
  try {
    await client.query(BEGIN_SCAN);
    const { sql, params } = query.toSQL();
    await client.query({ ...unhurried, text: `DECLARE scan NO SCROLL CURSOR FOR ${sql}` }, params);
    for (;;) {
      const { rows } = await client.query({ ...unhurried, text: `FETCH ${size} FROM scan` });
      if (rows.length === 0) break;
      broken = false;
      yield rows as Row[];
      broken = true;
    }
    broken = false;
  } finally {
    await end(client, broken);
  }
}

/** Closes a connection that is broken or busy, which also ends its query; otherwise rolls back. */
async function end(client: pg.PoolClient, broken: boolean) {
  if (broken) return client.release(true);
  await client.query('ROLLBACK').then(
    () => client.release(),
    () => client.release(true),
  );
}
