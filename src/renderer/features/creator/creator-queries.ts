import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';

export type CodeOfCreator = AnswerOf<Endpoints['listCodesOfCreator']>['data'][number];
export type StatementOfCreator = AnswerOf<Endpoints['listStatementsOfCreator']>['data'][number];
export type DetailsChange = AnswerOf<Endpoints['listPayoutDetailChanges']>['data'][number];

export const codesOfCreatorQuery = (creator_id: string, page: number) =>
  queryOptions({
    queryKey: ['creators', 'codes', creator_id, page],
    queryFn: () => ask('listCodesOfCreator', { params: { creator_id }, query: { page } }),
    placeholderData: keepPreviousData,
  });

export const statementsOfCreatorQuery = (creator_id: string, page: number) =>
  queryOptions({
    queryKey: ['creators', 'statements', creator_id, page],
    queryFn: () => ask('listStatementsOfCreator', { params: { creator_id }, query: { page } }),
    placeholderData: keepPreviousData,
  });

export const detailChangesQuery = (creator_id: string) =>
  queryOptions({
    queryKey: ['creators', 'payout-details', creator_id],
    queryFn: () => ask('listPayoutDetailChanges', { params: { creator_id } }),
  });
