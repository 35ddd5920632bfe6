import cluster, { type Worker } from 'node:cluster';
import type { Duplex } from 'node:stream';
import {
  LINE_FD,
  type Question,
  type ToDaemon,
  type ToWorker,
  type WorkerReport,
  type WorkerSettings,
} from './crew-messages.ts';
import { receiveMessages, sendMessage } from './line.ts';
import { receivedFault } from './sent-faults.ts';

export interface MemberParts {
  settings: WorkerSettings;
  /** @returns what takes the questions of one worker */
  answersOver: (line: Duplex) => (first: number, questions: readonly Question[]) => void;
  onReport: (report: WorkerReport) => void;
  onEnd: (end: MemberEnd) => void;
}

export interface MemberEnd {
  hasListened: boolean;
  livedMs: number;
  status: number | undefined;
  signal: string | undefined;
}

export interface CrewMember {
  /** Rejects where it cannot listen, or ends before that. */
  listening: Promise<void>;
  ended: Promise<void>;
  tell(message: ToWorker): void;
  kill(): void;
}

/** Starts one HTTP worker. */
export function startMember({ settings, answersOver, onReport, onEnd }: MemberParts): CrewMember {
  const startedAt = performance.now();
  const worker = cluster.fork(withoutSettings());
  const line = worker.process.stdio[LINE_FD] as Duplex;
  closeUntaken(worker);
  const tell = (message: ToWorker) => sendMessage(line, message);
  let hasListened = false;
  const listening = new Promise<void>((resolve, reject) => {
    const answer = answersOver(line);
    receiveMessages<ToDaemon>(line, (message) => {
      switch (message.kind) {
        case 'ask':
          return answer(message.first, message.questions);
        case 'report':
          return onReport(message.report);
        case 'listening':
          hasListened = true;
          return resolve();
        case 'failed':
          return reject(receivedFault(message.fault));
      }
    });
    worker.once('exit', (code, signal) =>
      reject(new Error(`An HTTP worker ended (${signal ?? code}) before it listened`)),
    );
  });
  const ended = new Promise<void>((resolve) => {
    worker.once('exit', (code, signal) => {
      resolve();
      const status = code ?? undefined;
      onEnd({ hasListened, livedMs: performance.now() - startedAt, status, signal: signal ?? undefined });
    });
  });
  // What breaks ends the process too, which is told above.
  for (const part of [line, worker]) part.on('error', () => {});
  tell({ kind: 'start', settings });
  return { listening, ended, tell, kill: () => worker.process.kill('SIGKILL') };
}

/**
 * Closes the connection that was on its way to a worker that ended. Node forgets it and leaves it open: its client would
 * wait for ever. Node hands over the next one only when the worker has taken the last.
 */
function closeUntaken(worker: Worker) {
  const { process } = worker;
  const send = process.send.bind(process) as (...given: unknown[]) => boolean;
  let last: unknown;
  process.send = (...given: unknown[]) => {
    const [, handle] = given;
    if (isClosable(handle)) last = handle;
    return send(...given);
  };
  // To close one that the worker has taken does nothing.
  worker.once('exit', () => isClosable(last) && last.close());
}

const isClosable = (handle: unknown): handle is { close(): void } =>
  typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function';

/** A process that strangers talk to need not hold the database's password and the secret key. */
const withoutSettings = () =>
  Object.fromEntries(
    Object.keys(process.env)
      .filter((name) => name.startsWith('REDEEMD_'))
      .map((name) => [name, undefined]),
  );
