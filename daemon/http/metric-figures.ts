import { Counter, Gauge, type Registry } from 'prom-client';
import type { Database } from '../db/database.ts';
import type { StorageFigures } from '../db/sqlite/storage-figures.ts';
import { droppedLines } from '../lib/log.ts';
import type { Traffic } from './traffic.ts';

type Pool = NonNullable<Database['pool']>;

export interface FigureSources {
  traffic: Pick<Traffic, 'underWay' | 'files' | 'refused' | 'connections'>;
  writes: () => { failed: number; failing: boolean };
  /** The pool of Postgres. */
  pool: Pool | undefined;
  /** The storage of SQLite. */
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
    help: 'Requests that wait for their answer, without files',
    read: () => traffic.underWay,
  },
  { name: 'redeemd_files_under_way', help: 'Files and pages that are being sent', read: () => traffic.files },
  {
    name: 'redeemd_requests_refused_total',
    help: 'Requests that got 503 because too many were under way',
    read: () => traffic.refused,
  },
  { name: 'redeemd_connections', help: 'Open connections of clients', read: () => traffic.connections.open },
  {
    name: 'redeemd_connections_refused_total',
    help: 'Connections beyond the most of one address',
    read: () => traffic.connections.refused,
  },
  {
    name: 'redeemd_answers_stalled_total',
    help: 'Answers that were cut because their client did not read them',
    read: () => traffic.connections.stalled,
  },
  {
    name: 'redeemd_writes_failed_total',
    help: 'Transactions that failed because the database could not write or did not answer',
    read: () => writes().failed,
  },
  {
    name: 'redeemd_writes_failing',
    help: '1 while the database keeps no writes; /readyz then answers 503',
    read: () => Number(writes().failing),
  },
  { name: 'redeemd_log_lines_dropped_total', help: 'Lines of the log that could not be written', read: droppedLines },
  ...(pool ? poolFigures(pool) : []),
  ...(storage ? storageFigures(storage) : []),
];

const poolFigures = (pool: Pool): Figure[] => [
  {
    name: 'redeemd_pool_waiting',
    help: 'Transactions and queries that wait for a connection to Postgres',
    read: () => pool.waitingCount,
  },
  {
    name: 'redeemd_pool_connections',
    help: 'Connections of the pool to Postgres',
    read: () => pool.totalCount,
  },
  {
    name: 'redeemd_pool_connections_idle',
    help: 'Connections of the pool that do nothing',
    read: () => pool.idleCount,
  },
];

const storageFigures = (storage: () => StorageFigures): Figure[] => [
  {
    name: 'redeemd_disk_free_bytes',
    help: 'What is free on the volume of the SQLite file',
    read: () => storage().free,
  },
  { name: 'redeemd_sqlite_file_bytes', help: 'The size of the SQLite file', read: () => storage().file },
  {
    name: 'redeemd_sqlite_wal_bytes',
    help: 'The size of the write-ahead log beside the SQLite file',
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
