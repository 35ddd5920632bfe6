import type { Database } from '../../db/database.ts';
import { HOUR_MS } from '../../lib/clock.ts';
import { restAfter } from '../../lib/pace.ts';
import { addRows, type CountedRows, findPosition, forgetOtherZones } from './ledger-days-store.ts';
import { lastIds, readTimes } from './ledger-rows-store.ts';
import { createDates, DAY_TABLES, type DayTable, namesOf } from './ledger-rules.ts';

/** Rows younger than this are not counted yet, because a row with a lower ID might not have been committed yet. */
const SETTLED_AFTER_MS = HOUR_MS / 4;

export interface Counting {
  zone: string;
  now: number;
  signal: AbortSignal;
}

/**
 * Counts, by day, the rows that have been added since the last count, and stores the range of their IDs. IDs increase
 * over time, but clocks can differ or be wrong, and there is no index by time, so every row is read once.
 */
export async function countRows(db: Database, counting: Counting): Promise<void> {
  await db.write((handle) => forgetOtherZones(handle, counting.zone));
  const last = await db.write(lastIds);
  for (const name of namesOf<DayTable>(DAY_TABLES))
    while (await countPage(db, name, last.get(name) ?? 0, counting)) counting.signal.throwIfAborted();
}

/** @returns whether there may be more rows to count */
async function countPage(db: Database, name: DayTable, last: number, { zone, now }: Counting): Promise<boolean> {
  const startedAt = performance.now();
  const [position, times] = await db.read(async (handle) => {
    const after = await findPosition(handle, name);
    return [after, (await readTimes(handle, name, after)).filter(({ id }) => id <= last)] as const;
  });
  // A time in the future comes from a wrong clock and does not show how old the row is.
  const young = times.findIndex(({ at }) => at > now - SETTLED_AFTER_MS && at <= now);
  const settled = young < 0 ? times : times.slice(0, young);
  if (settled.length === 0) return false;
  const counted = byDay(settled, zone);
  // If another process has counted these rows, nothing is added, and the next page begins after them.
  await db.write((handle) => addRows(handle, name, { position, zone, counted }));
  await restAfter(performance.now() - startedAt);
  return young < 0;
}

function byDay(times: readonly { id: number; at: number }[], zone: string): CountedRows[] {
  const dateOf = createDates(zone);
  const days = new Map<string, CountedRows>();
  for (const { id, at } of times) {
    const day = dateOf(at);
    const known = days.get(day) ?? { day, rows: 0, first_id: id, last_id: id };
    days.set(day, { ...known, rows: known.rows + 1, last_id: id });
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}
