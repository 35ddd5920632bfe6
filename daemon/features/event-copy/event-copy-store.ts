import { and, asc, eq, gt, lt, or } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { type EventPosition, eventsAfter } from '../../db/query/events-after.ts';
import type { JoinedIdentity, RemovedCount } from '../../event-log/event-log.ts';
import { DAY_MS } from '../../lib/clock.ts';

const ROWS = 5000;

/** Lists the next IDs of a day's events, ordered by creation time and ID. */
export function listIds(handle: Handle, day: number, after: EventPosition | null): Promise<EventPosition[]> {
  const { event_id, created_at } = handle.t.sdk_events;
  return handle.db
    .select({ event_id, created_at })
    .from(handle.t.sdk_events)
    .where(eventsAfter(handle, { from: day, to: day + DAY_MS }, after))
    .orderBy(asc(created_at), asc(event_id))
    .limit(ROWS);
}

/** Lists the next identities. */
export function listIdentities(
  { db, t: { identities: i } }: Handle,
  after: Pick<JoinedIdentity, 'game_id' | 'anon_id'> | null,
): Promise<JoinedIdentity[]> {
  const isAfter =
    after && or(gt(i.game_id, after.game_id), and(eq(i.game_id, after.game_id), gt(i.anon_id, after.anon_id)));
  return db
    .select()
    .from(i)
    .where(isAfter ?? undefined)
    .orderBy(asc(i.game_id), asc(i.anon_id))
    .limit(ROWS);
}

/** Lists the next counts of removed events, which are in slot -1. A quarter-hour's counts are on one page. */
export async function listRemoved(
  { db, t: { sdk_event_hours: h } }: Handle,
  afterHour: number | null,
): Promise<RemovedCount[]> {
  const { hour, game_id, event_type, event_sub_type, events } = h;
  const isRemoved = and(lt(h.slot, 0), afterHour === null ? undefined : gt(hour, afterHour));
  const [first] = await db.select({ hour }).from(h).where(isRemoved).orderBy(asc(hour)).limit(1);
  if (!first) return [];
  return db
    .select({ hour, game_id, event_type, event_sub_type, events })
    .from(h)
    .where(and(isRemoved, lt(hour, first.hour + DAY_MS)))
    .orderBy(asc(hour));
}
