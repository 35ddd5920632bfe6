import type BetterSqlite3 from 'better-sqlite3';
import { countViolations } from '../../domain/events/plan-violation.ts';
import { createEventCounts, type IsRepeat, joinOf, type SdkEventItem } from '../../domain/events/sdk-event.ts';
import { prepareInserts } from '../sqlite-rows.ts';

export function createSqliteIngest(db: BetterSqlite3.Database, slot: number) {
  const insert = prepareInserts<SdkEventItem>(db, 'sdk_events', {
    event_id: ({ eventId }) => eventId,
    created_at: ({ createdAt }) => createdAt,
    received_at: (_, now) => now,
    game_id: ({ gameId }) => gameId,
    event_type: ({ eventType }) => eventType,
    event_sub_type: ({ eventSubType }) => eventSubType,
    session_id: ({ sessionId }) => sessionId,
    anon_id: ({ anonId }) => anonId,
    user_id: ({ userId }) => userId,
    referral_link: ({ referralLink }) => referralLink,
    payload: ({ payload }) => payload,
  });
  const stored = db
    .prepare<[string], string>(
      'select s.event_id from json_each(?) asked cross join sdk_events s on s.event_id = asked.value',
    )
    .pluck();
  const join = db.prepare(
    'insert into identities (game_id, anon_id, user_id, joined_at) values (?, ?, ?, ?) on conflict do nothing',
  );
  const count = db.prepare(
    `insert into sdk_event_hours (game_id, event_type, event_sub_type, hour, slot, events) values (?, ?, ?, ?, ${slot}, ?)
     on conflict (hour, game_id, event_type, event_sub_type, slot) do update set events = events + excluded.events`,
  );
  const mark = db.prepare(
    `insert into plan_violations
       (day, game_id, event_type, event_sub_type, field, fault, slot, events, last_event_id, last_at)
     values (?, ?, ?, ?, ?, ?, ${slot}, ?, ?, ?)
     on conflict (day, game_id, event_type, event_sub_type, field, fault, slot) do update set
       events = events + excluded.events,
       last_event_id = case when excluded.last_at >= last_at then excluded.last_event_id else last_event_id end,
       last_at = max(last_at, excluded.last_at)`,
  );
  return (items: readonly SdkEventItem[], now: number): IsRepeat[] => {
    const seen = new Set(stored.all(JSON.stringify(items.map(({ eventId }) => eventId))));
    const counts = createEventCounts();
    const fresh: SdkEventItem[] = [];
    const repeats = items.map((item) => {
      if (seen.has(item.eventId)) return true;
      seen.add(item.eventId);
      fresh.push(item);
      counts.add(item);
      return false;
    });
    insert(fresh, now);
    for (const joined of fresh.map(joinOf)) if (joined) join.run(joined.gameId, joined.anonId, joined.userId, now);
    for (const { gameId, eventType, eventSubType, hour, events } of counts.all())
      count.run(gameId, eventType, eventSubType, hour, events);
    for (const { day, gameId, eventType, eventSubType, field, fault, ...sum } of countViolations(fresh))
      mark.run(day, gameId, eventType, eventSubType, field, fault, sum.events, sum.lastEventId, sum.lastAt);
    return repeats;
  };
}
