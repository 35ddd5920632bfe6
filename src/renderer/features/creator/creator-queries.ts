import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import type { Paging } from '../../lib/list-search.ts';
import type { Range } from '../../lib/periods.ts';

const LOOK_EVERY_MS = 5000;

export type CodeOfCreator = AnswerOf<Endpoints['listCodesOfCreator']>['data'][number];
export type StatementOfCreator = AnswerOf<Endpoints['listStatementsOfCreator']>['data'][number];
export type DetailRequest = AnswerOf<Endpoints['listPayoutDetailRequests']>['data'][number];
export type DetailsChange = AnswerOf<Endpoints['listPayoutDetailChanges']>['data'][number];

export const codesOfCreatorQuery = (creator_id: string, query: { page: number } & Paging) =>
  queryOptions({
    queryKey: ['creators', 'codes', creator_id, query],
    queryFn: () => ask('listCodesOfCreator', { params: { creator_id }, query }),
    placeholderData: keepPreviousData,
  });

export const creatorFiguresQuery = (creator_id: string, range: Range) =>
  queryOptions({
    queryKey: ['creators', 'figures', creator_id, range],
    queryFn: () => ask('getCreatorFigures', { params: { creator_id }, query: range }),
    placeholderData: keepPreviousData,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

/** Returns how to load the figures of an earlier period, so that the chart can show both periods. */
export const earlierFigures = (creator_id: string) => ({
  key: ['creators', 'figures', creator_id],
  load: (query: Range) => ask('getCreatorFigures', { params: { creator_id }, query }),
});

export const statementsOfCreatorQuery = (creator_id: string, query: { page: number } & Paging) =>
  queryOptions({
    queryKey: ['creators', 'statements', creator_id, query],
    queryFn: () => ask('listStatementsOfCreator', { params: { creator_id }, query }),
    placeholderData: keepPreviousData,
  });

/** Returns the payout details that are waiting for approval, at most one row. */
export const detailRequestQuery = (creator_id: string) =>
  queryOptions({
    queryKey: ['creators', 'detail-request', creator_id],
    queryFn: () => ask('listPayoutDetailRequests', { query: { creator_id, status: 'pending' } }),
  });

export const detailChangesQuery = (creator_id: string) =>
  queryOptions({
    queryKey: ['creators', 'payout-details', creator_id],
    queryFn: () => ask('listPayoutDetailChanges', { params: { creator_id } }),
  });
