import { z } from 'zod';
import { campaignStatus } from './admin/campaigns.ts';
import { ownChange, ownRead } from './creator-sessions.ts';
import { define } from './endpoint.ts';
import { instantOut } from './fields.ts';

// The leaderboards of campaigns on the creator page. They are sorted by claims, never by money.

const leaderboardsOut = z.object({
  /** Whether other creators see this creator's name. */
  shows_name: z.boolean(),
  data: z.array(
    z.object({
      campaign_id: z.number(),
      campaign_name: z.string(),
      campaign_status: campaignStatus,
      ends_at: instantOut,
      /** The number of creators with at least one claim. */
      creators: z.number(),
      own_claims: z.number(),
      /** The top ten, and the creator of the session unless they have no claims. */
      rows: z.array(
        z.object({
          /** Creators with equal claims share a rank, and later ranks are skipped accordingly, as in 1, 1, 3. */
          rank: z.number(),
          claims: z.number(),
          is_own: z.boolean(),
          /** Null if this creator's name is hidden. */
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
    summary: 'Choose whether other creators see your name on leaderboards; by default, they do not',
    access: ownChange,
    body: z.strictObject({ shows_name: z.boolean() }),
    answer: { status: 200, schema: z.object({ shows_name: z.boolean() }) },
    refusals: [],
  }),
};
