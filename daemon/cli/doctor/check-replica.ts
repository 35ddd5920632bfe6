import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { type Check, well, wordsOf, wrong } from './check.ts';

const MEANWHILE =
  'the primary answers the reads instead. Check the standby’s log and pg_stat_replication on the primary';
const LOOK_MS = 50;
const MOST_MS = 5000;

/** Waits until the replica has replayed the primary's current position, and reports how long that took. */
export async function checkReplica(
  primary: pg.ClientBase,
  url: string,
  { readMaxLagMs }: Pick<Config, 'readMaxLagMs'>,
): Promise<Check> {
  const name = 'replica';
  const replica = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  replica.on('error', () => {});
  try {
    await replica.connect();
    const { rows } = await replica.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    if (!rows[0]?.standby)
      return wrong(name, 'the server in REDEEMD_READ_URL is not a standby: set a standby, or remove the setting');
    const end = await primary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position');
    const startedAt = performance.now();
    const patienceMs = Math.min(MOST_MS, readMaxLagMs);
    for (;;) {
      const behind = await bytesBehind(replica, end.rows[0]?.position ?? '0/0');
      const ms = Math.round(performance.now() - startedAt);
      if (behind <= 0) return well(name, `answers, at most ${ms} ms behind`);
      if (ms > patienceMs) return wrong(name, `more than ${ms} ms behind, ${behind} bytes: ${MEANWHILE}`);
      await sleep(LOOK_MS);
    }
  } catch (error) {
    return wrong(name, `${wordsOf(error)}: ${MEANWHILE}`);
  } finally {
    await replica.end().catch(() => {});
  }
}

async function bytesBehind(replica: pg.ClientBase, position: string): Promise<number> {
  const { rows } = await replica.query<{ behind: string | null }>(
    'SELECT $1::pg_lsn - pg_last_wal_replay_lsn() AS behind',
    [position],
  );
  return Number(rows[0]?.behind ?? Number.POSITIVE_INFINITY);
}
