import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { KEY_POOLS } from '../../client/key-pools.ts';
import { type ListSearch, oneOf, parseListSearch } from '../../lib/list-search.ts';

export type PoolKey = AnswerOf<Endpoints['listPoolKeys']>['data'][number];

const SORTS = ['created_at', '-created_at', 'name', '-name', 'keys_left', '-keys_left'] as const;
type Sort = (typeof SORTS)[number];
export const DEFAULT_SORT: Sort = '-created_at';

export interface KeyPoolsSearch extends ListSearch {
  sort?: Sort;
}

export function parseKeyPoolsSearch(raw: Record<string, unknown>): KeyPoolsSearch {
  const { q, page } = parseListSearch(raw);
  const sort = oneOf(raw.sort, SORTS);
  return { ...(q && { q }), ...(page && { page }), ...(sort && { sort }) };
}

export const keyPoolsInput = (search: KeyPoolsSearch) => ({ query: { sort: DEFAULT_SORT, ...search } });

export const keyPoolsQuery = (search: KeyPoolsSearch) =>
  queryOptions({
    queryKey: [...KEY_POOLS, 'list', search],
    queryFn: () => ask('listKeyPools', keyPoolsInput(search)),
    placeholderData: keepPreviousData,
  });

export interface PoolSearch extends ListSearch {
  state?: 'unused';
}

export const parsePoolSearch = (raw: Record<string, unknown>): PoolSearch =>
  raw.state === 'unused' ? { state: raw.state } : {};

export const poolKeysInput = (poolId: number, { state = 'used' }: { state?: 'used' | 'unused' | undefined }) => ({
  params: { pool_id: poolId },
  query: { state },
});

export const poolKeysQuery = (poolId: number, search: PoolSearch) =>
  infiniteQueryOptions({
    queryKey: [...KEY_POOLS, 'keys', poolId, search.state],
    queryFn: ({ pageParam }) => {
      const { params, query } = poolKeysInput(poolId, search);
      return ask('listPoolKeys', { params, query: { ...query, cursor: pageParam || undefined } });
    },
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
