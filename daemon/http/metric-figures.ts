import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { StorageFigures } from '../db/sqlite/storage-figures.ts';
import { droppedLines } from '../lib/log.ts';
import type { Traffic } from './traffic.ts';

type Pool = NonNullable<Database['pool']>;

export interface FigureSources {
  traffic: Pick<Traffic, 'inProgress' | 'files' | 'refused' | 'connections'>;
  writes: () => { failed: number; failing: boolean };
  /** Undefined on SQLite. */
  pool: Pool | undefined;
  /** Undefined on Postgres. */
  storage: (() => StorageFigures) | undefined;
}

interface Figure {
  name: string;
  help: string;
  /** Returns NaN if the value is unknown. */
  read: () => number;
}

/** Lists the figures that are read on request. A name that ends in `_total` is a counter. */
export const figuresOf = ({ traffic, writes, pool, storage }: FigureSources): Figure[] => [
  {
    name: 'redeemd_requests_under_way',
    help: 'Requests in progress, except for files',
    read: () => traffic.inProgress,
  },
  { name: 'redeemd_files_under_way', help: 'Files and pages being sent', read: () => traffic.files },
  {
    name: 'redeemd_requests_refused_total',
    help: 'Requests refused with 503 because too many were in progress',
    read: () => traffic.refused,
  },
  { name: 'redeemd_connections', help: 'Open client connections', read: () => traffic.connections.open },
  {
    name: 'redeemd_connections_refused_total',
    help: 'Connections refused because their address had too many',
    read: () => traffic.connections.refused,
  },
  {
    name: 'redeemd_answers_stalled_total',
    help: 'Responses ended because the client did not read them',
    read: () => traffic.connections.stalled,
  },
  {
    name: 'redeemd_writes_failed_total',
    help: 'Transactions that failed because the database could not write or did not respond',
    read: () => writes().failed,
  },
  {
    name: 'redeemd_writes_failing',
    help: '1 while the database is not accepting writes; /readyz then answers 503',
    read: () => Number(writes().failing),
  },
  { name: 'redeemd_log_lines_dropped_total', help: 'Log lines that could not be written', read: droppedLines },
  ...(pool ? poolFigures(pool) : []),
  ...(storage ? storageFigures(storage) : []),
];

const poolFigures = (pool: Pool): Figure[] => [
  {
    name: 'redeemd_pool_waiting',
    help: 'Transactions and queries waiting for a Postgres connection',
    read: () => pool.waitingCount,
  },
  {
    name: 'redeemd_pool_connections',
    help: 'Postgres connections in the pool',
    read: () => pool.totalCount,
  },
  {
    name: 'redeemd_pool_connections_idle',
    help: 'Idle Postgres connections in the pool',
    read: () => pool.idleCount,
  },
];

const storageFigures = (storage: () => StorageFigures): Figure[] => [
  {
    name: 'redeemd_disk_free_bytes',
    help: 'Free space on the volume of the SQLite file',
    read: () => storage().free,
  },
  { name: 'redeemd_sqlite_file_bytes', help: 'Size of the SQLite file', read: () => storage().file },
  {
    name: 'redeemd_sqlite_wal_bytes',
    help: 'Size of the write-ahead log of the SQLite file',
    read: () => storage().wal,
  },
];

export function sampled(registry: Registry, { name, help, read }: Figure) {
  const registers = [registry];
  if (!name.endsWith('_total')) {
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(read());
      },
    });
    return;
  }
  new Counter({
    ...{ name, help, registers },
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
