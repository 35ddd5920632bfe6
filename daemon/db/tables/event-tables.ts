import type { Kit } from '../sqlite/sqlite-kit.ts';
import type { EventReportStatus } from './words.ts';

// Tables for SDK events, their archive and the SDK's builds.

const sdkEventsTable = (k: Kit) =>
  k.table(
    'sdk_events',
    {
      event_id: k.text('event_id').notNull(),
      created_at: k.instant('created_at').notNull(),
      received_at: k.instant('received_at').notNull(),
      game_id: k.text('game_id').notNull(),
      event_type: k.text('event_type').notNull(),
      event_sub_type: k.text('event_sub_type').notNull(),
      session_id: k.text('session_id').notNull(),
      anon_id: k.text('anon_id'),
      user_id: k.text('user_id'),
      referral_link: k.text('referral_link'),
      /** The event as JSON, including the fields that have no column. */
      payload: k.text('payload').notNull(),
    },
    (t) => [
      k.primaryKey({ columns: [t.event_id, t.created_at] }),
      k.index('sdk_events_created').on(t.created_at, t.event_id),
    ],
  );

/** The number of stored events by type and quarter of an hour of creation; `hour` is the start of the quarter. */
const sdkEventHoursTable = (k: Kit) =>
  k.table(
    'sdk_event_hours',
    {
      game_id: k.text('game_id').notNull(),
      event_type: k.text('event_type').notNull(),
      event_sub_type: k.text('event_sub_type').notNull(),
      hour: k.instant('hour').notNull(),
      slot: k.integer('slot').notNull(),
      events: k.bigCount('events').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.hour, t.game_id, t.event_type, t.event_sub_type, t.slot] })],
  );

const identitiesTable = (k: Kit) =>
  k.table(
    'identities',
    {
      game_id: k.text('game_id').notNull(),
      anon_id: k.text('anon_id').notNull(),
      user_id: k.text('user_id').notNull(),
      joined_at: k.instant('joined_at').notNull(),
    },
    (t) => [k.primaryKey({ columns: [t.game_id, t.anon_id] }), k.index('identities_user').on(t.user_id)],
  );

/** Days of SDK events that have files or that an erasure changed. */
const archivedDaysTable = (k: Kit) =>
  k.table('archived_days', {
    /** The start of the day in UTC. */
    day: k.instant('day').primaryKey(),
    /** How many of the day's events had been stored, including removed ones, when its files were written. */
    events: k.bigCount('events').notNull(),
    /** The number of erasure steps that changed events of the day. */
    erasures: k.bigCount('erasures').notNull(),
    /** The value of `erasures` when the files were written. */
    erasures_written: k.bigCount('erasures_written').notNull(),
    /** Null while the day has no files. */
    written_at: k.instant('written_at'),
  });

/** Figures of SDK events, counted in the background. If a row is lost, its figures can be counted again. */
const eventReportsTable = (k: Kit) =>
  k.table('event_reports', {
    /** A hash of the query. */
    report_id: k.text('report_id').primaryKey(),
    /** What is counted, as JSON. */
    query: k.text('query').notNull(),
    status: k.text('status').$type<EventReportStatus>().notNull(),
    events_read: k.bigCount('events_read').notNull(),
    events: k.bigCount('events').notNull(),
    /** The figures as JSON. They are kept during a recount; null before the first count ends. */
    result: k.text('result'),
    /** When the count that produced the figures ended. */
    counted_at: k.instant('counted_at'),
    /** When the count last advanced. If the daemon stops, the report stays `running` and this value is not updated. */
    updated_at: k.instant('updated_at').notNull(),
  });

/** Every build of the SDK that was ever served. Pages pin a build by its hash, so none is ever removed. */
const sdkBuildsTable = (k: Kit) =>
  k.table('sdk_builds', {
    hash: k.text('hash').primaryKey(),
    script: k.text('script').notNull(),
    created_at: k.instant('created_at').notNull(),
  });

/** Every npm package of the SDK that was ever served. Lock files pin a package by its URL, so none is ever removed. */
const sdkPackagesTable = (k: Kit) =>
  k.table('sdk_packages', {
    hash: k.text('hash').primaryKey(),
    version: k.text('version').notNull(),
    /** The bytes of the file in base64. */
    content: k.text('content').notNull(),
    created_at: k.instant('created_at').notNull(),
  });

export function eventTables(k: Kit) {
  return {
    sdk_events: sdkEventsTable(k),
    sdk_event_hours: sdkEventHoursTable(k),
    identities: identitiesTable(k),
    archived_days: archivedDaysTable(k),
    event_reports: eventReportsTable(k),
    sdk_builds: sdkBuildsTable(k),
    sdk_packages: sdkPackagesTable(k),
  };
}
