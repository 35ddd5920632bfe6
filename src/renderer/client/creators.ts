import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Endpoints } from '../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../daemon/contract/endpoint.ts';
import type { CallInput } from '../../preload/api.ts';
import { ask } from './ask.ts';
import { useEdit } from './edit.ts';
import { notifyDone } from './notify.ts';

export type Creator = AnswerOf<Endpoints['getCreator']>;
export type CreatorStatus = Creator['status'];
export type CreatorChange = Omit<CallInput<Endpoints['changeCreator']>['body'], 'version'>;

export const creatorQuery = (creatorId: string) =>
  queryOptions({
    queryKey: ['creators', 'one', creatorId],
    queryFn: () => ask('getCreator', { params: { creator_id: creatorId } }),
  });

export const nameOfCreator = ({ creator_id, display_name }: Pick<Creator, 'creator_id' | 'display_name'>) =>
  display_name || creator_id;

/** Changes a creator from the version that was read, and puts the result into the cache. */
export function useChangeCreator({ creator_id, version }: Creator) {
  const queries = useQueryClient();
  const keepCreator = useKeepCreator();
  return useMutation({
    mutationFn: ({ change }: { change: CreatorChange; done: string }) =>
      ask('changeCreator', { params: { creator_id }, body: { ...change, version } }),
    onSuccess: (changed, { done }) => {
      keepCreator(changed);
      notifyDone(done);
    },
    onError: () => queries.invalidateQueries({ queryKey: creatorQuery(creator_id).queryKey }),
  });
}

/** Returns a function that puts a changed creator into the cache. */
function useKeepCreator() {
  const queries = useQueryClient();
  return (changed: Creator) => {
    queries.setQueryData(creatorQuery(changed.creator_id).queryKey, changed);
    void queries.invalidateQueries({ queryKey: ['creators', 'list'] });
    void queries.invalidateQueries({ queryKey: ['creators', 'payout-details', changed.creator_id] });
  };
}

/** Saves a form for some fields of a creator, and notifies the user. See `useEdit`. */
export function useEditCreator<F extends CreatorChange>(
  creator: Creator,
  fieldsOf: (creator: Creator) => F,
  { saved, onSaved }: { saved: string; onSaved?: () => void },
) {
  const keepCreator = useKeepCreator();
  return useEdit<Creator, F>({
    latest: creator,
    fieldsOf,
    save: (body) => ask('changeCreator', { params: { creator_id: creator.creator_id }, body }),
    onSaved: (changed) => {
      keepCreator(changed);
      notifyDone(saved);
      onSaved?.();
    },
  });
}
