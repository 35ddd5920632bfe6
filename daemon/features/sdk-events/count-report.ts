import type { Database } from '../../db/database.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import type { FigureQuery } from './count-events.ts';
import { changeReport, claimReport, type EventReport } from './event-reports-store.ts';
import { countInThread } from './report-thread.ts';

export interface ReportParts {
  db: Database;
  databaseUrl: string;
  clock: Clock;
  log: Log;
  /** Computes the figures; replaced in tests. */
  count?: typeof countInThread;
}

export interface Report {
  id: string;
  query: FigureQuery;
  /** The number of events in the span when the report was requested. */
  events: number;
}

/** A report that this daemon is counting or will count. */
export interface Counting {
  read: number;
  stopping: AbortController;
  done: Promise<void>;
}

const BEAT_MS = 1000;

/** Counts a report, unless another daemon is doing so, and stores its figures and progress in the database. */
export async function countReport(parts: ReportParts, { id, query, events }: Report, own: Counting): Promise<void> {
  const { db, databaseUrl, clock, log, count = countInThread } = parts;
  const { signal } = own.stopping;
  const row = { report_id: id, query: JSON.stringify(query), events };
  if (signal.aborted || !(await db.write((handle) => claimReport(handle, row, clock())))) return;
  const change = (changes: Partial<EventReport>) => db.write((handle) => changeReport(handle, id, changes));
  try {
    const result = await count({ databaseUrl, query }, beating(own, clock, change), signal);
    const now = clock();
    const figures = { result: JSON.stringify(result), counted_at: now };
    await change({ status: 'done', events_read: events, updated_at: now, ...figures });
  } catch (error) {
    if (!signal.aborted) log.warn('A report of SDK events could not be counted', { error });
    // After an abort, the time 0 marks the report as abandoned, so that any daemon can count it immediately.
    const end: Partial<EventReport> = signal.aborted ? { updated_at: 0 } : { status: 'failed', updated_at: clock() };
    await change(end).catch((fault) =>
      log.warn('The status of a report of SDK events could not be stored', { error: fault }),
    );
  }
}

/**
 * Returns a function that sums the progress and stores it once a second. If the report was deleted, the function ends
 * the count.
 */
function beating(own: Counting, clock: Clock, change: (changes: Partial<EventReport>) => Promise<boolean>) {
  let beatAt = clock();
  const beat = async (now: number) => {
    if (!(await change({ events_read: own.read, updated_at: now })))
      own.stopping.abort(new Error('The report was cancelled'));
  };
  return (events: number): void => {
    own.read += events;
    const now = clock();
    if (now - beatAt < BEAT_MS) return;
    beatAt = now;
    // If this write fails, the next one might succeed.
    beat(now).catch(() => {});
  };
}
