import type { Kit } from '../sqlite/sqlite-kit.ts';

/** SDK events and builds of the SDK. */
export function eventTables({ bigCount, index, instant, integer, primaryKey, table, text }: Kit) {
  const sdk_events = table(
    'sdk_events',
    {
      event_id: text('event_id').notNull(),
      created_at: instant('created_at').notNull(),
      received_at: instant('received_at').notNull(),
      game_id: text('game_id').notNull(),
      event_type: text('event_type').notNull(),
      event_sub_type: text('event_sub_type').notNull(),
      session_id: text('session_id').notNull(),
      anon_id: text('anon_id'),
      user_id: text('user_id'),
      referral_link: text('referral_link'),
      /** The event as it was sent, for everything that has no column of its own. */
      payload: text('payload').notNull(),
    },
    (t) => [
      primaryKey({ columns: [t.event_id, t.created_at] }),
      index('sdk_events_created').on(t.created_at, t.event_id),
    ],
  );

  /** How many events of each type were stored, by the quarter of an hour they were created in: `hour` is when it begins. */
  const sdk_event_hours = table(
    'sdk_event_hours',
    {
      game_id: text('game_id').notNull(),
      event_type: text('event_type').notNull(),
      event_sub_type: text('event_sub_type').notNull(),
      hour: instant('hour').notNull(),
      slot: integer('slot').notNull(),
      events: bigCount('events').notNull(),
    },
    (t) => [primaryKey({ columns: [t.hour, t.game_id, t.event_type, t.event_sub_type, t.slot] })],
  );

  const identities = table(
    'identities',
    {
      game_id: text('game_id').notNull(),
      anon_id: text('anon_id').notNull(),
      user_id: text('user_id').notNull(),
      joined_at: instant('joined_at').notNull(),
    },
    (t) => [primaryKey({ columns: [t.game_id, t.anon_id] }), index('identities_user').on(t.user_id)],
  );

  /** Every build of the SDK that was ever served: pages pin them by their hash, so none is ever removed. */
  const sdk_builds = table('sdk_builds', {
    hash: text('hash').primaryKey(),
    script: text('script').notNull(),
    created_at: instant('created_at').notNull(),
  });

  return { sdk_events, sdk_event_hours, identities, sdk_builds };
}

export type EventTables = ReturnType<typeof eventTables>;
