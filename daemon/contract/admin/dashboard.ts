import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, moneyOut, queryId, seriesSpan } from '../fields.ts';
import { perGame } from './access.ts';
import { campaignStatus } from './campaigns.ts';
import { leakSignOut } from './leak-signs.ts';

const totals = z.object({
  claims: z.number(),
  payments: z.number(),
  revenue: moneyOut,
  refunds: moneyOut,
  /** The part of the revenue for which creators earn commission. */
  creator_revenue: moneyOut,
});
const periodTotals = totals.extend({
  /** The commission on the creators' revenue in the period, at the percentages now in force. */
  commission: moneyOut,
});

/** Tasks for staff, at most five seconds old. Parts that the caller's role may not see are empty. */
const toDo = z.object({
  /** Active campaigns that end within seven days, earliest end first. */
  campaigns_ending: z.array(z.object({ campaign_id: z.number(), name: z.string(), ends_at: instantOut })),
  /**
   * Active codes created by hand, in active campaigns, that have a limit of at least 10 and have reached 90% of it. The
   * codes closest to their limit come first.
   */
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
  /** Payout runs waiting for their next step, oldest first. */
  payout_runs: z.array(
    z.object({
      run_id: z.number(),
      step: z.enum(['approve', 'export', 'pay']),
      /** When the previous step was taken. */
      since: instantOut,
      payable: moneyOut,
      /** The number of creators to be paid who have no payout method or address. */
      unpayable: z.number(),
    }),
  ),
  /** Creators who entered payout details that are waiting for approval, oldest request first. */
  payout_details: z.array(
    z.object({ creator_id: z.string(), creator_name: z.string().nullable(), requested_at: instantOut }),
  ),
  webhooks: z.array(
    z.object({
      webhook_id: z.number(),
      url: z.string(),
      /**
       * `failing`: the last attempts failed; `paused`: the daemon is waiting before it retries; `switched_off`: the
       * daemon disabled the endpoint.
       */
      state: z.enum(['failing', 'paused', 'switched_off']),
      disabled_reason: z.string().nullable(),
    }),
  ),
  /** Key pools with fewer keys than their `low_stock`, emptiest first. */
  low_key_pools: z.array(
    z.object({ pool_id: z.number(), name: z.string(), keys_left: z.number(), low_stock: z.number() }),
  ),
  /** Open signs of leaked or abused codes from the last seven days, newest day first. */
  leak_signs: z.array(leakSignOut),
  /**
   * Currencies that still have no rate, and in which payments were refused within the last seven days, newest refusal
   * first.
   */
  missing_rates: z.array(z.object({ currency: z.string(), day: z.iso.date(), refused_at: instantOut })),
  /** Currencies whose current rate is older than `rate_max_age_days`, oldest first. */
  old_rates: z.array(z.object({ currency: z.string(), valid_from: z.iso.date() })),
  /** Corrections of rates waiting for a second person, oldest first. */
  rate_corrections: z.array(z.object({ rate_id: z.number(), currency: z.string(), requested_at: instantOut })),
  jobs: z.array(z.object({ job: z.string(), state: z.enum(['failed', 'overdue']), since: instantOut })),
});
export type ToDo = z.output<typeof toDo>;

export const dashboardEndpoints = {
  dashboard: define({
    method: 'GET',
    path: '/v1/admin/dashboard',
    // Responses are cached for another second, so figures are at most two seconds old.
    maxBehindMs: 1000,
    summary:
      'Get the figures and series of the organisation or of one campaign; the response is 304 if the ETag in If-None-Match is still valid',
    access: perGame('live_ops', 'finance', 'viewer'),
    query: z.strictObject({
      from: instant.optional(),
      to: instant.optional(),
      /** Limits the figures to one game: its payments, and the claims and failed attempts made with its keys. */
      game_id: gameId.optional(),
      campaign_id: queryId.optional(),
    }),
    headers: z.object({ 'if-none-match': z.string().max(4096).optional() }),
    answer: {
      status: 200,
      schema: z.object({
        ...seriesSpan,
        /** The organisation's time zone, which defines the days of the series. */
        time_zone: z.string(),
        /**
         * The organisation's revenue is the sum of all payments; a campaign's revenue is the sum for players who
         * claimed any of its codes.
         */
        totals: periodTotals,
        /** The totals of the preceding period of the same length. */
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
            /** The revenue from players who claimed any of the campaign's codes. Each payment counts once. */
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
        /**
         * The revenue by the currency in which players paid: the organisation's currency first, then the others,
         * highest revenue first. The values of `revenue` add up to the total. Empty if all payments are in the
         * organisation's currency.
         */
        currencies: z.array(
          z.object({
            /** In the currency in which players paid, minus refunds. */
            paid: moneyOut,
            /** In the organisation's currency. */
            revenue: moneyOut,
          }),
        ),
        /** Refused redeem requests in the last 24 hours, in all campaigns. */
        refused: z.array(z.object({ reason: z.string(), tries: z.number() })),
        /** Refused redeem requests in the preceding 24 hours; null if there were too many to count. */
        refused_before: z.number().nullable(),
        to_do: toDo,
      }),
    },
    notModified: true,
    refusals: ['not_found'],
  }),
};
