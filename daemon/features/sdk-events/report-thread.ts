import { Worker } from 'node:worker_threads';
import { bundledFile } from '../../lib/bundled-file.ts';
import type { FigureQuery, Figures } from './count-events.ts';

export interface ReportWork {
  databaseUrl: string;
  query: FigureQuery;
}
export type ReportMessage = { events: number } | { result: Figures[keyof Figures] };

/**
 * The thread keeps every session and person in the report's period in memory. This limit is enough for ten million of
 * them.
 */
const MOST_MEGABYTES = 2048;

/** Computes the figures of a report in a separate thread. @throws if `signal` ends the thread */
export async function countInThread(
  work: ReportWork,
  progress: (events: number) => void,
  signal: AbortSignal,
): Promise<Figures[keyof Figures]> {
  signal.throwIfAborted();
  const worker = new Worker(bundledFile('event-report-worker.js'), {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const end = () => void worker.terminate();
  signal.addEventListener('abort', end);
  try {
    return await new Promise((resolve, reject) => {
      worker.on('message', (message: ReportMessage) => {
        if ('result' in message) resolve(message.result);
        else progress(message.events);
      });
      worker.on('error', reject);
      worker.on('exit', (code) => reject(signal.reason ?? new Error(`The report thread exited with code ${code}`)));
    });
  } finally {
    signal.removeEventListener('abort', end);
    await worker.terminate();
  }
}
