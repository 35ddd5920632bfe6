import {
  infiniteQueryOptions,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import type { Endpoints } from '../../../../daemon/contract/contract.ts';
import type { AnswerOf } from '../../../../daemon/contract/endpoint.ts';
import { ask } from '../../client/ask.ts';
import type { CreatorCode } from '../../client/creator-codes.ts';
import { notifyProblem } from '../../client/notify.ts';
import { askAgainEvery } from '../../client/query-client.ts';
import { moderation as t } from '../../texts/moderation.ts';
import type { useDecisions } from './use-decisions.ts';

const PAGE_SIZE = 50;
const LOOK_EVERY_MS = 15_000;

const DECIDING = ['creator-codes', 'decide'];

/** The code that has been waiting longest comes first. */
const OF_QUEUE = { status: 'pending', sort: 'created_at', page_size: PAGE_SIZE } as const;

export interface QueuePlace {
  q: string;
  page: number;
}

type QueuePage = AnswerOf<Endpoints['listAllCreatorCodes']>;

/**
 * Keeps an unchanged code as the same object, so that its row does not render again. The library compares rows by
 * position, and a decision moves all of them.
 */
function keepCodes(before: QueuePage | undefined, page: QueuePage): QueuePage {
  if (!before) return page;
  const known = new Map(before.data.map((code) => [code.code_id, code]));
  const data = page.data.map((code) => replaceEqualDeep(known.get(code.code_id), code));
  const isSame = data.length === before.data.length && data.every((code, at) => code === before.data[at]);
  return { ...page, data: isSame ? before.data : data };
}

export const queueQuery = ({ q, page }: QueuePlace) =>
  queryOptions({
    queryKey: ['creator-codes', 'queue', q, page],
    queryFn: () => ask('listAllCreatorCodes', { query: { ...OF_QUEUE, page, ...(q ? { q } : {}) } }),
    structuralSharing: (before, page) => keepCodes(before as QueuePage | undefined, page as QueuePage),
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

/** Loads the decisions for all creators, or for one. */
export const decisionsQuery = (creator_id: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['creator-codes', 'decisions', creator_id],
    queryFn: ({ pageParam }) => ask('listDecisions', { query: { cursor: pageParam || undefined, creator_id } }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: askAgainEvery(LOOK_EVERY_MS),
  });

const codeOf = (codes: CreatorCode[], codeId: number | undefined) =>
  codes.find(({ code_id }) => code_id === codeId)?.code ?? '';

export interface Verdict {
  codes: CreatorCode[];
  decision: 'approve' | 'reject';
  reason?: string;
}

/** Removes the codes from the queue immediately, and restores them if the daemon refuses. */
export function useDecide(place: QueuePlace, onDecided: ReturnType<typeof useDecisions>['decided']) {
  const queries = useQueryClient();
  const { queryKey } = queueQuery(place);
  return useMutation({
    mutationKey: DECIDING,
    mutationFn: ({ codes, decision, reason }: Verdict) =>
      ask('decideCreatorCodes', { body: { code_ids: codes.map(({ code_id }) => code_id), decision, reason } }),
    onMutate: async ({ codes }) => {
      await queries.cancelQueries({ queryKey });
      const before = queries.getQueryData(queryKey);
      const gone = new Set(codes.map(({ code_id }) => code_id));
      queries.setQueryData(
        queryKey,
        (page) =>
          page && {
            ...page,
            total: page.total - gone.size,
            data: page.data.filter(({ code_id }) => !gone.has(code_id)),
          },
      );
      return before;
    },
    onSuccess: ({ decided, skipped }, { codes, decision }) =>
      onDecided(
        codes.filter(({ code_id }) => decided.includes(code_id)),
        decision,
        skipped.map(({ code_id }) => codeOf(codes, code_id)),
      ),
    onError: (error, _, before) => {
      queries.setQueryData(queryKey, before);
      notifyProblem(t.notDecided, error);
    },
    // Only the last decision in progress reloads the queue, because an earlier reload would put back codes whose
    // decisions are not stored yet. The reload is not awaited, so that this decision no longer counts as in progress
    // during the reload.
    onSettled: () => {
      if (queries.isMutating({ mutationKey: DECIDING }) > 1) return;
      void queries.invalidateQueries({ queryKey: ['creator-codes'] });
    },
  });
}
