import { z } from 'zod';
import { define } from '../endpoint.ts';
import { perGame } from './access.ts';
import { campaignId } from './campaigns.ts';

/** Tags in alphabetical order. If there are more than 1,000, only the most frequent are listed. */
const tagsInUse = z.object({
  data: z.array(
    z.object({
      tag: z.string(),
      /** The number of campaigns or codes with this tag. */
      count: z.number(),
    }),
  ),
});

export const tagEndpoints = {
  listCampaignTags: define({
    method: 'GET',
    path: '/v1/admin/campaign-tags',
    summary: 'List the tags of campaigns',
    access: perGame('live_ops', 'viewer'),
    answer: { status: 200, schema: tagsInUse },
    refusals: [],
  }),
  listCodeTags: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}/code-tags',
    summary: 'List the tags of a campaign’s codes',
    access: perGame('live_ops', 'viewer'),
    params: campaignId,
    answer: { status: 200, schema: tagsInUse },
    refusals: ['not_found'],
  }),
};
