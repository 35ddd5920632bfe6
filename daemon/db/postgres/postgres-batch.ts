import type pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';
import { isConflict, isConnectionOver, isRetryable, postgresFault } from '../faults.ts';
import { ItemFault } from '../item-fault.ts';
import { WRITE_LIMIT_MS, within } from '../write-guard.ts';
import { pauseAfterConflict } from './postgres-conflict.ts';

/** A unique violation or lock time-out that recurs in this many attempts is not a passing conflict. */
const TRIES_OF_OTHERS = 4;

export interface BatchParts {
  pool: pg.Pool;
  /** The statements that begin a transaction. */
  begin: string;
  /** Whether statements are sent with their names. */
  prepared: boolean;
}

/**
 * Runs a batch as one transaction, and again after a conflict with another transaction. For any other data error, the
 * caller must run the items one by one, so that a bad one fails alone. If the connection is lost at COMMIT, the outcome
 * is unknown and the batch does not run again.
 */
export async function inBatch<T, R>(
  parts: BatchParts,
  items: readonly T[],
  run: (client: pg.PoolClient, items: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  const until = performance.now() + WRITE_LIMIT_MS;
  for (let tried = 1; ; tried += 1) {
    const result = await once(parts, items, run);
    if ('outcomes' in result) return result.outcomes;
    if (isConflict(result.error)) {
      const isHopeless = !isRetryable(result.error) && tried === TRIES_OF_OTHERS;
      if (isHopeless || performance.now() > until) throw new Unavailable(result.error);
      await pauseAfterConflict(tried);
      continue;
    }
    const fault = postgresFault(result.error);
    if (fault instanceof Unavailable) throw fault;
    throw new ItemFault(fault);
  }
}

async function once<T, R>(
  parts: BatchParts,
  items: readonly T[],
  run: (client: pg.PoolClient, items: readonly T[]) => Promise<R[]>,
): Promise<{ outcomes: R[] } | { error: unknown }> {
  let client: pg.PoolClient;
  try {
    client = await parts.pool.connect();
  } catch (error) {
    return { error };
  }
  // A connection that dies during use emits an error, which would end the process.
  const ignore = () => {};
  client.on('error', ignore);
  let broken = false;
  try {
    await client.query(parts.begin);
    const outcomes = await run(parts.prepared ? client : withoutNames(client), items);
    try {
      await within(WRITE_LIMIT_MS, client.query('commit'));
    } catch (error) {
      // Under stricter isolation levels, COMMIT itself can fail with a conflict; the server has then rolled back.
      if (isRetryable(error)) return { error };
      // The outcome of any other failed COMMIT is unknown, so the batch does not run again.
      broken = true;
      return { error: new Unavailable(error) };
    }
    return { outcomes };
  } catch (error) {
    broken = isConnectionOver(error);
    if (!broken)
      await client.query('rollback').catch(() => {
        broken = true;
      });
    return { error };
  } finally {
    client.off('error', ignore);
    client.release(broken);
  }
}

/** A pooler may run the next transaction in a session that lacks the named statement. */
const withoutNames = (client: pg.PoolClient): pg.PoolClient =>
  Object.assign(Object.create(client), {
    query: (asked: string | pg.QueryConfig, values?: unknown[]) =>
      client.query(typeof asked === 'string' ? { text: asked } : { ...asked, name: undefined }, values),
  });
