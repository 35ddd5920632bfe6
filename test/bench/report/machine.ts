import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { openSqliteFile } from '../../../daemon/db/sqlite/sqlite-library.ts';

/** The properties of the machine that a reader of the report needs. None of them identifies the machine. */
export interface Machine {
  measuredAt: string;
  processor: string;
  cores: number;
  memoryGib: number;
  node: string;
  sqlite: string;
  postgres: string | null;
  loadAverage: number;
}

export function machineFacts(): Machine {
  const db = openSqliteFile(':memory:');
  const sqlite = db.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
  db.close();
  return {
    measuredAt: new Date().toISOString().slice(0, 10),
    processor: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    sqlite,
    postgres: null,
    loadAverage: loadavg()[0] ?? 0,
  };
}

const BLOCK = Buffer.alloc(4096, 1);
/** The number of writes between two reads of the clock. */
const AT_ONCE = 8;

/** Appends 4 KiB to a file in the databases' folder and waits for the disk, repeatedly. Returns the rate per second. */
export function fsyncRate(seconds: number): number {
  const path = join(tmpdir(), `redeemd-bench-fsync-${process.pid}`);
  const file = openSync(path, 'w', 0o600);
  try {
    const startedAt = performance.now();
    let written = 0;
    while (performance.now() - startedAt < seconds * 1000)
      for (let n = 0; n < AT_ONCE; n += 1) {
        writeSync(file, BLOCK);
        fdatasyncSync(file);
        written += 1;
      }
    return (written * 1000) / (performance.now() - startedAt);
  } finally {
    closeSync(file);
    rmSync(path);
  }
}
