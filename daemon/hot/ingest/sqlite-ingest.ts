import type BetterSqlite3 from 'better-sqlite3';
import {
  createEventCounts,
  type IngestOutcome,
  joinOf,
  type SdkEventItem,
} from '../../features/sdk-events/sdk-event-rules.ts';

export function createSqliteIngest(db: BetterSqlite3.Database, slot: number) {
  const insert = db.prepare(
    `insert into sdk_events (event_id, created_at, received_at, game_id, event_type, event_sub_type, session_id, anon_id,
       user_id, referral_link, payload)
     select e, c, ?, ?, ?, ?, ?, ?, ?, ?, ? from (select ? as e, ? as c)
      where not exists (select 1 from sdk_events s where s.event_id = e)`,
  );
  const join = db.prepare(
    'insert into identities (game_id, anon_id, user_id, joined_at) values (?, ?, ?, ?) on conflict do nothing',
  );
  const count = db.prepare(
    `insert into sdk_event_hours (game_id, event_type, event_sub_type, hour, slot, events) values (?, ?, ?, ?, ${slot}, ?)
     on conflict (hour, game_id, event_type, event_sub_type, slot) do update set events = events + excluded.events`,
  );
  return (items: readonly SdkEventItem[], now: number): IngestOutcome[] => {
    const counts = createEventCounts();
    const outcomes = items.map((item) => {
      const { changes } = insert.run(
        now,
        item.gameId,
        item.eventType,
        item.eventSubType,
        item.sessionId,
        item.anonId,
        item.userId,
        item.referralLink,
        item.payload,
        item.eventId,
        item.createdAt,
      );
      if (changes === 0) return { duplicate: true };
      counts.add(item);
      const joined = joinOf(item);
      if (joined) join.run(joined.gameId, joined.anonId, joined.userId, now);
      return { duplicate: false };
    });
    for (const { gameId, eventType, eventSubType, hour, events } of counts.all())
      count.run(gameId, eventType, eventSubType, hour, events);
    return outcomes;
  };
}
