import type { Database } from '../../db/database.ts';
import { paceAfter, restAfter } from '../../lib/pace.ts';
import { storeLandings } from './code-days-store.ts';
import { countSessions, type Day } from './day-counts-store.ts';
import { linkOf } from './leak-sign-rules.ts';

/** Anyone can invent links, so only those with the most landings are stored. */
const MOST_LINKS = 5000;
const MOST_COUNTED = 100_000;

const MINUTE_MS = 60_000;
/** The minutes of each step. */
const FIRST_PACE = { size: 15, least: 1, most: 240 };

/** Counts the landings of a day by link, a part of the day at a time, and stores them. */
export async function countLandings(db: Database, day: Day, signal: AbortSignal | undefined): Promise<void> {
  const landings = new Map<string, number>();
  let pace = FIRST_PACE;
  for (let from = day.from; from < day.to; ) {
    signal?.throwIfAborted();
    const startedAt = performance.now();
    const span = { from, to: Math.min(from + pace.size * MINUTE_MS, day.to) };
    for (const { key, count } of await db.read((handle) => countSessions(handle, span))) {
      const link = linkOf(key);
      const before = link === null ? undefined : landings.get(link);
      if (link !== null && (before !== undefined || landings.size < MOST_COUNTED))
        landings.set(link, (before ?? 0) + count);
    }
    const ms = performance.now() - startedAt;
    pace = paceAfter(pace, ms);
    from = span.to;
    await restAfter(ms);
  }
  const most = [...landings].toSorted(([, a], [, b]) => b - a).slice(0, MOST_LINKS);
  const rows = most.map(([link, count]) => ({ link, landings: count }));
  await db.write((handle) => storeLandings(handle, day.from, rows));
}
