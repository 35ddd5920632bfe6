import type pg from 'pg';
import { countViolations } from '../../domain/events/plan-violation.ts';
import { type IsRepeat, joinOf, type SdkEventItem } from '../../domain/events/sdk-event.ts';
import { QUARTER_MS } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';
import { prepareQuery } from '../prepare-query.ts';

// Stored events are looked up one by one, because Postgres runs an anti-join as a scan of the whole table until the
// table is very large. New events are counted in key order, by the quarter of an hour in which they were created, which
// may be before 1970. The query returns only the repeats, because it would take the daemon longer to read a row for
// each new event.
const insertQuery = prepareQuery(
  'events_insert',
  `with fresh as (
    insert into sdk_events (event_id, created_at, game_id, event_type, event_sub_type, session_id, anon_id, user_id,
      referral_link, payload, received_at)
    select x.*, {now}
      from rows from (unnest({events.eventId}::text[], {events.createdAt}::bigint[], {events.gameId}::text[],
        {events.eventType}::text[], {events.eventSubType}::text[], {events.sessionId}::text[], {events.anonId}::text[],
        {events.userId}::text[], {events.referralLink}::text[]), json_array_elements_text({payloads}::json)) as x(id)
      left join lateral (select true as stored from sdk_events v where v.event_id = x.id limit 1) v on true
     where v.stored is null
    on conflict do nothing returning event_id, game_id, event_type, event_sub_type, created_at),
  counted as (
    insert into sdk_event_hours (hour, game_id, event_type, event_sub_type, slot, events)
    select created_at - (created_at % ${QUARTER_MS} + ${QUARTER_MS}) % ${QUARTER_MS}, game_id, event_type, event_sub_type,
           {slot}::int, count(*)
      from fresh group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (hour, game_id, event_type, event_sub_type, slot)
      do update set events = sdk_event_hours.events + excluded.events)
  select given.id as event_id from unnest({events.eventId}::text[]) as given(id)
    left join fresh on fresh.event_id = given.id where fresh.event_id is null`,
);

const joinQuery = prepareQuery(
  'identities_join',
  `insert into identities (game_id, anon_id, user_id, joined_at)
  select x.*, {now} from unnest({joins.gameId}::text[], {joins.anonId}::text[], {joins.userId}::text[]) as x
  on conflict do nothing`,
);

const violationsQuery = prepareQuery(
  'plan_violations_count',
  `insert into plan_violations as v
    (slot, day, game_id, event_type, event_sub_type, field, fault, events, last_event_id, last_at)
  select {slot}::int, x.* from unnest({counts.day}::bigint[], {counts.gameId}::text[], {counts.eventType}::text[],
    {counts.eventSubType}::text[], {counts.field}::text[], {counts.fault}::text[], {counts.events}::bigint[],
    {counts.lastEventId}::text[], {counts.lastAt}::bigint[]) as x
  on conflict (day, game_id, event_type, event_sub_type, field, fault, slot) do update set
    events = v.events + excluded.events,
    last_event_id = case when excluded.last_at >= v.last_at then excluded.last_event_id else v.last_event_id end,
    last_at = greatest(v.last_at, excluded.last_at)`,
);

export async function postgresIngest(
  client: pg.PoolClient,
  slot: number,
  items: readonly SdkEventItem[],
  now: number,
): Promise<IsRepeat[]> {
  const unique = [...new Map([...items].reverse().map((item) => [item.eventId, item])).values()];
  unique.sort((a, b) => compare(a.eventId, b.eventId));
  // If this were an array, pg would take four times as long to escape the quotes in the payloads.
  const payloads = JSON.stringify(unique.map(({ payload }) => payload));
  const { rows } = await client.query<{ event_id: string }>(insertQuery({ events: unique, payloads, slot, now }));
  const known = new Set(rows.map((row) => row.event_id));
  const isNew = ({ eventId }: SdkEventItem) => !known.has(eventId);
  // Joins are in the order of the batch, so that if an anonymous ID has several users, the first one is joined.
  const joins = items.filter(isNew).flatMap((item) => joinOf(item) ?? []);
  if (joins.length > 0) {
    joins.sort((a, b) => compare(a.gameId, b.gameId) || compare(a.anonId, b.anonId));
    await client.query(joinQuery({ joins, now }));
  }
  const counts = countViolations(unique.filter(isNew));
  if (counts.length > 0) await client.query(violationsQuery({ counts, slot }));
  // The first of several equal events in a batch is stored; the others are duplicates.
  return items.map(({ eventId }) => {
    const isRepeat = known.has(eventId);
    known.add(eventId);
    return isRepeat;
  });
}
