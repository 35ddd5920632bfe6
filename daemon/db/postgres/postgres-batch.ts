import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { Unavailable } from '../../lib/unavailable.ts';
import { isConflict, postgresFault } from '../faults.ts';

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
    if (isConflict(result.error)) {
      if (tried === TRIES) throw new Unavailable(result.error);
      await sleep(Math.random() * 10 * 2 ** tried);
      continue;
    }
    const fault = postgresFault(result.error);
    if (fault instanceof Unavailable) throw fault;
    // Something in the data: the batch is gone whole, and its items may run one by one.
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
      // What a failed COMMIT did is not known, so it is never run again.
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
