import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, keysetOf, keysetQuery, personId } from '../fields.ts';
import { perGame } from './access.ts';

export const typeName = z.string().min(1).max(255);
export const eventSpan = { from: instant.optional(), to: instant.optional(), game_id: gameId.optional() };

const eventOut = z.object({
  event_id: z.string(),
  created_at: instantOut,
  received_at: instantOut,
  game_id: z.string(),
  event_type: z.string(),
  event_sub_type: z.string(),
  session_id: z.string(),
  anon_id: z.string().nullable(),
  user_id: z.string().nullable(),
  referral_link: z.string().nullable(),
  /** Details added by the client. */
  event_details: z.record(z.string(), z.unknown()).nullable(),
  user_details: z.record(z.string(), z.unknown()),
  app_details: z.record(z.string(), z.unknown()),
  utms: z.record(z.string(), z.unknown()).nullable(),
});

export const sdkEventEndpoints = {
  listEvents: define({
    method: 'GET',
    path: '/v1/admin/events',
    summary:
      'List SDK events, newest first; user_id also finds the user’s events from before the sign-in; a page of a filtered list can be short and still have a next_cursor',
    access: perGame('live_ops'),
    query: z.strictObject({
      ...keysetQuery,
      ...eventSpan,
      event_type: typeName.optional(),
      event_sub_type: typeName.optional(),
      session_id: z.uuid().optional(),
      event_id: z.uuid().optional(),
      user_id: personId.optional(),
      anon_id: z.string().min(1).max(255).optional(),
    }),
    answer: { status: 200, schema: keysetOf(eventOut) },
    refusals: [],
  }),
};
