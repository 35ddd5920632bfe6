import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';
import { isConflict, postgresFault } from '../faults.ts';

const TRIES = 4;

/**
 * Runs a batch as one transaction. After a conflict with another daemon the batch runs again. Any other error of the
 * data asks the caller to run the items singly, so that a bad one fails alone. A batch whose connection is lost at
 * COMMIT never runs again, since its outcome is unknown.
 */
export async function inBatch<T, R>(
  pool: pg.Pool,
  items: readonly T[],
  run: (client: pg.PoolClient, items: readonly T[]) => Promise<R[]>,
): Promise<R[]> {
  for (let tried = 1; ; tried += 1) {
    const result = await once(pool, items, run);
    if ('outcomes' in result) return result.outcomes;
    if (isConflict(result.error)) {
      if (tried === TRIES) throw new Unavailable(result.error);
      await sleep(Math.random() * 10 * 2 ** tried);
      continue;
    }
    const fault = postgresFault(result.error);
    if (fault instanceof Unavailable) throw fault;
    // An error of the data: the whole batch was rolled back, so its items may run one by one.
    throw Object.assign(fault as Error, { rerunSingly: true });
  }
}

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
      // The outcome of a failed COMMIT is unknown, so the batch never runs again.
      broken = true;
      return { error: new Unavailable(error) };
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
