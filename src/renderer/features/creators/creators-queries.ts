import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { CREATOR_STATUSES } from '../../../../daemon/contract/words.ts';
import { ask } from '../../client/ask.ts';
import type { CreatorStatus } from '../../client/creators.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

const SORTS = ['created_at', '-created_at', 'creator_id', '-creator_id', 'display_name', '-display_name'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = '-created_at';
const YES_NO = ['true', 'false'] as const;
type YesNo = (typeof YES_NO)[number];

export interface CreatorsSearch extends ListSearch {
  status?: CreatorStatus;
  sort?: Sort;
  has_payout_details?: YesNo;
  on_hold?: YesNo;
}

export function parseCreatorsSearch(raw: Record<string, unknown>): CreatorsSearch {
  const { q, page } = parseListSearch(raw);
  const status = oneOf(raw.status, CREATOR_STATUSES);
  const sort = oneOf(raw.sort, SORTS);
  const has_payout_details = oneOf(raw.has_payout_details, YES_NO);
  const on_hold = oneOf(raw.on_hold, YES_NO);
  return {
    ...(q && { q }),
    ...(page && { page }),
    ...(status && { status }),
    ...(sort && { sort }),
    ...(has_payout_details && { has_payout_details }),
    ...(on_hold && { on_hold }),
  };
}

export const creatorsInput = (search: CreatorsSearch) => ({ query: { sort: DEFAULT_SORT, ...search } });

export const creatorsQuery = (search: CreatorsSearch) =>
  queryOptions({
    queryKey: ['creators', 'list', search],
    queryFn: () => ask('listCreators', creatorsInput(search)),
    placeholderData: keepPreviousData,
  });
