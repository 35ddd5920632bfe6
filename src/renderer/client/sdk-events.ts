import { queryOptions } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import { ask } from './ask.ts';

export type SdkEvent = AnswerOf<Endpoints['listEvents']>['data'][number];
/** The fields by which the daemon finds an event directly. */
export type EventKey = Pick<SdkEvent, 'event_id' | 'event_type' | 'created_at' | 'game_id'>;

/** Finds an event by its ID and time; null if it has been removed since then. */
export const eventQuery = ({ event_id, created_at, game_id }: EventKey) =>
  queryOptions({
    queryKey: ['events', 'one', event_id],
    queryFn: async (): Promise<SdkEvent | null> => {
      const to = new Date(Date.parse(created_at) + 1).toISOString();
      const { data } = await ask('listEvents', { query: { event_id, game_id, from: created_at, to } });
      return data[0] ?? null;
    },
  });
