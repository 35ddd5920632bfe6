import { z } from 'zod';
import { campaignStatus } from './admin/campaigns.ts';
import { ownChange, ownRead } from './creator-sessions.ts';
import { define } from './endpoint.ts';
import { instantOut } from './fields.ts';

// The leaderboards of campaigns on the page of a creator: by claims, never by money.

const leaderboardsOut = z.object({
  /** Whether the others see this creator's name. */
  shows_name: z.boolean(),
  data: z.array(
    z.object({
      campaign_id: z.number(),
      campaign_name: z.string(),
      campaign_status: campaignStatus,
      ends_at: instantOut,
      /** The creators with at least one claim. */
      creators: z.number(),
      own_claims: z.number(),
      /** The best ten, and the creator of the session, who is absent without a claim. */
      rows: z.array(
        z.object({
          /** Equal claims have the same rank, and the next rank is as much higher. */
          rank: z.number(),
          claims: z.number(),
          is_own: z.boolean(),
          /** Null if this creator does not show it. */
          name: z.string().nullable(),
        }),
      ),
    }),
  ),
});

export const leaderboardEndpoints = {
  listOwnLeaderboards: define({
    method: 'GET',
    path: '/v1/creator/leaderboards',
    summary: 'List the leaderboards of the newest 20 campaigns that have one and in which the creator has a code',
    access: ownRead,
    answer: { status: 200, schema: leaderboardsOut },
    refusals: [],
  }),
  changeLeaderboardName: define({
    method: 'POST',
    path: '/v1/creator/leaderboards',
    summary: 'Choose whether other creators see one’s name on leaderboards; at first they do not',
    access: ownChange,
    body: z.strictObject({ shows_name: z.boolean() }),
    answer: { status: 200, schema: z.object({ shows_name: z.boolean() }) },
    refusals: [],
  }),
};
