import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

export type KeyPool = AnswerOf<Endpoints['getKeyPool']>;

export const KEY_POOLS = ['key-pools'];
const LOOK_EVERY_MS = 5000;
const MOST_CHOICES = 100;

export const keyPoolQuery = (poolId: number) =>
  queryOptions({
    queryKey: [...KEY_POOLS, 'one', poolId],
    queryFn: () => ask('getKeyPool', { params: { pool_id: poolId } }),
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

/** Loads the pools to choose from for a code, sorted by name. */
export const keyPoolChoicesQuery = queryOptions({
  queryKey: [...KEY_POOLS, 'choices'],
  queryFn: async () => (await ask('listKeyPools', { query: { sort: 'name', page_size: MOST_CHOICES } })).data,
});
