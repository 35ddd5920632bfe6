import { and, desc, gte, lt, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { sumText } from '../../db/query/sums.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import { FIGURE_LIMITS } from '../../domain/events/figure-limits.ts';
import type { EventSpan, EventTotals } from '../../event-log/event-log.ts';

/** Counts the events of a span by type, and by hour. */
export async function sumEvents({ db, t }: Handle, { from, to, games }: EventSpan): Promise<EventTotals> {
  const { sdk_event_hours: h } = t;
  const where = and(gte(h.hour, from), lt(h.hour, to), gameWithin(games, h.game_id));
  const { event_type, event_sub_type, hour } = h;
  const events = sumText(h.events);
  const types = await db
    .select({ event_type, event_sub_type, events })
    .from(h)
    .where(where)
    .groupBy(event_type, event_sub_type)
    .orderBy(desc(sql`sum(${h.events})`), event_type, event_sub_type)
    .limit(FIGURE_LIMITS.types);
  const hours = await db.select({ hour, events }).from(h).where(where).groupBy(hour).orderBy(hour);
  return { types, hours };
}

/** Counts the events of a span that are still in the database. Slot -1 contains the counts of removed events. */
export async function countStored(
  { db, t: { sdk_event_hours: h } }: Handle,
  { from, to }: Pick<EventSpan, 'from' | 'to'>,
): Promise<number> {
  const [row] = await db
    .select({ events: sumText(h.events) })
    .from(h)
    .where(and(gte(h.hour, from), lt(h.hour, to), gte(h.slot, 0)));
  return Number(row?.events ?? 0);
}
