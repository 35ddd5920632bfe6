import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

export type CreatorCode = AnswerOf<Endpoints['listAllCreatorCodes']>['data'][number];

const LOOK_EVERY_MS = 15_000;

export const pendingCountQuery = queryOptions({
  queryKey: ['creator-codes', 'pending-count'],
  queryFn: async () => (await ask('listAllCreatorCodes', { query: { status: 'pending', page_size: 1 } })).total,
  refetchInterval: askAgainEvery(LOOK_EVERY_MS),
});
