import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, moneyOut, seriesSpan } from '../fields.ts';
import { staffOnly } from './access.ts';
import { campaignStatus } from './campaigns.ts';

const totals = z.object({
  claims: z.number(),
  payments: z.number(),
  revenue: moneyOut,
  refunds: moneyOut,
  /** The part of the revenue that accrued to creators. */
  creator_revenue: moneyOut,
});
const periodTotals = totals.extend({
  /** Of the creators: their revenue in the period at the percentages that are in force now. */
  commission: moneyOut,
});

/** What staff should look at; a part that the caller's role may not open is empty. At most five seconds old. */
const toDo = z.object({
  /** Active campaigns that end within seven days, the next first. */
  campaigns_ending: z.array(z.object({ campaign_id: z.number(), name: z.string(), ends_at: instantOut })),
  /** Codes made by hand, of active campaigns, with at least nine tenths of ten or more uses taken, the fullest first. */
  codes_near_limit: z.array(
    z.object({
      code_id: z.number(),
      campaign_id: z.number(),
      code: z.string(),
      used: z.number(),
      usage_limit: z.number(),
    }),
  ),
  /** The moderation queue; null if it is empty. */
  moderation: z.object({ waiting: z.number(), oldest_at: instantOut }).nullable(),
  /** Payout runs that wait for their next step, the oldest first. */
  payout_runs: z.array(
    z.object({
      run_id: z.number(),
      step: z.enum(['approve', 'export', 'pay']),
      /** When the step before was made. */
      since: instantOut,
      payable: moneyOut,
      /** Creators to be paid whose payout method or address is missing. */
      unpayable: z.number(),
    }),
  ),
  webhooks: z.array(
    z.object({
      webhook_id: z.number(),
      url: z.string(),
      /** `failing`: the last round failed; `paused`: the daemon waits; `switched_off`: the daemon gave up. */
      state: z.enum(['failing', 'paused', 'switched_off']),
    }),
  ),
  jobs: z.array(z.object({ job: z.string(), state: z.enum(['failed', 'overdue']), since: instantOut })),
});
export type ToDo = z.output<typeof toDo>;

export const dashboardEndpoints = {
  dashboard: define({
    method: 'GET',
    path: '/v1/admin/dashboard',
    // With the second for which an answer is kept, every figure is at most two seconds behind.
    maxBehindMs: 1000,
    summary:
      'Figures and series of the organisation or of one campaign; answers 304 if the If-None-Match is still valid',
    access: staffOnly('live_ops', 'finance', 'viewer'),
    query: z.strictObject({
      from: instant.optional(),
      to: instant.optional(),
      /** Only the figures of one game: payments it sent, claims and refused tries that its keys made. */
      game_id: gameId.optional(),
      campaign_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
    }),
    headers: z.object({ 'if-none-match': z.string().max(4096).optional() }),
    answer: {
      status: 200,
      schema: z.object({
        ...seriesSpan,
        /** The organisation's time zone, in which the series has its days. */
        time_zone: z.string(),
        /**
         * Revenue of the organisation is the sum of all payments; revenue of a campaign is what players paid who
         * claimed any of its codes.
         */
        totals: periodTotals,
        /** Of the period of the same length before. */
        previous: periodTotals,
        active_campaigns: z.number(),
        pending_creator_codes: z.number(),
        creators: z.number(),
        series: z.array(totals.omit({ refunds: true }).extend({ at: instantOut })),
        campaigns: z.array(
          z.object({
            campaign_id: z.number(),
            name: z.string(),
            status: campaignStatus,
            claims: z.number(),
            /** What players paid who claimed any of the campaign's codes, each payment once. */
            revenue: moneyOut,
            creator_revenue: moneyOut,
          }),
        ),
        /** The creators with the most revenue in the period. */
        creators_top: z.array(
          z.object({
            creator_id: z.string(),
            display_name: z.string().nullable(),
            claims: z.number(),
            revenue: moneyOut,
          }),
        ),
        /** The last 24 hours of the whole organisation. */
        refused: z.array(z.object({ reason: z.string(), tries: z.number() })),
        /** Refused tries of the 24 hours before those; null if there were too many to count. */
        refused_before: z.number().nullable(),
        to_do: toDo,
      }),
    },
    notModified: true,
    refusals: ['not_found'],
  }),
};
