import type pg from 'pg';
import { type IngestOutcome, joinOf, type SdkEventItem } from '../../domain/events/sdk-event.ts';
import { QUARTER_MS } from '../../lib/clock.ts';
import { compare } from '../../lib/compare.ts';

// Stored events are looked up one by one, because Postgres runs an anti-join as a scan of the whole table until the
// table is very large. New events are counted by the quarter of an hour of their creation, even before 1970, in key
// order.
const INSERT_EVENTS = `
  with fresh as (
    insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, anon_id,
      user_id, referral_link, payload)
    select e, c, $1, g, t, s, n, a, u, r, p
      from rows from (unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::text[]), json_array_elements_text($11::json)) as x(e, c, g, t, s, n, a, u, r, p)
      left join lateral (select true as stored from sdk_events v where v.event_id = x.e limit 1) v on true
     where v.stored is null
    on conflict do nothing returning event_id, game_id, event_type, event_sub_type, created_at),
  counted as (
    insert into sdk_event_hours (hour, game_id, event_type, event_sub_type, slot, events)
    select created_at - (created_at % ${QUARTER_MS} + ${QUARTER_MS}) % ${QUARTER_MS}, game_id, event_type, event_sub_type,
           $12::int, count(*)
      from fresh group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (hour, game_id, event_type, event_sub_type, slot)
      do update set events = sdk_event_hours.events + excluded.events)
  select event_id from fresh`;

const JOIN_IDENTITIES = `
  insert into identities (game_id, anon_id, user_id, joined_at)
  select g, a, u, $1 from unnest($2::text[], $3::text[], $4::text[]) as x(g, a, u) on conflict do nothing`;

export async function postgresIngest(
  client: pg.PoolClient,
  slot: number,
  items: readonly SdkEventItem[],
  now: number,
): Promise<IngestOutcome[]> {
  const unique = [...new Map([...items].reverse().map((item) => [item.eventId, item])).values()];
  unique.sort((a, b) => compare(a.eventId, b.eventId));
  const inserted = await client.query<{ event_id: string }>({
    name: 'events_insert',
    text: INSERT_EVENTS,
    values: [
      now,
      unique.map((e) => e.eventId),
      unique.map((e) => e.createdAt),
      unique.map((e) => e.gameId),
      unique.map((e) => e.eventType),
      unique.map((e) => e.eventSubType),
      unique.map((e) => e.sessionId),
      unique.map((e) => e.anonId),
      unique.map((e) => e.userId),
      unique.map((e) => e.referralLink),
      // As an array, pg would take four times as long to escape the quotes of the payloads.
      JSON.stringify(unique.map((e) => e.payload)),
      slot,
    ],
  });
  const fresh = new Set(inserted.rows.map((row) => row.event_id));
  const joins = unique.filter((item) => fresh.has(item.eventId)).flatMap((item) => joinOf(item) ?? []);
  if (joins.length > 0) {
    joins.sort((a, b) => compare(a.gameId, b.gameId) || compare(a.anonId, b.anonId));
    await client.query({
      name: 'identities_join',
      text: JOIN_IDENTITIES,
      values: [now, joins.map((j) => j.gameId), joins.map((j) => j.anonId), joins.map((j) => j.userId)],
    });
  }
  // The first of several equal events in a batch is stored; the others are duplicates.
  return items.map((item) => ({ duplicate: !fresh.delete(item.eventId) }));
}
