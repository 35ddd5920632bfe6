import type pg from 'pg';
import { AppError } from '../lib/problem.ts';

/** Serialization failure, deadlock, lock timeout, and a unique key that another daemon took first. */
const RETRY = new Set(['40001', '40P01', '55P03', '23505']);
const TRIES = 4;

/**
 * Runs a batch as one transaction. Conflicts with other daemons run it again; any other error of the data
 * asks for its items to be run singly, so that a bad one fails alone. A connection lost at COMMIT is never retried: what happened is unknown.
 */
export async function inBatch<T, R>(
  pool: pg.Pool,
  items: readonly T[],
  run: (client: pg.PoolClient, items: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  for (let tried = 1; ; tried += 1) {
    const result = await once(pool, items, run);
    if ('outcomes' in result) return result.outcomes;
    const code = sqlState(result.error);
    if (code === null) throw new AppError('unavailable');
    if (RETRY.has(code) && tried < TRIES) {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** tried));
      continue;
    }
    if (RETRY.has(code) || code === '57014') throw new AppError('unavailable');
    // Something in the data: the batch is gone whole, and its items may run one by one.
    throw Object.assign(result.error as Error, { rerunSingly: true });
  }
}

/** The five-character state of an error that Postgres itself reported; null where the connection failed. */
function sqlState(error: unknown): string | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const fromServer = /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
  return fromServer ? code : error instanceof AppError || isDriverError(error) ? null : 'XX000';
}

const isDriverError = (error: unknown) =>
  error instanceof Error && ('errno' in error || /connection|timeout|terminated|ended/i.test(error.message));

async function once<T, R>(
  pool: pg.Pool,
  items: readonly T[],
  run: (client: pg.PoolClient, items: readonly T[]) => Promise<R[]>,
): Promise<{ outcomes: R[] } | { error: unknown }> {
  let client: pg.PoolClient;
  try {
    client = await pool.connect();
  } catch (error) {
    return { error };
  }
  // A connection that dies while checked out emits an error that would otherwise end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let broken = false;
  try {
    await client.query('begin');
    const outcomes = await run(client, items);
    try {
      await client.query('commit');
    } catch (error) {
      // What a failed COMMIT did is not known, so it is never run again.
      broken = true;
      return { error: sqlState(error) === null ? error : new AppError('unavailable') };
    }
    return { outcomes };
  } catch (error) {
    await client.query('rollback').catch(() => {
      broken = true;
    });
    return { error };
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}
