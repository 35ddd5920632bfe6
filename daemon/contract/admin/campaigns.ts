import { z } from 'zod';
import { capitalized } from '../../lib/capitalized.ts';
import { define } from '../endpoint.ts';
import {
  commissionTiers,
  gameId,
  gamesList,
  instant,
  instantOut,
  listOf,
  listQuery,
  pathId,
  tag,
  tagList,
} from '../fields.ts';
import { changeBody, onlyIfVersion, versionOut } from '../versions.ts';
import { CAMPAIGN_STATUSES } from '../words.ts';
import { perGame } from './access.ts';

export const campaignStatus = z.enum(CAMPAIGN_STATUSES);
export const campaignOut = z.object({
  campaign_id: z.number(),
  name: z.string(),
  starts_at: instantOut,
  ends_at: instantOut,
  status: campaignStatus,
  commission_tiers: commissionTiers.nullable(),
  notes: z.string(),
  /** The games whose keys can redeem the campaign's codes and whose payments count for it; null for all games. */
  games: z.array(z.string()).nullable(),
  tags: z.array(z.string()),
  /** Whether creators see on their pages which creators have the most claims. */
  leaderboard: z.boolean(),
  created_at: instantOut,
  version: versionOut,
});
const campaignFields = {
  name: z.string().trim().min(1).max(200),
  starts_at: instant,
  ends_at: instant,
  commission_tiers: commissionTiers.nullable().optional(),
  notes: z.string().max(10_000).optional(),
  games: gamesList.optional(),
  tags: tagList.optional(),
  leaderboard: z.boolean().optional(),
};

export const campaignId = pathId('campaign_id');
const campaignMove = (move: 'publish' | 'pause' | 'archive' | 'restore') =>
  define({
    method: 'POST',
    path: `/v1/admin/campaigns/{campaign_id}/${move}`,
    summary: `${capitalized(move)} a campaign`,
    access: perGame('live_ops'),
    params: campaignId,
    body: onlyIfVersion,
    answer: { status: 200, schema: campaignOut },
    current: campaignOut,
    refusals: ['not_found', 'invalid_status_move'],
  });

export const campaignEndpoints = {
  listCampaigns: define({
    method: 'GET',
    path: '/v1/admin/campaigns',
    summary: 'List campaigns',
    access: perGame('live_ops', 'viewer'),
    query: z.strictObject({
      ...listQuery,
      status: campaignOut.shape.status.optional(),
      /** Only campaigns that cover this game. */
      game_id: gameId.optional(),
      tag: tag.optional(),
      sort: z
        .enum(['created_at', '-created_at', 'name', '-name', 'starts_at', '-starts_at', 'ends_at', '-ends_at'])
        .optional(),
    }),
    answer: { status: 200, schema: listOf(campaignOut) },
    refusals: [],
  }),
  createCampaign: define({
    method: 'POST',
    path: '/v1/admin/campaigns',
    summary: 'Create a campaign, as a draft',
    access: perGame('live_ops'),
    body: z.strictObject(campaignFields),
    answer: { status: 201, schema: campaignOut },
    refusals: [],
  }),
  getCampaign: define({
    method: 'GET',
    path: '/v1/admin/campaigns/{campaign_id}',
    summary: 'Get a campaign',
    access: perGame('live_ops', 'viewer'),
    params: campaignId,
    answer: { status: 200, schema: campaignOut },
    refusals: ['not_found'],
  }),
  changeCampaign: define({
    method: 'PATCH',
    path: '/v1/admin/campaigns/{campaign_id}',
    summary: 'Change a campaign; a later end reopens an ended campaign',
    access: perGame('live_ops'),
    params: campaignId,
    body: changeBody(campaignFields),
    answer: { status: 200, schema: campaignOut },
    current: campaignOut,
    refusals: ['not_found'],
  }),
  publishCampaign: campaignMove('publish'),
  pauseCampaign: campaignMove('pause'),
  archiveCampaign: campaignMove('archive'),
  /** Changes the stage from archived to paused. Payments received while it was archived never count. */
  restoreCampaign: campaignMove('restore'),
};
