import { Worker } from 'node:worker_threads';
import { bundledFile } from '../../lib/bundled-file.ts';
import { Unavailable } from '../../lib/unavailable.ts';

export interface WorkerSettings {
  file: string;
  role: 'writer' | 'reader';
  slot: number;
}

export interface SqlRequest {
  kind: 'sql';
  sql: string;
  params: unknown[];
  method: 'all' | 'run' | 'get' | 'values';
}

export type WorkerRequest =
  | SqlRequest
  /** The worker's code defines the call (`HotCall`), which is opaque here. */
  | { kind: 'batch'; call: unknown }
  | { kind: 'begin' | 'commit' | 'rollback' | 'close' }
  | { kind: 'backup'; file: string };

/** An error as it is sent between threads. */
export interface SentFault {
  message: string;
  stack?: string | undefined;
  code?: string | undefined;
}

/** Reply 0 reports that the worker has opened the file, or why it could not. */
export type WorkerReply = { id: number; value: unknown } | { id: number; fault: SentFault };

/** A channel to one worker thread, which runs requests in the order in which they were sent. */
export interface Channel {
  ask<T = unknown>(request: WorkerRequest): Promise<T>;
  close(): Promise<void>;
}

interface Waiting {
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** Starts a worker on the file. If the worker ends unexpectedly, `onCrash` runs and all requests get 503. */
export async function openChannel(workerData: WorkerSettings, onCrash: (error: unknown) => void): Promise<Channel> {
  const worker = new Worker(bundledFile('sqlite-worker.js'), { workerData });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let crash: Unavailable | undefined;
  let closed: Promise<void> | undefined;

  const expect = (id: number) => new Promise<unknown>((resolve, reject) => waiting.set(id, { resolve, reject }));
  const fail = (cause: unknown) => {
    if (!crash && !closed) onCrash(cause);
    crash ??= new Unavailable(cause);
    for (const { reject } of waiting.values()) reject(crash);
    waiting.clear();
  };
  worker.on('message', (reply: WorkerReply) => {
    const asker = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('fault' in reply) asker?.reject(received(reply.fault));
    else asker?.resolve(reply.value);
  });
  worker.on('error', fail);
  worker.on('messageerror', fail);
  worker.on('exit', (code) => fail(new Error(`The SQLite ${workerData.role} thread ended with exit code ${code}`)));
  await expect(0);

  const send = (request: WorkerRequest) => {
    lastId += 1;
    const answer = expect(lastId);
    worker.postMessage({ id: lastId, ...request });
    return answer;
  };
  const end = async () => {
    if (!crash) await send({ kind: 'close' }).catch(() => {});
    await worker.terminate();
  };
  return {
    async ask<T>(request: WorkerRequest) {
      if (crash || closed) throw crash ?? new Unavailable(new Error('The database is closed'));
      return (await send(request)) as T;
    },
    close() {
      closed ??= end();
      return closed;
    },
  };
}

const received = ({ message, stack, code }: SentFault): Error => {
  const error = Object.assign(new Error(message), code === undefined ? {} : { code });
  if (stack !== undefined) error.stack = stack;
  return error;
};
