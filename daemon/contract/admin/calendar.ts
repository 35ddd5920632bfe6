import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut } from '../fields.ts';
import { perGame } from './access.ts';
import { campaignStatus } from './campaigns.ts';
import { scheduledChangeOut } from './scheduled-changes.ts';

const dates = { starts_at: instantOut.nullable(), ends_at: instantOut.nullable() };

const calendar = z.object({
  /** Campaigns that are active within the span or have an entry in another list, sorted by start. */
  campaigns: z.array(
    z.object({
      campaign_id: z.number(),
      name: z.string(),
      status: campaignStatus,
      starts_at: instantOut,
      ends_at: instantOut,
    }),
  ),
  /** Batches with their own dates. */
  batches: z.array(z.object({ batch_id: z.number(), campaign_id: z.number(), name: z.string().nullable(), ...dates })),
  /** Codes created by hand that have their own dates. */
  codes: z.array(z.object({ code_id: z.number(), campaign_id: z.number(), code: z.string(), ...dates })),
  /** Scheduled changes within the span, except cancelled ones. */
  changes: z.array(scheduledChangeOut),
  /** Whether a list was cut off. Each list contains at most 200 entries. */
  is_partial: z.boolean(),
});

export const calendarEndpoints = {
  getCalendar: define({
    method: 'GET',
    path: '/v1/admin/calendar',
    summary:
      'Get what is active and what changes within a span: campaigns, batches and codes with dates, and scheduled changes',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({ from: instant, to: instant, game_id: gameId.optional() }),
    answer: { status: 200, schema: calendar },
    refusals: [],
  }),
};
