import { LANDING_TYPE } from '../../domain/events/landings.ts';
import { DAY_MS } from '../../lib/clock.ts';
import { fitting } from '../../lib/fitting.ts';
import type { EventFilter, EventPosition, EventRow, EventSlice } from '../event-log.ts';
import { idsList } from './append-events.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { all, between, type Conditions, ofGames } from './conditions.ts';

/** An event can be as large as a request, so a page ends at this number of characters. */
const MAX_PAGE_CHARACTERS = 2_000_000;
/**
 * The search for a page starts with the newest day. Each further step reads `STEP` times as many days as the previous
 * one.
 */
const STEP = 8;

export const ROW = `toString(event_id) AS id, created_at, received_at, game_id, event_type, event_sub_type, session_id,
  nullIf(anon_id, '') AS anon, nullIf(user_id, '') AS user, referral_link, payload`;
export type StoredRow = Omit<EventRow, 'event_id' | 'anon_id' | 'user_id'> & {
  id: string;
  anon: string | null;
  user: string | null;
};
export const rowOf = ({ id, anon, user, ...row }: StoredRow): EventRow => ({
  event_id: id,
  ...row,
  anon_id: anon,
  user_id: user,
});

const FILTERS = ['event_type', 'event_sub_type', 'session_id', 'anon_id'] as const;

function matchOf({ names }: ClickHouse, { games, user_id, event_id, landings, ...filter }: EventFilter): Conditions {
  const equal = FILTERS.map((name) => {
    const value = filter[name];
    return value === undefined ? null : { sql: `${name} = {${name}:String}`, params: { [name]: value } };
  });
  const joined = `SELECT game_id, anon_id FROM ${names.identities} GROUP BY game_id, anon_id
    HAVING argMax(user_id, version) = {user:String}`;
  const isOf = `user_id = {user:String} OR (user_id = '' AND anon_id != '' AND (game_id, anon_id) IN (${joined}))`;
  const isEvent = event_id === undefined ? null : { sql: 'event_id = {event:UUID}', params: { event: event_id } };
  return all(
    ...equal,
    isEvent,
    landings === undefined ? null : areLandings(landings),
    ofGames(games),
    user_id === undefined ? null : { sql: isOf, params: { user: user_id } },
  );
}

const areLandings = (wanted: boolean): Conditions => ({
  sql: `${wanted ? '' : 'NOT '}(event_type = {landing:String} AND referral_link IS NOT NULL)`,
  params: { landing: LANDING_TYPE },
});

type Key = EventPosition & { size: number };

/** Reads the newest day first, and then more and more days until the page is full. */
export async function listEvents(
  clickhouse: ClickHouse,
  filter: EventFilter,
  after: EventPosition | null,
  limit: number,
): Promise<EventSlice> {
  const span = await spanOfEvents(clickhouse);
  if (!span) return { rows: [], next: null };
  const from = Math.max(filter.from ?? span.from, span.from);
  let end = Math.min(filter.to ?? span.to, after ? after.created_at + 1 : span.to, span.to);
  const found: Key[] = [];
  for (let length = DAY_MS; end > from && found.length <= limit; length *= STEP) {
    const start = Math.max(from, Math.floor((end - 1) / DAY_MS) * DAY_MS + DAY_MS - length);
    found.push(...(await listKeys(clickhouse, filter, { from: start, to: end, after }, limit + 1 - found.length)));
    end = start;
  }
  const sizes = found.slice(0, limit).map(({ size }) => size);
  const keys = found.slice(0, fitting(sizes, MAX_PAGE_CHARACTERS));
  const last = keys.at(-1);
  return {
    rows: await readRows(clickhouse, keys),
    next: found.length > keys.length && last ? { created_at: last.created_at, event_id: last.event_id } : null,
  };
}

/**
 * Returns the span from the first to the last day that contains events. This is fast, because ClickHouse stores the
 * first and last day of each data part.
 */
async function spanOfEvents({ rows, names }: ClickHouse): Promise<{ from: number; to: number } | null> {
  const [found] = await rows<{ first: number; last: number; events: number }>(
    `SELECT min(day) AS first, max(day) AS last, count() AS events FROM ${names.events}`,
  );
  return found && found.events > 0 ? { from: found.first * DAY_MS, to: (found.last + 1) * DAY_MS } : null;
}

interface Window {
  from: number;
  to: number;
  after: EventPosition | null;
}

/**
 * Replaces an empty event ID, which a position from a list in the daemon's own database can contain. Like the empty ID,
 * this one sorts before all others.
 */
const NO_ID = '00000000-0000-0000-0000-000000000000';

const beforePosition = ({ created_at, event_id }: EventPosition): Conditions => ({
  sql: `(created_at, toUInt128(event_id)) < ({at:Int64}, toUInt128({id:UUID}))`,
  params: { at: created_at, id: event_id || NO_ID },
});

async function listKeys(clickhouse: ClickHouse, filter: EventFilter, { from, to, after }: Window, limit: number) {
  const { sql, params } = all(between(from, to), matchOf(clickhouse, filter), after && beforePosition(after));
  const rows = await clickhouse.rows<{ id: string; created_at: number; size: number }>(
    `SELECT toString(event_id) AS id, created_at, size FROM ${clickhouse.names.events} FINAL WHERE ${sql}
     ORDER BY created_at DESC, toUInt128(event_id) DESC LIMIT ${limit}`,
    // The server's log of statements must not keep the IDs of players.
    { params, settings: { log_queries: 0 } },
  );
  return rows.map(({ id, ...row }): Key => ({ event_id: id, ...row }));
}

async function readRows(clickhouse: ClickHouse, keys: readonly Key[]): Promise<EventRow[]> {
  const [first, last] = [keys[0], keys.at(-1)];
  if (!first || !last) return [];
  const { sql, params } = between(last.created_at, first.created_at + 1);
  const rows = await clickhouse.rows<StoredRow>(
    `SELECT ${ROW} FROM ${clickhouse.names.events} FINAL
     WHERE ${sql} AND event_id IN (${idsList(keys.map(({ event_id }) => event_id))})
     ORDER BY created_at DESC, toUInt128(event_id) DESC`,
    { params },
  );
  return rows.map(rowOf);
}
