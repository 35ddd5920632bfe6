import { z } from 'zod';
import { define } from '../endpoint.ts';
import { FIELD_FAULTS } from '../field-faults.ts';
import { gameId, instant, instantOut, moneyOut, seriesSpan } from '../fields.ts';
import { perGame } from './access.ts';

/** Up to 100 IDs of at most 15 digits, so that a number can represent each ID exactly. */
const idList = z
  .string()
  .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,99}$/, FIELD_FAULTS.not_an_id)
  .transform((text) => [...new Set(text.split(',').map(Number))]);

const sums = {
  claims: z.number(),
  /** The revenue from players who claimed any of the campaign's codes, minus refunds. Each payment counts once. */
  revenue: moneyOut,
};

export const campaignResultEndpoints = {
  listCampaignResults: define({
    method: 'GET',
    path: '/v1/admin/campaign-results',
    summary: 'Get the claims and revenue of some campaigns in a period, in total and by hour or day',
    access: perGame('live_ops', 'finance', 'viewer'),
    query: z.strictObject({
      /** The IDs of up to 100 campaigns, separated by commas. The response omits those that the caller may not see. */
      campaign_ids: idList,
      from: instant.optional(),
      to: instant.optional(),
      game_id: gameId.optional(),
    }),
    answer: {
      status: 200,
      schema: z.object({
        ...seriesSpan,
        /** The organisation's time zone, which defines the days of the series. */
        time_zone: z.string(),
        data: z.array(
          z.object({
            campaign_id: z.number(),
            ...sums,
            series: z.array(z.object({ at: instantOut, ...sums })),
          }),
        ),
      }),
    },
    refusals: [],
  }),
};
