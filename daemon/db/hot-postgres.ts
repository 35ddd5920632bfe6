import type pg from 'pg';
import type { SdkEventItem } from '../features/sdk-events/sdk-event-rules.ts';
import { joinOf } from '../features/sdk-events/sdk-event-rules.ts';
import { compare } from './hot-needs.ts';
import { postgresPay } from './hot-postgres-pay.ts';
import { postgresRedeem } from './hot-postgres-redeem.ts';
import { inBatch } from './hot-postgres-transaction.ts';
import type { HotStore } from './hot-store.ts';

/** The hot statements on Postgres: sets in, sets out, a few round trips a batch. */
export function createHotPostgres(pool: pg.Pool, slot: () => number): HotStore {
  return {
    redeem: (items, now) => inBatch(pool, items, (client, some) => postgresRedeem(client, slot(), some, now)),
    pay: (items, now) => inBatch(pool, items, (client, some) => postgresPay(client, slot(), some, now)),
    ingest: (items, now) => inBatch(pool, items, (client, some) => ingest(client, some, now)),
  };
}

const INSERT_EVENTS = `
  insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, anon_id,
    user_id, referral_link, payload)
  select e, c, $1, g, t, s, n, a, u, r, p
    from unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[],
      $10::text[], $11::text[]) as x(e, c, g, t, s, n, a, u, r, p)
   where not exists (select 1 from sdk_events v where v.event_id = x.e)
  on conflict do nothing returning event_id`;

const JOIN_IDENTITIES = `
  insert into identities (game_id, anon_id, user_id, joined_at)
  select g, a, u, $1 from unnest($2::text[], $3::text[], $4::text[]) as x(g, a, u) on conflict do nothing`;

async function ingest(client: pg.PoolClient, items: readonly SdkEventItem[], now: number) {
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
      unique.map((e) => e.payload),
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
  // The first of equal events in a batch is the one stored; the others are duplicates.
  return items.map((item) => ({ duplicate: !fresh.delete(item.eventId) }));
}
