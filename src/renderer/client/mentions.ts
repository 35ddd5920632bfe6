import { queryOptions } from '@tanstack/react-query';
import { ask } from './ask.ts';
import { askAgainEvery } from './query-client.ts';

const LOOK_EVERY_MS = 30_000;

/** How many comments mention the user and are not marked as seen. */
export const unseenCountQuery = queryOptions({
  queryKey: ['mentions', 'unseen'],
  queryFn: async () => (await ask('listMentions', { query: { limit: 1 } })).unseen,
  refetchInterval: askAgainEvery(LOOK_EVERY_MS),
});
