import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { campaigns } from '../texts/campaigns.ts';
import { conflict } from '../texts/conflict.ts';
import { ask } from './ask.ts';
import { currentOf } from './edit.ts';
import { notifyDone, notifyNote, notifyProblem } from './notify.ts';

const t = campaigns.moves;

export type Campaign = AnswerOf<Endpoints['getCampaign']>;
export type CampaignStatus = Campaign['status'];
export type Tier = NonNullable<Campaign['commission_tiers']>[number];

export const campaignQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['campaigns', 'one', campaignId],
    queryFn: () => ask('getCampaign', { params: { campaign_id: campaignId } }),
  });

export type CampaignMove = 'publish' | 'pause' | 'archive' | 'restore';
const MOVES = {
  publish: 'publishCampaign',
  pause: 'pauseCampaign',
  archive: 'archiveCampaign',
  restore: 'restoreCampaign',
} as const;

/** Returns the status changes that the daemon allows now. */
export function movesOf({ status, ends_at }: Campaign): CampaignMove[] {
  if (status === 'archived') return ['restore'];
  const isOver = Date.parse(ends_at) <= Date.now();
  if (isOver) return ['archive'];
  return status === 'draft' || status === 'paused' ? ['publish', 'archive'] : ['pause', 'archive'];
}

/** Changes the status of the version that the user saw. */
export const moveCampaign = ({ campaign_id, version }: Campaign, move: CampaignMove) =>
  ask(MOVES[move], { params: { campaign_id }, body: { version } });

/** Changes the status of the displayed version. If there is a newer version, the screen shows that instead. */
export function useMoveCampaign() {
  const keepCampaign = useKeepCampaign();
  return useMutation({
    mutationFn: ({ campaign, move }: { campaign: Campaign; move: CampaignMove }) => moveCampaign(campaign, move),
    onSuccess: (campaign, { move }) => {
      keepCampaign(campaign);
      notifyDone(t.done[move](campaign.name));
    },
    onError: (error) => {
      const current = currentOf<Campaign>(error);
      if (!current) return notifyProblem(t.failed, error);
      keepCampaign(current);
      notifyNote(conflict.moved);
    },
  });
}

/** Returns a function that puts a changed campaign into the cache. */
export function useKeepCampaign() {
  const queries = useQueryClient();
  return (campaign: Campaign) => {
    queries.setQueryData(campaignQuery(campaign.campaign_id).queryKey, campaign);
    void queries.invalidateQueries({ queryKey: ['campaigns', 'list'] });
  };
}
