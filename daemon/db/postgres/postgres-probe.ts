import type pg from 'pg';
import type { Handle } from '../database.ts';
import { writeAndRemove } from '../write-probe.ts';
import { destroy } from './postgres-pulse.ts';

/**
 * Each commit that is given up while Postgres waits for its standby leaves a waiting process on the server, so the probe
 * gives up few.
 */
const LIMIT_MS = 20_000;

type Query = (config: pg.QueryConfig, params?: unknown[]) => Promise<pg.QueryResult>;

/** Writes, as `Database.probeWrite` says. At most one probe is under way. `stop` cuts it. */
export function createWriteProbe(pool: pg.Pool, begin: string, handleOf: (query: Query) => Handle) {
  let underWay: pg.PoolClient | null = null;
  return {
    async run(): Promise<void> {
      const client = await pool.connect();
      underWay = client;
      // pg accepts a time-out on each query; its types do not show it.
      const unhurried = { query_timeout: LIMIT_MS };
      const query: Query = (config, params) => client.query({ ...config, ...unhurried }, params);
      let isKept = false;
      try {
        await query({ text: begin });
        await writeAndRemove(handleOf(query));
        await query({ text: 'COMMIT' });
        isKept = true;
      } finally {
        underWay = null;
        // Where it failed the connection may still wait for the server. A rollback would wait behind it.
        client.release(!isKept);
      }
    },
    stop: () => destroy(underWay),
  };
}
