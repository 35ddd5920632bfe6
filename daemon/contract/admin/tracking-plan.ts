import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, listOf, pageQuery } from '../fields.ts';
import { versionOut } from '../versions.ts';
import { VIOLATION_FAULTS } from '../words.ts';
import { perGame } from './access.ts';

const planOut = z.object({
  game_id: z.string(),
  /** The JSON Schema as typed; null if the game has no plan. */
  plan_json: z.string().nullable(),
  updated_at: instantOut.nullable(),
  /** 0 if the game has no plan. */
  version: versionOut,
});

const violationOut = z.object({
  game_id: z.string(),
  event_type: z.string(),
  event_sub_type: z.string(),
  /** A JSON pointer into the details, with `*` instead of each index; empty for an unknown type or sub-type. */
  field: z.string(),
  fault: z.enum(VIOLATION_FAULTS),
  events: z.number(),
  /** The newest of these events, and when it was created. */
  last_event_id: z.string(),
  last_at: instantOut,
});

export const trackingPlanEndpoints = {
  getTrackingPlan: define({
    method: 'GET',
    path: '/v1/admin/events/plan',
    summary: 'Get the tracking plan of a game',
    access: perGame('live_ops'),
    query: z.strictObject({ game_id: gameId }),
    maxBehindMs: 0,
    answer: { status: 200, schema: planOut },
    refusals: [],
  }),
  saveTrackingPlan: define({
    method: 'PUT',
    path: '/v1/admin/events/plan',
    summary: 'Save the tracking plan of a game; events that do not fit are stored and counted as violations',
    access: perGame('live_ops'),
    body: z.strictObject({
      game_id: gameId,
      plan_json: z.string(),
      /** The version that was read; 0 if the game had no plan. */
      version: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
    }),
    answer: { status: 200, schema: planOut },
    current: planOut,
    refusals: [],
    refusalFields: {
      invalid_request: {
        /** The first faults in the plan, each with a JSON pointer. */
        plan_faults: z.array(z.object({ pointer: z.string(), code: z.string(), name: z.string().optional() })),
      },
    },
  }),
  deleteTrackingPlan: define({
    method: 'DELETE',
    path: '/v1/admin/events/plan',
    summary:
      'Delete the tracking plan of a game; its events will no longer be checked, but counted violations are kept',
    access: perGame('live_ops'),
    body: z.strictObject({ game_id: gameId, version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional() }),
    answer: { status: 200, schema: planOut },
    current: planOut,
    refusals: ['not_found'],
  }),
  listPlanViolations: define({
    method: 'GET',
    path: '/v1/admin/events/plan/violations',
    summary: 'Count, by type, sub-type and field, the events that do not fit the tracking plan, most frequent first',
    access: perGame('live_ops'),
    query: z.strictObject({
      ...pageQuery,
      /** Whole days in UTC. An event counts on the day on which it was created. */
      from: instant.optional(),
      to: instant.optional(),
      game_id: gameId.optional(),
    }),
    answer: { status: 200, schema: listOf(violationOut) },
    refusals: [],
  }),
};
