import type pg from 'pg';
import type { Handle } from '../database.ts';
import { writeAndRemove } from '../write-probe.ts';
import { destroy } from './postgres-pulse.ts';

/** An abandoned commit that waits for a standby leaves a waiting process on the server, so the limit is long. */
const LIMIT_MS = 20_000;

type Query = (config: pg.QueryConfig, params?: unknown[]) => Promise<pg.QueryResult>;

/** Creates `Database.probeWrite`. At most one probe runs at a time, and `stop` ends it. */
export function createWriteProbe(pool: pg.Pool, begin: string, handleOf: (query: Query) => Handle) {
  let inProgress: pg.PoolClient | null = null;
  return {
    async run(): Promise<void> {
      const client = await pool.connect();
      inProgress = client;
      // pg accepts a time-out for each query, although its types lack it.
      const unhurried = { query_timeout: LIMIT_MS };
      const query: Query = (config, params) => client.query({ ...config, ...unhurried }, params);
      let isKept = false;
      try {
        await query({ text: begin });
        await writeAndRemove(handleOf(query));
        await query({ text: 'COMMIT' });
        isKept = true;
      } finally {
        inProgress = null;
        // After a failure, the connection may still be waiting for the server, and a rollback would have to wait, too.
        client.release(!isKept);
      }
    },
    stop: () => destroy(inProgress),
  };
}
