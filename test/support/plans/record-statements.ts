import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import threads, { type WorkerOptions } from 'node:worker_threads';
import pg from 'pg';
import { vi } from 'vitest';

/** A statement that was sent to the database, and its cause. */
export interface Asked {
  sql: string;
  params: unknown[];
  by: string;
}

export interface Recording {
  /** Sets the cause of the statements from now on. */
  by(name: string): void;
  asked(): Asked[];
  stop(): void;
}

/**
 * Records every statement of daemons that start in this process from now on: those of the pool and of batches on
 * Postgres, and those of both worker threads on SQLite.
 */
export function recordStatements(): Recording {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-statements-'));
  const file = join(folder, 'statements');
  const write = (line: object) => appendFileSync(file, `${JSON.stringify(line, plain)}\n`);
  write({ by: 'the start' });
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [config, values] = args as [string | pg.QueryConfig, unknown];
    const { text, values: own } = typeof config === 'string' ? { text: config, values: undefined } : config;
    if (text) write({ sql: text, params: own ?? (Array.isArray(values) ? values : []) });
    return query.apply(this, args);
  } as typeof pg.Client.prototype.query);
  const restoreWorkers = preloadWorkers(file);
  return {
    by: (name) => write({ by: name }),
    asked: () => readAsked(file),
    stop() {
      spy.mockRestore();
      restoreWorkers();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Preloads a recorder, because SQLite's statements run in worker threads, which this thread cannot observe. */
function preloadWorkers(file: string) {
  const { Worker } = threads;
  const recorder = new URL('./record-worker.mjs', import.meta.url).href;
  threads.Worker = class extends Worker {
    constructor(name: string | URL, options: WorkerOptions = {}) {
      const env = { ...process.env, REDEEMD_TEST_STATEMENTS: file };
      super(name, { ...options, env, execArgv: ['--import', recorder] });
    }
  };
  syncBuiltinESMExports();
  return () => {
    threads.Worker = Worker;
    syncBuiltinESMExports();
  };
}

const plain = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

function readAsked(file: string): Asked[] {
  let by = '';
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const read = JSON.parse(line);
      if ('sql' in read) return [{ sql: read.sql, params: read.params, by }];
      by = read.by;
      return [];
    });
}
