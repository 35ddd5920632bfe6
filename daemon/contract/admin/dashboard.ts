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

export const dashboardEndpoints = {
  dashboard: define({
    method: 'GET',
    path: '/v1/admin/dashboard',
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
        totals,
        previous: totals,
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
        /** Of all time, not of the period. */
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
      }),
    },
    notModified: true,
    refusals: ['not_found'],
  }),
};
