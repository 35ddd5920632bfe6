import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { Paging } from '../lib/list-search.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

export type Batch = AnswerOf<Endpoints['getBatch']>;

const LOOK_EVERY_MS = 1000;
const isMoving = ({ status, switching, changing }: Batch) =>
  status === 'running' || switching !== null || changing !== null;

export const batchesQuery = (campaignId: number, page: { page: number } & Paging) =>
  queryOptions({
    queryKey: ['batches', 'list', campaignId, page],
    queryFn: () => ask('listBatches', { params: { campaign_id: campaignId }, query: page }),
    placeholderData: keepPreviousData,
    refetchInterval: (query) => askAgainEvery(query.state.data?.data.some(isMoving) ? LOOK_EVERY_MS : false)(query),
  });

export const batchQuery = (batchId: number) =>
  queryOptions({
    queryKey: ['batches', 'one', batchId],
    queryFn: () => ask('getBatch', { params: { batch_id: batchId } }),
    refetchInterval: (query) =>
      askAgainEvery(query.state.data && isMoving(query.state.data) ? LOOK_EVERY_MS : false)(query),
  });
