import { and, asc, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { DAY_MS } from '../../lib/clock.ts';
import type { StoredEvent } from './archive-rules.ts';

const MOST_ROWS = 500;
/** An event may be as large as a request, so a page ends at this size. */
const MOST_BYTES = 1_048_576;

/** The last event of a page. */
export interface EventPlace {
  created_at: number;
  event_id: string;
}

const columnsOf = ({ t: { sdk_events: e } }: Handle) => sql`(${e.created_at}, ${e.event_id})`;
const pairOf = ({ created_at, event_id }: EventPlace) => sql`(${created_at}, ${event_id})`;

/**
 * Selects events from `after` to the end of its day by a pair of columns, because a million events may have one time.
 * Only Postgres gets a bound for the time, to choose partitions; SQLite would start there and skip a million rows.
 */
function rangeOf(handle: Handle, day: number, after: EventPlace | null): SQL | undefined {
  const { created_at } = handle.t.sdk_events;
  const to = lt(created_at, day + DAY_MS);
  if (!after) return and(gte(created_at, day), to);
  const bound = handle.dialect === 'postgres' ? gte(created_at, after.created_at) : undefined;
  return and(sql`${columnsOf(handle)} > ${pairOf(after)}`, bound, to);
}

/** Returns the next events of a day, in the order of creation and ID; none after the last. */
export async function readPageOfDay(handle: Handle, day: number, after: EventPlace | null): Promise<StoredEvent[]> {
  const { db, t } = handle;
  const { event_id, created_at, received_at, payload } = t.sdk_events;
  const range = rangeOf(handle, day, after);
  const order = [asc(created_at), asc(event_id)];
  const sizes = await db
    .select({ bytes: sql<number>`octet_length(${payload})` })
    .from(t.sdk_events)
    .where(range)
    .orderBy(...order)
    .limit(MOST_ROWS);
  if (sizes.length === 0) return [];
  return db
    .select({ event_id, created_at, received_at, payload })
    .from(t.sdk_events)
    .where(range)
    .orderBy(...order)
    .limit(fitting(sizes));
}

/** Counts the first events that fit into a page; at least one. */
function fitting(sizes: readonly { bytes: number }[]): number {
  let sum = 0;
  const tooLarge = sizes.findIndex(({ bytes }) => {
    sum += bytes;
    return sum > MOST_BYTES;
  });
  return tooLarge < 0 ? sizes.length : Math.max(1, tooLarge);
}
