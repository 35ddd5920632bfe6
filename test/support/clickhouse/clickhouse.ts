import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `hang` accepts requests and never responds. `refuse` responds that there are too many queries, `full` that the disk
 * has no room for an insert, and `parts` that inserts are faster than merges. `lose-inserts` runs inserts and closes
 * the connection without a response. `slow` responds to an insert a second late, and `hold` only when the mode changes.
 */
type Mode = 'serve' | 'hang' | 'refuse' | 'full' | 'parts' | 'lose-inserts' | 'slow' | 'hold';

export interface ClickHouse {
  /** The URL for the daemon, which includes the name of the database. */
  url: string;
  /** The folder with the engine's files. */
  folder: string;
  setMode(mode: Mode): Promise<void>;
  /** Returns the number of requests that have arrived since the start. */
  requests(): Promise<number>;
  /** Returns the number of inserts that have arrived since the start. */
  inserts(): Promise<number>;
  /** Stops the process; `SIGKILL` ends it without closing its files. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** Starts the process again with the same folder and port. */
  start(): Promise<void>;
  /** Stops the process and removes its folder. */
  close(): Promise<void>;
}

// Benchmarks bundle this file, but the process runs from its source.
const FRONT = join(process.cwd(), 'test/support/clickhouse/front.mjs');

/** Starts ClickHouse's engine with a new folder. Throws an error if the engine cannot be fetched. */
export async function startClickHouse(database = 'redeemd'): Promise<ClickHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'redeemd-clickhouse-'));
  let port = 0;
  let mode: Mode = 'serve';
  let child: ChildProcess | undefined;
  const start = async () => {
    child = fork(FRONT, [folder, String(port)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [] });
    port = (await messageOf<{ port: number }>(child)).port;
  };
  const ask = async (next: Mode): Promise<{ arrived: number; inserts: number }> => {
    if (!child) throw new Error('ClickHouse is stopped');
    mode = next;
    child.send(next);
    return await messageOf(child);
  };
  const stop: ClickHouse['stop'] = async (signal = 'SIGTERM') => {
    const running = child;
    child = undefined;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    running.kill(signal);
    await once(running, 'exit');
  };
  await start();
  return {
    get url() {
      return `clickhouse://default:secret@127.0.0.1:${port}/${database}`;
    },
    ...{ folder, start, stop },
    setMode: async (next) => void (await ask(next)),
    requests: async () => (await ask(mode)).arrived,
    inserts: async () => (await ask(mode)).inserts,
    async close() {
      // Its files are removed, so statements in progress need not end.
      await stop('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function messageOf<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController();
  const exit = once(child, 'exit', { signal: ended.signal }).then(([code]) => {
    throw new Error(`ClickHouse's process ended with ${code}`);
  });
  const message = once(child, 'message', { signal: ended.signal }).then(([value]) => {
    if (typeof value === 'object' && 'fault' in value) throw new Error(value.fault);
    return value as T;
  });
  try {
    return await Promise.race([message, exit]);
  } finally {
    ended.abort();
    for (const rest of [exit, message]) rest.catch(() => {});
  }
}
