import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, listOf, moneyOut, pageQuery, queryId } from '../fields.ts';
import { CODE_TYPES } from '../words.ts';
import { perGame } from './access.ts';

const codeResult = z.object({
  code_id: z.number(),
  code: z.string(),
  /** `referral` for a creator code. Referral codes of staff have no results of their own. */
  code_type: z.enum(CODE_TYPES),
  campaign_id: z.number(),
  campaign_name: z.string(),
  /** The code whose page shows the figures: the referral code of a creator code, otherwise the code itself. */
  main_code_id: z.number(),
  creator_id: z.string().nullable(),
  creator_name: z.string().nullable(),
  claims: z.number(),
  payments: z.number(),
  /** Net of refunds. A payment counts for each redeem code that its player claimed, so rows may overlap. */
  revenue: moneyOut,
  refunds: moneyOut,
});

export const codeResultEndpoints = {
  listCodeResults: define({
    method: 'GET',
    path: '/v1/admin/code-results',
    summary: 'List the codes with claims or payments in a period and their sums, the best first, at most 10,000',
    access: perGame('live_ops', 'finance', 'viewer'),
    query: z.strictObject({
      ...pageQuery,
      from: instant.optional(),
      to: instant.optional(),
      campaign_id: queryId.optional(),
      game_id: gameId.optional(),
      sort: z.enum(['-revenue', '-claims', '-payments', '-refunds']).optional(),
    }),
    answer: {
      status: 200,
      schema: listOf(codeResult).extend({ from: instantOut, to: instantOut, time_zone: z.string() }),
    },
    refusals: [],
  }),
};
