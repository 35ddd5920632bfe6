import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { CAMPAIGN_STATUSES } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import type { Campaign, CampaignStatus } from '../../client/campaigns.ts';
import { tagOf } from '../../client/tags.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export interface CampaignsSearch extends ListSearch {
  status?: CampaignStatus;
  tag?: string;
  sort?: Sort;
}

const SORTS = ['created_at', '-created_at', 'name', '-name', 'starts_at', '-starts_at', 'ends_at', '-ends_at'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = '-created_at';

export function parseCampaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  const { q, page } = parseListSearch(raw);
  const status = oneOf(raw.status, CAMPAIGN_STATUSES);
  const sort = oneOf(raw.sort, SORTS);
  const tag = tagOf(raw.tag);
  return {
    ...(q && { q }),
    ...(page && { page }),
    ...(status && { status }),
    ...(tag && { tag }),
    ...(sort && { sort }),
  };
}

export const campaignsInput = (search: CampaignsSearch, game: string | undefined) => ({
  query: { sort: DEFAULT_SORT, ...search, game_id: game },
});

export type CampaignResult = AnswerOf<Endpoints['listCampaignResults']>['data'][number];

/** Loads the campaigns' results in the last 30 days, by campaign ID. */
export const campaignResultsQuery = (campaigns: readonly Campaign[], game: string | undefined) => {
  const campaign_ids = campaigns.map(({ campaign_id }) => campaign_id).join();
  return queryOptions({
    queryKey: ['campaigns', 'results', campaign_ids, game],
    queryFn: () => ask('listCampaignResults', { query: { campaign_ids, game_id: game } }),
    select: ({ data }) => new Map(data.map((result) => [result.campaign_id, result])),
  });
};

export const campaignsQuery = (search: CampaignsSearch, game: string | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'list', search, game],
    queryFn: () => ask('listCampaigns', campaignsInput(search, game)),
    placeholderData: keepPreviousData,
  });
