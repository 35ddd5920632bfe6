import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Config } from '../../config.ts';
import { type Check, fault, ok, wordsOf } from './check.ts';

const FALLBACK_HINT =
  'the primary serves reads instead. Check the standby’s log and pg_stat_replication on the primary';
const POLL_MS = 50;
const MAX_WAIT_MS = 5000;

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
      return fault(
        name,
        'the server in REDEEMD_READ_URL is not a standby: set it to the URL of a standby, or remove it',
      );
    const end = await primary.query<{ position: string }>('SELECT pg_current_wal_lsn()::text AS position');
    const startedAt = performance.now();
    const patienceMs = Math.min(MAX_WAIT_MS, readMaxLagMs);
    for (;;) {
      const behind = await bytesBehind(replica, end.rows[0]?.position ?? '0/0');
      const ms = Math.round(performance.now() - startedAt);
      if (behind <= 0) return ok(name, `responds, at most ${ms} ms behind`);
      if (ms > patienceMs) return fault(name, `more than ${ms} ms${inBytes(behind)} behind: ${FALLBACK_HINT}`);
      await sleep(POLL_MS);
    }
  } catch (error) {
    return fault(name, `${wordsOf(error)}: ${FALLBACK_HINT}`);
  } finally {
    await replica.end().catch(() => {});
  }
}

/** Returns infinity if the replica has not replayed anything yet. */
async function bytesBehind(replica: pg.ClientBase, position: string): Promise<number> {
  const { rows } = await replica.query<{ behind: string | null }>(
    'SELECT $1::pg_lsn - pg_last_wal_replay_lsn() AS behind',
    [position],
  );
  return Number(rows[0]?.behind ?? Number.POSITIVE_INFINITY);
}

const inBytes = (count: number) => (Number.isFinite(count) ? ` (${count} bytes)` : '');
