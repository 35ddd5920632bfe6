import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';

export type OwnCode = AnswerOf<Endpoints['listOwnCodes']>['data'][number];
export type OwnStatement = AnswerOf<Endpoints['listOwnStatements']>['data'][number];

interface Page {
  page: number;
  page_size: number;
  total: number;
}
const nextPage = ({ page, page_size, total }: Page) => (page * page_size < total ? page + 1 : undefined);

export const codesQuery = infiniteQueryOptions({
  queryKey: ['codes'],
  queryFn: ({ pageParam }) => ask('listOwnCodes', { query: { page: pageParam } }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});

export const statementsQuery = infiniteQueryOptions({
  queryKey: ['statements'],
  queryFn: ({ pageParam }) => ask('listOwnStatements', { query: { page: pageParam } }),
  initialPageParam: 1,
  getNextPageParam: nextPage,
});
