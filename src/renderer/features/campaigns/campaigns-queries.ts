import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CAMPAIGN_STATUSES } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import type { CampaignStatus } from '../../client/campaigns.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export interface CampaignsSearch extends ListSearch {
  status?: CampaignStatus;
  sort?: Sort;
}

const SORTS = ['created_at', '-created_at', 'name', '-name', 'starts_at', '-starts_at', 'ends_at', '-ends_at'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = '-created_at';

export function parseCampaignsSearch(raw: Record<string, unknown>): CampaignsSearch {
  const { q, page } = parseListSearch(raw);
  const status = oneOf(raw.status, CAMPAIGN_STATUSES);
  const sort = oneOf(raw.sort, SORTS);
  return { ...(q && { q }), ...(page && { page }), ...(status && { status }), ...(sort && { sort }) };
}

export const campaignsInput = (search: CampaignsSearch, game: string | undefined) => ({
  query: { sort: DEFAULT_SORT, ...search, game_id: game },
});

export const campaignsQuery = (search: CampaignsSearch, game: string | undefined) =>
  queryOptions({
    queryKey: ['campaigns', 'list', search, game],
    queryFn: () => ask('listCampaigns', campaignsInput(search, game)),
    placeholderData: keepPreviousData,
  });
