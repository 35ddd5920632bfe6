import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, listOf, moneyOut, pageQuery, pathId, queryFlag, queryId } from '../fields.ts';
import { LEAK_SIGN_KINDS } from '../words.ts';
import { perGame } from './access.ts';

/** A day on which a code was used as if it had leaked or was abused. It is a hint for people and has no effects. */
export const leakSignOut = z.object({
  sign_id: z.number(),
  code_id: z.number(),
  code: z.string(),
  campaign_id: z.number(),
  /** The code whose page shows the sign: the referral code of a creator code, otherwise the code itself. */
  main_code_id: z.number(),
  /** The start of the day in the organisation's time zone. */
  day: instantOut,
  /**
   * Why there is a sign. `burst`: claims against the median of the days before; `no_landings`: claims against landings
   * of the code's link; `shared`: players who were refused a code for one use or one player, against none; `refunds`:
   * refunds against the number at the campaign's rate.
   */
  kind: z.enum(LEAK_SIGN_KINDS),
  measured: z.number(),
  usual: z.number(),
  /** When a member of staff marked the sign as seen, and who; null for an open one. */
  seen: z.object({ at: instantOut, by: z.string() }).nullable(),
});

const evidence = z.object({
  sign: leakSignOut,
  /** The day and up to 28 days before, oldest first. */
  days: z.array(
    z.object({
      day: instantOut,
      claims: z.number(),
      /** Sessions that the code's link opened. */
      landings: z.number(),
      revenue: moneyOut,
      refunds: moneyOut,
    }),
  ),
  /** For `shared`: the players who were refused the code on the day, the most tries first, at most 50. */
  tries: z.array(z.object({ user_id: z.string(), tries: z.number(), last_at: instantOut })),
  /** For `refunds`: the refunds on the day of players who redeemed the code, oldest first, at most 50. */
  refunds: z.array(
    z.object({ user_id: z.string(), transaction_id: z.string().nullable(), amount: moneyOut, received_at: instantOut }),
  ),
});

const signId = pathId('sign_id');

export const leakSignEndpoints = {
  listLeakSigns: define({
    method: 'GET',
    path: '/v1/admin/leak-signs',
    summary: 'List signs that codes leaked or are abused, newest first',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({
      ...pageQuery,
      /** The code with its creator codes. */
      code_id: queryId.optional(),
      campaign_id: queryId.optional(),
      kind: z.enum(LEAK_SIGN_KINDS).optional(),
      open: queryFlag.optional(),
    }),
    answer: { status: 200, schema: listOf(leakSignOut) },
    refusals: [],
  }),
  getLeakSign: define({
    method: 'GET',
    path: '/v1/admin/leak-signs/{sign_id}',
    summary: 'Get a sign with the rows that prove it',
    access: perGame('live_ops'),
    params: signId,
    answer: { status: 200, schema: evidence },
    refusals: ['not_found'],
  }),
  markLeakSignSeen: define({
    method: 'POST',
    path: '/v1/admin/leak-signs/{sign_id}/seen',
    summary: 'Take a sign off the list of tasks; a second call changes nothing',
    access: perGame('live_ops'),
    params: signId,
    answer: { status: 200, schema: leakSignOut },
    refusals: ['not_found'],
  }),
};
