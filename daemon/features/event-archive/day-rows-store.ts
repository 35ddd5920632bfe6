import { asc, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type EventPosition, eventsAfter } from '../../db/query/events-after.ts';
import type { EventRow } from '../../event-log/event-log.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { fitting } from '../../lib/fitting.ts';

const MOST_ROWS = 500;
/** Limits the size of a page, because each event can be as large as a request. */
const MOST_BYTES = 1_048_576;

/** Returns the next events of a day, ordered by creation time and ID; an empty list after the last one. */
export async function readPageOfDay(handle: Handle, day: number, after: EventPosition | null): Promise<EventRow[]> {
  const { db, t } = handle;
  const { event_id, created_at, payload } = t.sdk_events;
  const range = eventsAfter(handle, { from: day, to: day + DAY_MS }, after);
  const order = [asc(created_at), asc(event_id)];
  const sizes = await db
    .select({ bytes: sql<number>`octet_length(${payload})` })
    .from(t.sdk_events)
    .where(range)
    .orderBy(...order)
    .limit(MOST_ROWS);
  if (sizes.length === 0) return [];
  return db
    .select()
    .from(t.sdk_events)
    .where(range)
    .orderBy(...order)
    .limit(
      fitting(
        sizes.map(({ bytes }) => bytes),
        MOST_BYTES,
      ),
    );
}
