import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

export type ScheduledChange = AnswerOf<Endpoints['listScheduledChanges']>['data'][number];

const LOOK_EVERY_MS = 15_000;

/** Loads the changes of a campaign with its batches, or of one batch; latest first, so the waiting ones come first. */
export const scheduledChangesQuery = (of: { campaign_id: number } | { batch_id: number }) =>
  queryOptions({
    queryKey: ['scheduled-changes', of],
    queryFn: () => ask('listScheduledChanges', { query: { ...of, page_size: 50 } }),
    refetchInterval: (query) =>
      askAgainEvery(query.state.data?.data.some(({ status }) => status === 'waiting') ? LOOK_EVERY_MS : false)(query),
  });
