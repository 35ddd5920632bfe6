import { z } from 'zod';
import { conditionList, windowWith } from '../code-conditions.ts';
import { define } from '../endpoint.ts';
import {
  instant,
  instantOut,
  listOf,
  listQuery,
  pathId,
  personId,
  queryId,
  rewardsJson,
  tag,
  tagList,
  webUrl,
  yesNo,
} from '../fields.ts';
import { changeBody, versionOut } from '../versions.ts';
import { CODE_TYPES } from '../words.ts';
import { perGame } from './access.ts';
import { campaignId } from './campaigns.ts';

const codeOut = z.object({
  code_id: z.number(),
  campaign_id: z.number(),
  code: z.string(),
  name: z.string(),
  root_url: z.string(),
  code_url: z.string(),
  code_type: z.enum(CODE_TYPES),
  usage_limit: z.number().nullable(),
  creator_usage_limit: z.number().nullable(),
  active: yesNo,
  use_as_referral: yesNo,
  rewards_json: z.string(),
  /** The code can be redeemed from `starts_at` until just before `ends_at`, while its campaign is active. */
  starts_at: instantOut.nullable(),
  ends_at: instantOut.nullable(),
  /** Whether only one user can redeem the code. */
  is_personal: z.boolean(),
  /** The only user who can redeem the code; null if any user can, and for callers who cannot look up players. */
  recipient: personId.nullable(),
  /** The conditions that the player must meet; null if there are none. */
  conditions: conditionList.nullable(),
  /** The pool from which each claim takes a key, or null. Creator codes use the pool of their referral code. */
  key_pool_id: z.number().nullable(),
  tags: z.array(z.string()),
  number_of_claims: z.number(),
  created_at: instantOut,
  version: versionOut,
  /** The batch to which the code belongs; null if it was created by hand. */
  batch_id: z.number().nullable(),
});
export const limit = z.number().int().min(1).max(1_000_000_000).nullable();
/** When and by whom a code can be redeemed. A creator code uses the values of its referral code. */
export const windowFields = windowWith(instant);
/** The pool from which each claim takes a key. Staff limited to some games cannot choose it. */
export const keyPoolField = { key_pool_id: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER).nullable().optional() };
export const codeFields = {
  name: z.string().trim().min(1).max(200),
  root_url: webUrl,
  usage_limit: limit.optional(),
  creator_usage_limit: limit.optional(),
  active: yesNo.optional(),
  rewards_json: rewardsJson,
  ...windowFields,
  ...keyPoolField,
  tags: tagList.optional(),
};
const codeId = pathId('code_id');

export const codeEndpoints = {
  listCodes: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/codes',
    summary: 'List the main codes of a campaign',
    access: perGame('live_ops', 'viewer'),
    params: campaignId,
    query: z.strictObject({
      /**
       * `q` selects codes whose value or name contains this text. If a campaign has more than 100,000 codes (with
       * `origin=hand`, more than 100,000 created by hand), a page reads at most 100,000 codes after the cursor, in list
       * order. A search sorted by `number_of_claims` reads and sorts blocks of 100,000 codes, newest block first. In a
       * search sorted by `code`, codes from other campaigns count towards the 100,000. A code that equals the text and
       * matches the other filters comes first on the first page.
       */
      ...listQuery,
      /**
       * The `next_cursor` from the previous page, used instead of `page`: for lists of more than 10,000 codes, and for
       * searches of more than 100,000.
       */
      cursor: z.string().min(1).max(1000).optional(),
      code_type: z.enum(CODE_TYPES).optional(),
      active: yesNo.optional(),
      batch_id: queryId.optional(),
      /** How the code was created: by hand or in a batch; `generate` and `import` select one kind of batch. */
      origin: z.enum(['hand', 'batch', 'generate', 'import']).optional(),
      tag: tag.optional(),
      state: z.enum(['redeemed', 'unredeemed', 'limit_reached']).optional(),
      sort: z
        .enum(['created_at', '-created_at', 'name', '-name', 'code', '-code', 'number_of_claims', '-number_of_claims'])
        .optional(),
    }),
    answer: {
      status: 200,
      schema: listOf(codeOut).extend({
        /** Null on the last page. A search page can be short or empty even if there is a next page. */
        next_cursor: z.string().nullable(),
        /**
         * Whether a search still has codes to read. If so, `next_cursor` continues it, and `total` counts only the
         * matches among the codes read so far.
         */
        is_partial: z.boolean(),
      }),
    },
    refusals: ['not_found'],
  }),
  createCode: define({
    method: 'POST',
    path: '/v1/admin/campaigns/{campaign_id}/codes',
    summary: 'Add a code to a campaign; its type cannot be changed later',
    access: perGame('live_ops'),
    params: campaignId,
    body: z.strictObject({ code: z.string().max(255), use_as_referral: yesNo.optional(), ...codeFields }),
    answer: { status: 201, schema: codeOut },
    refusals: ['not_found', 'campaign_ended', 'invalid_code', 'code_taken'],
  }),
  getCode: define({
    method: 'GET',
    path: '/v1/admin/codes/{code_id}',
    summary: 'Get a main code',
    access: perGame('live_ops', 'viewer'),
    params: codeId,
    answer: { status: 200, schema: codeOut },
    refusals: ['not_found'],
  }),
  changeCode: define({
    method: 'PATCH',
    path: '/v1/admin/codes/{code_id}',
    summary: 'Change a code, except its value and type',
    access: perGame('live_ops'),
    params: codeId,
    body: changeBody(codeFields),
    answer: { status: 200, schema: codeOut },
    current: codeOut,
    refusals: ['not_found'],
  }),
};
