import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Handle } from '../../db/database.ts';
import { gameWithin } from '../../db/query/within-games.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';
import type { EventFilter, EventPosition, EventRow, EventSlice } from '../../event-log/event-log.ts';
import { fitting } from '../../lib/fitting.ts';

/**
 * The maximum number of events that one query reads. Because the only index is by time, other filters must read every
 * event in the range.
 */
export const MAX_LOOKED_AT = 20_000;
/** Limits the size of a page, because each event can be as large as a request. */
const MAX_PAGE_CHARACTERS = 2_000_000;

/**
 * Uses one bound on each side. If one side had two bounds, SQLite would use the first and read all events between them.
 */
function rangeOf({ t: { sdk_events: e } }: Handle, { from, to }: EventFilter, after: EventPosition | null) {
  const last = Math.min(
    to === undefined ? Number.MAX_SAFE_INTEGER : to - 1,
    after?.created_at ?? Number.MAX_SAFE_INTEGER,
  );
  const isAfter =
    after &&
    or(lt(e.created_at, after.created_at), and(eq(e.created_at, after.created_at), lt(e.event_id, after.event_id)));
  return (floor: number | null): SQL | undefined => {
    const first = floor ?? from;
    return and(
      first === undefined ? undefined : gte(e.created_at, first),
      lte(e.created_at, last),
      isAfter ?? undefined,
    );
  };
}

const FILTERS = ['event_type', 'event_sub_type', 'session_id', 'event_id', 'anon_id'] as const;
const matchOf = (handle: Handle, filter: EventFilter): SQL | undefined =>
  and(
    ...FILTERS.map((name) => {
      const value = filter[name];
      return value === undefined ? undefined : eq(handle.t.sdk_events[name], value);
    }),
    gameWithin(filter.games, handle.t.sdk_events.game_id),
    filter.landings === undefined ? undefined : isLanding(handle, filter.landings),
    filter.user_id === undefined ? undefined : isOf(handle, filter.user_id),
  );

const isLanding = ({ t: { sdk_events: e } }: Handle, wanted: boolean): SQL | undefined =>
  wanted
    ? and(eq(e.event_type, LANDING_TYPE), isNotNull(e.referral_link))
    : or(ne(e.event_type, LANDING_TYPE), isNull(e.referral_link));

/** Matches a user's own events, and earlier ones under an anonymous ID that is connected to the user. */
function isOf({ t: { sdk_events: e, identities: i } }: Handle, userId: string): SQL | undefined {
  const joined = and(eq(i.game_id, e.game_id), eq(i.anon_id, e.anon_id), eq(i.user_id, userId));
  return or(eq(e.user_id, userId), and(isNull(e.user_id), sql`exists (select 1 from ${i} where ${joined})`));
}

/** Returns the time of the last event that one query may read; null if one query may read the whole range. */
async function floorOf({ db, t: { sdk_events: e } }: Handle, range: SQL | undefined): Promise<number | null> {
  const [row] = await db
    .select({ created_at: e.created_at })
    .from(e)
    .where(range)
    .orderBy(desc(e.created_at))
    .limit(1)
    .offset(MAX_LOOKED_AT);
  return row?.created_at ?? null;
}

/** Returns a page of at most `limit` events. It may have fewer events and still have a next page. */
export async function listEventRows(
  handle: Handle,
  filter: EventFilter,
  after: EventPosition | null,
  limit: number,
): Promise<EventSlice> {
  const { sdk_events: e } = handle.t;
  const range = rangeOf(handle, filter, after);
  const match = matchOf(handle, filter);
  const floor = match ? await floorOf(handle, range(null)) : null;
  const found = await handle.db
    .select({ event_id: e.event_id, created_at: e.created_at, size: sql<number>`length(${e.payload})` })
    .from(e)
    .where(and(range(floor), match))
    .orderBy(desc(e.created_at), desc(e.event_id))
    .limit(limit + 1);
  const sizes = found.slice(0, limit).map(({ size }) => size);
  const keys = found.slice(0, fitting(sizes, MAX_PAGE_CHARACTERS)).map(({ size: _, ...key }) => key);
  const rows = await readRows(handle, keys);
  const last = keys.at(-1);
  if (found.length > keys.length && last) return { rows, next: last };
  // Events before the floor have not been read. The empty ID sorts before every other ID.
  return { rows, next: floor === null ? null : { created_at: floor, event_id: '' } };
}

function readRows({ db, t: { sdk_events: e } }: Handle, keys: readonly EventPosition[]): Promise<EventRow[]> {
  const ids = keys.map((key) => key.event_id);
  const newest = keys[0]?.created_at ?? 0;
  const oldest = keys.at(-1)?.created_at ?? 0;
  return db
    .select()
    .from(e)
    .where(and(inArray(e.event_id, ids), gte(e.created_at, oldest), lte(e.created_at, newest)))
    .orderBy(desc(e.created_at), desc(e.event_id))
    .limit(keys.length);
}
