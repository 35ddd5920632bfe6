import { z } from 'zod';
import { define, ROLES } from '../endpoint.ts';
import { instantOut } from '../fields.ts';
import { CODE_TYPES, PAYOUT_RUN_KINDS, PAYOUT_RUN_STATUSES } from '../words.ts';
import { everyRole } from './access.ts';
import { campaignStatus } from './campaigns.ts';

const searchOut = z.object({
  campaigns: z.array(z.object({ campaign_id: z.number(), name: z.string(), status: campaignStatus })),
  codes: z.array(
    z.object({
      code_id: z.number(),
      campaign_id: z.number(),
      code: z.string(),
      name: z.string(),
      code_type: z.enum(CODE_TYPES),
      /** The creator of a creator code; null for the manager's codes. */
      creator_id: z.string().nullable(),
      creator_name: z.string().nullable(),
    }),
  ),
  creators: z.array(
    z.object({ creator_id: z.string(), display_name: z.string().nullable(), email: z.string().nullable() }),
  ),
  staff: z.array(z.object({ staff_id: z.number(), name: z.string(), email: z.string(), role: z.enum(ROLES) })),
  /** Found by number, month (2026-10) or campaign. */
  payout_runs: z.array(
    z.object({
      run_id: z.number(),
      kind: z.enum(PAYOUT_RUN_KINDS),
      status: z.enum(PAYOUT_RUN_STATUSES),
      period_end: instantOut,
      campaign_name: z.string().nullable(),
    }),
  ),
  /** Set only if the text is exactly the ID of a known player. */
  player: z.object({ user_id: z.string() }).nullable(),
});

export const searchEndpoints = {
  search: define({
    method: 'GET',
    path: '/v1/admin/search',
    summary:
      'Search for up to five objects of each kind that contain the text; kinds that the role cannot read are empty',
    access: everyRole,
    query: z.strictObject({ q: z.string().min(1).max(255) }),
    answer: { status: 200, schema: searchOut },
    refusals: [],
  }),
};
