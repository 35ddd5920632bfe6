import type { Kit } from '../sqlite/sqlite-kit.ts';
import { version } from './version-column.ts';

// Tracking plans, and the events that do not fit them.

/** The plan of a game. */
const trackingPlansTable = (k: Kit) =>
  k.table('tracking_plans', {
    game_id: k.text('game_id').primaryKey(),
    /** The JSON Schema as it was typed. */
    plan_json: k.text('plan_json').notNull(),
    updated_at: k.instant('updated_at').notNull(),
    version: version(k),
  });

/** The number of events that did not fit the plan, by type, field, fault and the day on which they were created. */
const planViolationsTable = (k: Kit) =>
  k.table(
    'plan_violations',
    {
      /** The start of the day in UTC. */
      day: k.instant('day').notNull(),
      game_id: k.text('game_id').notNull(),
      event_type: k.text('event_type').notNull(),
      event_sub_type: k.text('event_sub_type').notNull(),
      /** A JSON pointer into the details, with `*` for every index; empty for an unknown type or sub-type. */
      field: k.text('field').notNull(),
      fault: k.text('fault').notNull(),
      slot: k.integer('slot').notNull(),
      events: k.bigCount('events').notNull(),
      last_event_id: k.text('last_event_id').notNull(),
      /** When the event in `last_event_id`, the newest one, was created. */
      last_at: k.instant('last_at').notNull(),
    },
    (t) => [
      k.primaryKey({
        name: 'plan_violations_pk',
        columns: [t.day, t.game_id, t.event_type, t.event_sub_type, t.field, t.fault, t.slot],
      }),
    ],
  );

export const trackingPlanTables = (k: Kit) => ({
  tracking_plans: trackingPlansTable(k),
  plan_violations: planViolationsTable(k),
});
