import { z } from 'zod';
import { define } from '../endpoint.ts';
import { gameId, instant, instantOut, listOf, moneyOut, pageQuery, queryId } from '../fields.ts';
import { CODE_TYPES } from '../words.ts';
import { perGame } from './access.ts';

const codeResult = z.object({
  code_id: z.number(),
  code: z.string(),
  /** `referral` for creator codes. Staff's referral codes have no results of their own. */
  code_type: z.enum(CODE_TYPES),
  campaign_id: z.number(),
  campaign_name: z.string(),
  /** The code on whose page the figures appear: for a creator code its referral code, otherwise the code itself. */
  main_code_id: z.number(),
  creator_id: z.string().nullable(),
  creator_name: z.string().nullable(),
  claims: z.number(),
  payments: z.number(),
  /** Minus refunds. A payment counts for each redeem code that its player claimed, so rows can overlap. */
  revenue: moneyOut,
  refunds: moneyOut,
});

export const codeResultEndpoints = {
  listCodeResults: define({
    method: 'GET',
    path: '/v1/admin/code-results',
    summary: 'List codes with claims or payments in a period, with their totals, best first; at most 10,000',
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
