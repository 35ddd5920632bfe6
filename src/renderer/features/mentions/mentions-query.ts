import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';

export type Mention = AnswerOf<Endpoints['listMentions']>['data'][number];

const LOOK_EVERY_MS = 15_000;

export const mentionsQuery = infiniteQueryOptions({
  queryKey: ['mentions', 'list'],
  queryFn: ({ pageParam }) => ask('listMentions', { query: { cursor: pageParam || undefined } }),
  initialPageParam: '',
  getNextPageParam: ({ next_cursor }) => next_cursor,
  refetchInterval: askAgainEvery(LOOK_EVERY_MS),
});
