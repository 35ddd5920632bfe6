import { and, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../database.ts';

/** The position of an event in the order of creation and ID. */
export interface EventPosition {
  created_at: number;
  event_id: string;
}

const columnsOf = ({ t: { sdk_events: e } }: Handle) => sql`(${e.created_at}, ${e.event_id})`;
const pairOf = ({ created_at, event_id }: EventPosition) => sql`(${created_at}, ${event_id})`;

/**
 * Matches the events of a span after a position. It compares pairs of columns, because a million events can have the
 * same time. Only Postgres gets a bound for the time, to choose partitions; SQLite would start at the bound and read
 * past a million rows.
 */
export function eventsAfter(
  handle: Handle,
  span: { from: number; to: number },
  after: EventPosition | null,
): SQL | undefined {
  const { created_at } = handle.t.sdk_events;
  const to = lt(created_at, span.to);
  if (!after) return and(gte(created_at, span.from), to);
  const bound = handle.dialect === 'postgres' ? gte(created_at, after.created_at) : undefined;
  return and(sql`${columnsOf(handle)} > ${pairOf(after)}`, bound, to);
}

/**
 * Matches the events after a position up to and including another position. The condition has only one upper bound for
 * the time: if it had several, SQLite would use the first one and read all events up to that.
 */
export const eventsBetween = (handle: Handle, from: number, after: EventPosition | null, last: EventPosition) =>
  and(eventsAfter(handle, { from, to: last.created_at + 1 }, after), sql`${columnsOf(handle)} <= ${pairOf(last)}`);
