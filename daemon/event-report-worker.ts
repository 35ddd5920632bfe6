// This worker thread is bundled separately. Counting millions of events takes seconds of CPU time.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { dialectOf, openForReads } from './db/open.ts';
import { countEvents } from './features/sdk-events/count-events.ts';
import type { ReportMessage, ReportWork } from './features/sdk-events/report-thread.ts';
import { lowerPriority } from './lib/lower-priority.ts';

const PAGE_SIZE = 5000;

if (!parentPort) throw new Error('event-report-worker must run as a worker thread');
const port = parentPort;
const { databaseUrl, query } = workerData as ReportWork;

lowerPriority(19);
const db = await openForReads(databaseUrl);
try {
  const progress = (events: number) => port.postMessage({ events } satisfies ReportMessage);
  // Postgres does this work in a process whose priority the daemon cannot lower, so this thread pauses between pages.
  const pause = dialectOf(databaseUrl) === 'postgres' ? { pause: (ms: number) => sleep(ms) } : {};
  const result = await countEvents(db, query, { pageSize: PAGE_SIZE, progress, ...pause });
  port.postMessage({ result } satisfies ReportMessage);
} finally {
  await db.close();
}
