import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { settleWithin } from '../../lib/within.ts';
import { exactTypes } from './postgres-pool.ts';
import { destroy } from './postgres-pulse.ts';
import type { Position, ReplicaLag } from './replica-lag.ts';

const POLL_MS = 200;
const CONNECT_MS = 500;
/** A replica that does not respond for this long counts as unreachable. */
const PATIENCE_MS = 1000;

/** Selects the end of the primary's log. */
export const PRIMARY = "SELECT pg_current_wal_lsn() - '0/0' AS position";
const REPLICA = "SELECT pg_is_in_recovery() AS standby, pg_last_wal_replay_lsn() - '0/0' AS position";
const CLUSTER = 'SELECT system_identifier::text AS cluster FROM pg_control_system()';

interface ReplicaRow {
  standby: boolean;
  position: Position | null;
}
type Querying = Pick<pg.Pool, 'query'>;

export interface ReplicaWatchParts {
  primary: Querying;
  url: string;
  lag: ReplicaLag;
  /** Runs each time the replica becomes unreachable, with the reason, and each time it is reachable again. */
  onChange: (fault: Error | null) => void;
}

/** Compares the positions of both servers several times a second, and reports each loss or return of the replica. */
export function watchReplica({ primary, url, lag, onChange }: ReplicaWatchParts): { close(): Promise<void> } {
  const closing = new AbortController();
  let client: pg.Client | null = null;
  let wasLost: boolean | null = null;

  const look = async () => {
    const at = performance.now();
    const { rows } = await primary.query<{ position: Position }>(PRIMARY);
    if (rows[0]) lag.primaryWas(rows[0].position, at);
    try {
      client ??= await connect(url, primary);
      lag.replicaIs(positionOf(await within(client.query<ReplicaRow>({ text: REPLICA, types: exactTypes }))));
      if (wasLost !== false) onChange(null);
      wasLost = false;
    } catch (error) {
      lag.lost();
      destroy(client);
      client = null;
      if (wasLost !== true) onChange(error as Error);
      wasLost = true;
    }
  };
  const run = async () => {
    while (!closing.signal.aborted) {
      // If the primary is unreachable, no comparison is possible, and the lag grows past every limit.
      await look().catch(() => {});
      await sleep(POLL_MS, undefined, { ref: false, signal: closing.signal }).catch(() => {});
    }
    destroy(client);
  };
  const running = run();
  return {
    async close() {
      closing.abort();
      await running;
    },
  };
}

function positionOf({ rows: [row] }: pg.QueryResult<ReplicaRow>): Position {
  if (!row?.standby || row.position === null) throw new Error('The server in REDEEMD_READ_URL is not a standby');
  return row.position;
}

async function connect(url: string, primary: Querying): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    application_name: 'redeemd replica watch',
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const [ours, its] = [await clusterOf(primary), await within(clusterOf(client))];
    if (ours && its && ours !== its) throw new Error('The server in REDEEMD_READ_URL is a standby of another primary');
    return client;
  } catch (error) {
    destroy(client);
    throw error;
  }
}

/** Returns the number that a primary and its standbys share; undefined if the role has no permission to read it. */
async function clusterOf(server: Querying | pg.Client): Promise<string | undefined> {
  const asked = server.query<{ cluster: string }>(CLUSTER).catch((error: unknown) => {
    if (error instanceof pg.DatabaseError && error.code === '42501') return null;
    throw error;
  });
  return (await asked)?.rows[0]?.cluster;
}

const within = <T>(work: Promise<T>): Promise<T> =>
  settleWithin(PATIENCE_MS, work, () => new Error(`The replica did not respond for ${PATIENCE_MS} ms`));
