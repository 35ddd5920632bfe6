import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { HOUR_MS } from '../../lib/clock.ts';
import { createRecent } from '../../lib/recent.ts';
import { Unavailable } from '../../lib/unavailable.ts';
import { countEvents, type FigureQuery, type Figures } from './count-events.ts';
import { type Counting, countReport, type ReportParts } from './count-report.ts';
import { ABANDONED_MS, type EventReport, findReport } from './event-reports-store.ts';
import { countStored } from './event-totals-store.ts';

/** A figure, and the state of its count. */
export interface ReportState<Kind extends keyof Figures> {
  /** Null until the first count has ended. */
  figures: Figures[Kind] | null;
  countedAt: number | null;
  /** The count in progress, or one that failed; null if the figures are complete. */
  report: { report_id: string; status: 'running' | 'failed'; events_read: number; events: number } | null;
}

export interface EventReports {
  /** Returns a figure, or the progress of its report if the count takes longer than `waitMs`. */
  ask<Kind extends keyof Figures>(query: FigureQuery<Kind>, waitMs?: number): Promise<ReportState<Kind>>;
  /** Ends the count of a report on this daemon. Other daemons stop when they find that the report was deleted. */
  stop(reportId: string): void;
  close(): Promise<void>;
}

/** Up to this number of events are counted in the daemon's main thread. */
const MOST_IN_PROCESS = 5000;
const IN_PROCESS = { pageSize: 500 };
/** A request waits for a report of up to this number of events. */
const MOST_AWAITED = 1_000_000;
const LONGEST_WAIT_MS = 20_000;
const MAX_QUEUED = 20;
/** Figures for a period in which events can still arrive are counted again after this time. */
const FRESH_MS = 60_000;
/** Replaces `FRESH_MS` for reports of more than `MOST_AWAITED` events. */
const FRESH_MANY_MS = 15 * 60_000;
const LATE_MS = HOUR_MS;
/** Portals that send the same query within this time share one count. */
const KEPT = { freshMs: 10_000, max: 50 };

const idOf = (query: FigureQuery) => createHash('sha256').update(JSON.stringify(query)).digest('base64url');

/** Computes figures from any number of events: from a few immediately, from more in a thread, one report at a time. */
export function createEventReports(parts: ReportParts): EventReports {
  const { db, clock } = parts;
  const recent = createRecent<ReportState<keyof Figures>>(KEPT);
  const counting = new Map<string, Counting>();
  let last: Promise<void> = Promise.resolve();
  let isClosed = false;

  const start = (id: string, query: FigureQuery, events: number): Counting => {
    if (isClosed || counting.size >= MAX_QUEUED) throw new Unavailable(new Error('Too many reports are waiting'));
    const own: Counting = { read: 0, stopping: new AbortController(), done: last };
    counting.set(id, own);
    own.done = last.then(() => countReport(parts, { id, query, events }, own)).finally(() => counting.delete(id));
    last = own.done.catch(() => {});
    return own;
  };
  const countNow = async (query: FigureQuery, now: number) => ({
    figures: await countEvents(db, query, IN_PROCESS),
    countedAt: now,
    report: null,
  });
  const ask = async (query: FigureQuery, waitMs?: number) => {
    const now = clock();
    const id = idOf(query);
    // The count is looked up before the database is read, so that one that ends during the read is not started again.
    const begun = counting.get(id);
    const events = await db.read((handle) => countStored(handle, query));
    if (events <= MOST_IN_PROCESS) return recent(id, now, () => countNow(query, now));
    const read = () => db.read((handle) => findReport(handle, id));
    const found = begun ? null : await read();
    const own = begun ?? counting.get(id) ?? (needsCount(found, query, now) ? start(id, query, events) : undefined);
    if (!own) return stateOf({ id, events }, found);
    await endOrWait(own.done, waitMs ?? (events <= MOST_AWAITED ? LONGEST_WAIT_MS : 0));
    return stateOf({ id, events }, await read(), counting.get(id));
  };
  return {
    ask: ask as EventReports['ask'],
    stop: (id) => counting.get(id)?.stopping.abort(new Error('The report was cancelled')),
    async close() {
      isClosed = true;
      for (const { stopping } of counting.values())
        stopping.abort(new Unavailable(new Error('The daemon is stopping')));
      await last;
    },
  };
}

function needsCount(row: EventReport | null, { to }: FigureQuery, now: number): boolean {
  if (!row) return true;
  if (row.status === 'running') return row.updated_at < now - ABANDONED_MS;
  const freshMs = row.events <= MOST_AWAITED ? FRESH_MS : FRESH_MANY_MS;
  return row.status === 'done' && row.updated_at < Math.min(to + LATE_MS, now - freshMs);
}

async function endOrWait(done: Promise<void>, waitMs: number): Promise<void> {
  const waiting = new AbortController();
  const wait = sleep(waitMs, undefined, { signal: waiting.signal }).catch(() => {});
  await Promise.race([done, wait]).finally(() => waiting.abort());
}

function stateOf(
  { id, events }: { id: string; events: number },
  row: EventReport | null,
  own?: Counting,
): ReportState<keyof Figures> {
  const figures = row?.result ? (JSON.parse(row.result) as Figures[keyof Figures]) : null;
  const state = { figures, countedAt: row?.counted_at ?? null };
  if (own || !row)
    return { ...state, report: { report_id: id, status: 'running', events_read: own?.read ?? 0, events } };
  if (row.status === 'done') return { ...state, report: null };
  return { ...state, report: { report_id: id, status: row.status, events_read: row.events_read, events: row.events } };
}
