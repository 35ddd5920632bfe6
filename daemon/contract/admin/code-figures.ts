import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instant, moneyOut, pathId } from '../fields.ts';
import { CREATOR_STATUSES } from '../words.ts';
import { perGame } from './access.ts';
import { periodFigures } from './period-figures.ts';

export const codeFigureEndpoints = {
  getCodeFigures: define({
    method: 'GET',
    path: '/v1/admin/codes/{code_id}/figures',
    summary: 'Get the figures and series of a main code; for a referral code, the sums of its creator codes',
    access: perGame('live_ops', 'viewer'),
    params: pathId('code_id'),
    query: z.strictObject({ from: instant.optional(), to: instant.optional() }),
    answer: {
      status: 200,
      schema: z.object({
        ...periodFigures,
        /** Refused redeem requests in the period, by reason, most frequent first. The daemon keeps them for 30 days. */
        refused: z.array(z.object({ reason: z.string(), tries: z.number() })),
        /**
         * The 50 creators with the most claims of all time, and the `total` number of creators; null for redeem codes.
         */
        creators: z
          .object({
            total: z.number(),
            data: z.array(
              z.object({
                creator_id: z.string(),
                display_name: z.string().nullable(),
                creator_status: z.enum(CREATOR_STATUSES),
                code_id: z.number(),
                code: z.string(),
                status: z.string(),
                claims: z.number(),
                revenue: moneyOut,
                /** The commission from this code so far. */
                commission: moneyOut,
              }),
            ),
          })
          .nullable(),
      }),
    },
    refusals: ['not_found'],
  }),
};
