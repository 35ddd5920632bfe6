import { z } from 'zod';
import { define } from '../endpoint.ts';
import { instantOut, listOf, moneyOut, pageQuery, pathId, queryFlag, queryId } from '../fields.ts';
import { LEAK_SIGN_KINDS } from '../words.ts';
import { perGame } from './access.ts';

/** A day on which a code may have leaked or been abused. It is a hint for people and has no effect. */
export const leakSignOut = z.object({
  sign_id: z.number(),
  code_id: z.number(),
  code: z.string(),
  campaign_id: z.number(),
  /** The code on whose page the sign appears: for a creator code its referral code, otherwise the code itself. */
  main_code_id: z.number(),
  /** The start of the day in the organisation's time zone. */
  day: instantOut,
  /**
   * What `measured` and `usual` count. `burst`: claims, and the median of earlier days; `no_landings`: claims, and
   * landings through the code's link; `shared`: players who were refused a code with a single use or a recipient, and
   * always 0; `refunds`: refunds, and the number expected from the campaign's refund rate.
   */
  kind: z.enum(LEAK_SIGN_KINDS),
  measured: z.number(),
  usual: z.number(),
  /** When and by whom the sign was marked as seen; null if it is open. */
  seen: z.object({ at: instantOut, by: z.string() }).nullable(),
});

const evidence = z.object({
  sign: leakSignOut,
  /** The day, preceded by up to 28 earlier days, oldest first. */
  days: z.array(
    z.object({
      day: instantOut,
      claims: z.number(),
      /** Sessions opened through the code's link. */
      landings: z.number(),
      revenue: moneyOut,
      refunds: moneyOut,
    }),
  ),
  /** For `shared`: the players who were refused the code on this day, most attempts first, at most 50. */
  tries: z.array(z.object({ user_id: z.string(), tries: z.number(), last_at: instantOut })),
  /** For `refunds`: the day's refunds to players who redeemed the code, oldest first, at most 50. */
  refunds: z.array(
    z.object({ user_id: z.string(), transaction_id: z.string().nullable(), amount: moneyOut, received_at: instantOut }),
  ),
});

const signId = pathId('sign_id');

export const leakSignEndpoints = {
  listLeakSigns: define({
    method: 'GET',
    path: '/v1/admin/leak-signs',
    summary: 'List signs that codes have leaked or are being abused, newest first',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({
      ...pageQuery,
      /** The code, including its creator codes. */
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
    summary: 'Get a sign with the rows that support it',
    access: perGame('live_ops'),
    params: signId,
    answer: { status: 200, schema: evidence },
    refusals: ['not_found'],
  }),
  markLeakSignSeen: define({
    method: 'POST',
    path: '/v1/admin/leak-signs/{sign_id}/seen',
    summary: 'Remove a sign from the list of tasks; a second call changes nothing',
    access: perGame('live_ops'),
    params: signId,
    answer: { status: 200, schema: leakSignOut },
    refusals: ['not_found'],
  }),
};
