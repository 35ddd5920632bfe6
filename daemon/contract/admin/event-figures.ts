import { z } from 'zod';
import { define } from '../endpoint.ts';
import { csvQuery, instantOut, moneyOut, queryFlag, seriesSpan } from '../fields.ts';
import { addFault } from '../schema-faults.ts';
import { UTMS } from '../words.ts';
import { perGame } from './access.ts';
import { eventSpan, typeName } from './events.ts';

/**
 * `wait_ms`: how long to wait for the count. By default, the daemon waits only for counts of at most a million events.
 */
const figuresSpan = { ...eventSpan, wait_ms: z.coerce.number().int().min(0).max(20_000).optional(), ...csvQuery };

const funnelSteps = z
  .array(z.tuple([typeName, typeName.nullable()]))
  .min(2)
  .max(6);

/** The steps of a funnel, as text in a query. */
const stepsText = z
  .string()
  .max(4000)
  .transform((text, context) => {
    const parsed = funnelSteps.safeParse(jsonOf(text));
    if (parsed.success) return parsed.data.map(([event_type, event_sub_type]) => ({ event_type, event_sub_type }));
    addFault(context, 'not_steps');
    return z.NEVER;
  });

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * How many users reached a step, and the quantiles of their times from the previous step, in milliseconds. A user
 * reaches a step by taking all steps up to it in order and within the maximum time. Each user has one time, which ends
 * with the first event that reached the step. If several attempts reached it, the attempt with the newest first step
 * counts: the time begins with the attempt's first event that reached the previous step. `median_ms` is the shortest
 * time within which more than half of the users took the step, `p90_ms` the shortest for more than 90%. Both are exact,
 * and null for the first step and for a step that no user reached.
 */
const stepOut = z.object({
  event_type: z.string(),
  event_sub_type: z.string().nullable(),
  users: z.number(),
  median_ms: z.number().nullable(),
  p90_ms: z.number().nullable(),
});

/** The count of all events in a period. It continues after the response, and later requests return its result. */
const counted = {
  /** Whether the figures are available and no count is in progress. */
  complete: z.boolean(),
  /** When the last count ended; null until the first one has ended. */
  counted_at: instantOut.nullable(),
  /** The count in progress, or a failed one. `events` is the number of events to read. */
  report: z
    .object({
      report_id: z.string(),
      status: z.enum(['running', 'failed']),
      events_read: z.number(),
      events: z.number(),
    })
    .nullable(),
};
const countedWithin = { from: instantOut, to: instantOut, ...counted };

/** The results of a link or UTM value in the period. */
const sourceResults = {
  sessions: z.number(),
  users: z.number(),
  /** Users who claimed a code in the period; `payers` made a payment in the period. */
  claimers: z.number(),
  payers: z.number(),
  revenue: moneyOut,
};

export const eventFigureEndpoints = {
  eventStats: define({
    method: 'GET',
    path: '/v1/admin/events/stats',
    summary: 'Get counts of SDK events by type and hour or day, and by session and user',
    access: perGame('live_ops'),
    query: z.strictObject({
      ...figuresSpan,
      /** If `false`, the response contains only the counts by type and time, which are available immediately. */
      activity: queryFlag.optional(),
      /** The table to return as CSV; by default `types`. */
      table: z.enum(['types', 'series', 'by_session', 'by_user']).optional(),
    }),
    answer: {
      status: 200,
      schema: z.object({
        ...seriesSpan,
        events: z.number(),
        /** The 500 most frequent types. */
        types: z.array(z.object({ event_type: z.string(), event_sub_type: z.string(), events: z.number() })),
        series: z.array(z.object({ at: instantOut, events: z.number() })),
        ...counted,
        /** Null until the first count has ended, or if `activity` is `false` in the request. */
        activity: z
          .object({
            sessions: z.number(),
            users: z.number(),
            /**
             * The 50 sessions with the most events, and the 50 users with the most. In `by_user`, unknown players
             * appear under their anonymous ID.
             */
            by_session: z.array(z.object({ session_id: z.string(), events: z.number() })),
            by_user: z.array(z.object({ user_id: z.string(), events: z.number() })),
          })
          .nullable(),
      }),
    },
    refusals: ['job_not_done'],
  }),
  eventFunnel: define({
    method: 'GET',
    path: '/v1/admin/events/funnel',
    summary: 'Get the funnel from referral link to session, claim and payment, for the 50 links with the most sessions',
    access: perGame('live_ops'),
    query: z.strictObject(figuresSpan),
    answer: {
      status: 200,
      schema: z.object({
        ...countedWithin,
        /** Null until the first count has ended. */
        data: z.array(z.object({ referral_link: z.string(), ...sourceResults })).nullable(),
      }),
    },
    refusals: ['job_not_done'],
  }),
  eventUtms: define({
    method: 'GET',
    path: '/v1/admin/events/funnel/utms',
    summary:
      'Get the funnel from a UTM parameter of the landing to session, claim and payment, for the parameter’s 50 most frequent values',
    access: perGame('live_ops'),
    query: z.strictObject({ ...figuresSpan, utm: z.enum(UTMS) }),
    answer: {
      status: 200,
      schema: z.object({
        ...countedWithin,
        /** Null until the first count has ended. */
        data: z.array(z.object({ value: z.string(), ...sourceResults })).nullable(),
      }),
    },
    refusals: ['job_not_done'],
  }),
  eventCohorts: define({
    method: 'GET',
    path: '/v1/admin/events/cohorts',
    summary: 'Count users by the week of their first event, and how many of them came back in later weeks',
    access: perGame('live_ops'),
    query: z.strictObject({
      /** The number of weeks, including the current one; weeks start on Monday in the organisation's time zone. */
      weeks: z.coerce.number().int().min(2).max(12).default(8),
      game_id: figuresSpan.game_id,
      wait_ms: figuresSpan.wait_ms,
      ...csvQuery,
    }),
    answer: {
      status: 200,
      schema: z.object({
        ...countedWithin,
        /** Null until the first count has ended. */
        data: z
          .array(
            z.object({
              /** The start of the week in which these users had their first events in the period. */
              week: instantOut,
              users: z.number(),
              /**
               * How many of these users had events in this week, and in each later one. In a CSV, the columns are
               * `active.0`, `active.1` and so on.
               */
              active: z.array(z.number()),
            }),
          )
          .nullable(),
      }),
    },
    refusals: ['job_not_done'],
  }),
  eventSteps: define({
    method: 'GET',
    path: '/v1/admin/events/funnel/steps',
    summary:
      'Count the users who took two to six steps in the given order, and how long each step took; a user’s anonymous events count, too',
    access: perGame('live_ops'),
    query: z.strictObject({
      ...figuresSpan,
      /** JSON: `[[event_type, event_sub_type or null for any], …]`. */
      steps: stepsText,
      /** The maximum time from the first step to the last; by default, the whole period. */
      within_hours: z.coerce.number().int().min(1).max(9600).optional(),
    }),
    answer: {
      status: 200,
      schema: z.object({
        ...countedWithin,
        /** Null until the first count has ended. */
        steps: z.array(stepOut).nullable(),
      }),
    },
    refusals: ['job_not_done'],
  }),
  cancelEventReport: define({
    method: 'DELETE',
    path: '/v1/admin/events/reports/{report_id}',
    summary: 'Cancel the count of a figure and delete its result; the next request for the figure starts a new count',
    access: perGame('live_ops'),
    params: z.object({ report_id: z.string().min(1).max(64) }),
    answer: { status: 200, schema: z.object({}) },
    refusals: ['not_found'],
  }),
};
