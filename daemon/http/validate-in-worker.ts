import { once } from 'node:events';
import { scheduler } from 'node:timers/promises';
import { type MessagePort, receiveMessageOnPort, Worker } from 'node:worker_threads';
import type { EndpointName } from '../contract/contract.ts';
import { AppError, type Problem } from '../contract/refusals.ts';
import { bundledFile } from '../lib/bundled-file.ts';
import type { CheckedPart } from './validate.ts';

/** Validates in a worker a body whose validation would block the daemon's own thread for seconds. */
export type ValidateInWorker = (name: EndpointName, body: Buffer) => Promise<CheckedPart>;

export interface ThreadWork {
  name: EndpointName;
  body: Uint8Array;
  /** Receives the entries of long lists. The reply omits them, because reading them all in one go takes too long. */
  pieces: MessagePort;
}

export type ThreadReply = CheckedPart | { problem: Problem };

export interface Piece {
  path: (string | number)[];
  entries: unknown[];
}

/** Runs one worker at a time, so that large bodies leave a core free for other work. */
export function createValidateInWorker(): ValidateInWorker {
  let last: Promise<unknown> = Promise.resolve();
  return (name, body) => {
    const check = last.then(() => checkNow(name, body));
    last = check.catch(() => {});
    return check;
  };
}

async function checkNow(name: EndpointName, given: Buffer): Promise<CheckedPart> {
  const { port1: pieces, port2 } = new MessageChannel();
  const body = new Uint8Array(given);
  const workerData: ThreadWork = { name, body, pieces: port2 };
  const worker = new Worker(bundledFile('large-body-worker.js'), { workerData, transferList: [body.buffer, port2] });
  try {
    const [reply]: ThreadReply[] = await once(worker, 'message');
    if (!reply || 'problem' in reply) throw new AppError(reply?.problem ?? 'internal_error');
    for (let got = receiveMessageOnPort(pieces); got; got = receiveMessageOnPort(pieces)) {
      addPiece(reply.data, got.message);
      await scheduler.yield();
    }
    return reply;
  } finally {
    pieces.close();
    await worker.terminate();
  }
}

function addPiece(data: unknown, { path, entries }: Piece) {
  const list = path.reduce((value, key) => (value as Record<string | number, unknown>)[key], data);
  (list as unknown[]).push(...entries);
}
