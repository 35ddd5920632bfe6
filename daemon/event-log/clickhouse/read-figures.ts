import { FIGURE_LIMITS } from '../../domain/events/figure-limits.ts';
import { LANDING_TYPE } from '../../domain/events/landings.ts';
import type { Games } from '../../domain/games.ts';
import { QUARTER_MS } from '../../lib/clock.ts';
import type {
  EventActivity,
  EventSpan,
  EventTotals,
  SourceKind,
  SourcePerson,
  SourceSum,
  WeeksOfPeople,
} from '../event-log.ts';
import type { ClickHouse } from './clickhouse-client.ts';
import { all, joinedUsers, ofGames, PERSON, within } from './conditions.ts';

/** The start of the quarter of an hour in which an event was created, even before 1970. */
export const QUARTER = `created_at - positiveModulo(created_at, ${QUARTER_MS})`;

/** Counts stored events, and removed events whose counts were kept. */
export async function readTotals({ rows, names }: ClickHouse, span: EventSpan): Promise<EventTotals> {
  const { sql, params } = within(span);
  const removed = all(
    { sql: 'quarter >= {from:Int64} AND quarter < {to:Int64}', params: { from: span.from, to: span.to } },
    ofGames(span.games),
  );
  const counted = `(SELECT ${QUARTER} AS quarter, event_type, event_sub_type, count() AS n
      FROM ${names.events} FINAL WHERE ${sql} GROUP BY quarter, event_type, event_sub_type
    UNION ALL SELECT quarter, event_type, event_sub_type, events AS n FROM ${names.removed} FINAL WHERE ${removed.sql})`;
  const [types, hours] = await Promise.all([
    rows<EventTotals['types'][number]>(
      `SELECT event_type, event_sub_type, toString(sum(n)) AS events FROM ${counted}
       GROUP BY event_type, event_sub_type ORDER BY sum(n) DESC, event_type, event_sub_type LIMIT ${FIGURE_LIMITS.types}`,
      { params },
    ),
    rows<EventTotals['hours'][number]>(
      `SELECT quarter AS hour, toString(sum(n)) AS events FROM ${counted} GROUP BY quarter ORDER BY quarter`,
      { params },
    ),
  ]);
  return { types, hours };
}

export async function readActivity({ rows, names }: ClickHouse, span: EventSpan): Promise<EventActivity> {
  const { sql, params } = within(span);
  const sessions = `(SELECT session_id, count() AS n FROM ${names.events} FINAL WHERE ${sql} GROUP BY session_id)`;
  // Events are counted by anonymous ID before the IDs are joined, because there are far fewer IDs than events.
  const people = `(SELECT ${PERSON} AS person, sum(n) AS n
    FROM (SELECT game_id, user_id, anon_id, count() AS n FROM ${names.events} FINAL WHERE ${sql}
          GROUP BY game_id, user_id, anon_id) AS e
    LEFT JOIN ${joinedUsers(names, span.games)} AS i USING (game_id, anon_id)
    WHERE person != '' GROUP BY person)`;
  type Sums = { events: number; all_groups: number };
  const busiest = <T>(key: string, groups: string) =>
    rows<T & Sums>(
      `SELECT ${key}, n AS events, count() OVER () AS all_groups FROM ${groups}
       ORDER BY n DESC, ${key} LIMIT ${FIGURE_LIMITS.busiest}`,
      { params },
    );
  const [bySession, byPerson] = await Promise.all([
    busiest<{ session_id: string }>('session_id', sessions),
    busiest<{ person: string }>('person', people),
  ]);
  return {
    sessions: bySession[0]?.all_groups ?? 0,
    users: byPerson[0]?.all_groups ?? 0,
    by_session: bySession.map(({ session_id, events }) => ({ session_id, events })),
    by_user: byPerson.map(({ person, events }) => ({ user_id: person, events })),
  };
}

/** Returns the condition for events that have a source, and the expression for the source. */
const sourceOf = (by: SourceKind) =>
  by === 'link'
    ? { named: 'e.referral_link IS NOT NULL', source: 'assumeNotNull(e.referral_link)' }
    : {
        named: `e.event_type = '${LANDING_TYPE}' AND toString(JSONType(e.payload, 'utms', '${by}')) = 'String'
          AND JSONExtractString(e.payload, 'utms', '${by}') != ''`,
        source: `JSONExtractString(e.payload, 'utms', '${by}')`,
      };

export function readSources({ rows, names }: ClickHouse, span: EventSpan, by: SourceKind): Promise<SourceSum[]> {
  const { sql, params } = within(span);
  const { named, source } = sourceOf(by);
  return rows<SourceSum>(
    `SELECT ${source} AS source, uniqExact(session_id) AS sessions FROM ${names.events} AS e FINAL
     WHERE ${sql} AND ${named} GROUP BY source ORDER BY sessions DESC, source LIMIT ${FIGURE_LIMITS.sources}`,
    { params },
  );
}

export function countByLink({ rows, names }: ClickHouse, span: EventSpan, eventType: string) {
  const { sql, params } = within(span);
  return rows<{ referral_link: string; events: number }>(
    `SELECT assumeNotNull(referral_link) AS referral_link, count() AS events FROM ${names.events} AS e FINAL
     WHERE e.referral_link IS NOT NULL AND event_type = {eventType:String} AND ${sql} GROUP BY referral_link`,
    { params: { ...params, eventType } },
  );
}

export function readPeopleOfSources(
  { parts, names }: ClickHouse,
  span: EventSpan,
  by: SourceKind,
  sources: readonly string[],
): AsyncGenerator<SourcePerson[], void> {
  const { sql, params } = within(span);
  const { named, source } = sourceOf(by);
  return parts<SourcePerson>(
    `SELECT DISTINCT source, ${PERSON} AS person
     FROM (SELECT DISTINCT ${source} AS source, game_id, user_id, anon_id
           FROM ${names.events} AS e FINAL WHERE ${sql} AND ${named} AND source IN {sources:Array(String)}) AS e
     LEFT JOIN ${joinedUsers(names, span.games)} AS i USING (game_id, anon_id)
     WHERE person != ''`,
    { params: { ...params, sources } },
  );
}

export function readWeeksOfPeople(
  { rows, names }: ClickHouse,
  games: Games,
  starts: readonly number[],
): Promise<WeeksOfPeople[]> {
  const { sql, params } = within({ from: starts[0] ?? 0, to: starts.at(-1) ?? 0, games });
  const week = 'arrayCount(s -> created_at >= s, {starts:Array(Int64)}) - 1';
  return rows<WeeksOfPeople>(
    `SELECT weeks, count() AS people FROM (
       SELECT ${PERSON} AS person, groupBitOr(bits) AS weeks
       FROM (SELECT game_id, user_id, anon_id, groupBitOr(bitShiftLeft(toUInt32(1), ${week})) AS bits
             FROM ${names.events} FINAL WHERE ${sql} GROUP BY game_id, user_id, anon_id) AS e
       LEFT JOIN ${joinedUsers(names, games)} AS i USING (game_id, anon_id)
       WHERE person != '' GROUP BY person)
     GROUP BY weeks`,
    { params: { ...params, starts } },
  );
}
